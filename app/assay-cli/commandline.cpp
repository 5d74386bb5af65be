// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "base/units.h"
#include "suggestion.h"

#include <boost/program_options.hpp>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <set>
#include <sstream>

namespace assay::cli {

namespace po = boost::program_options;

namespace {

constexpr unsigned helpWidth = 100;

std::string rangeText(const std::string& min, const std::string& max, bool bounded)
{
    return bounded ? "Write a number from " + min + " to " + max + "." : "Write a number from " + min + ".";
}

/// "-5" is a value, "-x" and "--x" are options.
bool looksLikeOption(const std::string& text)
{
    return text.size() > 1 && text[0] == '-' && !(text[1] >= '0' && text[1] <= '9');
}

} // namespace

ExitCode exitCodeOf(ErrorKind kind)
{
    return kind == ErrorKind::Usage ? exitUsage : exitEnvironment;
}

int fail(const Error& error)
{
    std::fprintf(stderr, "assay-cli: %s\n", error.message.c_str());
    return exitCodeOf(error.kind);
}

struct CommandLine::Impl
{
    struct Option
    {
        std::string name;
        Reader reader; ///< empty for a flag
        bool* flag = nullptr;
        bool mayBeEmpty = false;
    };
    struct Positional
    {
        std::string placeholder;
        std::string* value;
        Need need;
        std::string help;
    };

    std::string command;
    std::string synopsis;
    std::string description;
    std::string examples;
    std::vector<Option> options;
    std::vector<Positional> positionals;
    po::options_description shown{"Options", helpWidth, helpWidth / 2};
    std::set<std::string, std::less<>> given;

    std::string helpHint() const { return "\"assay-cli " + command + " --help\" lists the options."; }

    Error unknownOption(const std::string& typed) const
    {
        std::vector<std::string> names;
        for (const auto& option : options) {
            names.push_back("--" + option.name);
        }
        auto similar = suggestion(typed, names);
        return usageError(similar.empty() ? "There is no option " + typed + "; " + helpHint()
                                          : "There is no option " + typed + similar);
    }

    Error describe(const po::error& error) const;
    /// `literals`: what stood behind "--", which is never an option.
    Result<void> take(const po::parsed_options& parsed, const std::vector<std::string>& literals);
    Result<void> takeNamed(const po::option& option);
    Result<void> takePositionals(const std::vector<std::string>& values);
};

CommandLine::CommandLine(std::string_view command, std::string_view synopsis, std::string_view description)
    : m_impl(std::make_unique<Impl>())
{
    m_impl->command = command;
    m_impl->synopsis = synopsis;
    m_impl->description = description;
    m_impl->shown.add_options()("help", "Show this help");
}

CommandLine::~CommandLine() = default;

void CommandLine::flag(std::string_view name, bool& value, std::string_view help)
{
    m_impl->options.push_back({std::string{name}, {}, &value});
    m_impl->shown.add_options()(m_impl->options.back().name.c_str(), std::string{help}.c_str());
}

void CommandLine::custom(std::string_view name, std::string_view placeholder, std::string_view shownDefault,
    Reader reader, std::string_view help)
{
    m_impl->options.push_back({std::string{name}, std::move(reader), nullptr});
    auto text = std::string{help};
    if (!shownDefault.empty()) {
        text += " (default " + std::string{shownDefault} + ")";
    }
    m_impl->shown.add_options()(m_impl->options.back().name.c_str(),
        po::value<std::string>()->value_name(std::string{placeholder}), text.c_str());
}

void CommandLine::text(
    std::string_view name, std::string_view placeholder, std::string& value, std::string_view help)
{
    custom(
        name, placeholder, value,
        [&value](const std::string& given) {
            value = given;
            return Result<void>{};
        },
        help);
}

void CommandLine::allowEmpty(std::string_view name)
{
    for (auto& option : m_impl->options) {
        option.mayBeEmpty = option.mayBeEmpty || option.name == name;
    }
}

void CommandLine::texts(std::string_view name, std::string_view placeholder, std::vector<std::string>& values,
    std::string_view help)
{
    m_impl->options.push_back({std::string{name},
        [&values](const std::string& given) {
            values.push_back(given);
            return Result<void>{};
        },
        nullptr});
    m_impl->shown.add_options()(m_impl->options.back().name.c_str(),
        po::value<std::vector<std::string>>()->value_name(std::string{placeholder}),
        std::string{help}.c_str());
}

void CommandLine::duration(std::string_view name, std::int64_t& ns, std::string_view help)
{
    custom(
        name, "DURATION", ns == 0 ? std::string{} : formatDuration(ns),
        [&ns](const std::string& given) -> Result<void> {
            const auto value = parseDuration(given);
            if (!value) {
                return value.error();
            }
            ns = *value;
            return {};
        },
        help);
}

void CommandLine::size(std::string_view name, std::int64_t& bytes, std::string_view help)
{
    custom(
        name, "SIZE", bytes == 0 ? std::string{} : formatSize(bytes),
        [&bytes](const std::string& given) -> Result<void> {
            const auto value = parseSize(given);
            if (!value) {
                return value.error();
            }
            bytes = *value;
            return {};
        },
        help);
}

void CommandLine::integer(
    std::string_view name, std::int64_t& value, std::int64_t min, std::int64_t max, std::string_view help)
{
    const auto allowed =
        rangeText(std::to_string(min), std::to_string(max), max < std::numeric_limits<std::int64_t>::max());
    custom(
        name, "N", value == 0 ? std::string{} : std::to_string(value),
        [&value, min, max, allowed](const std::string& given) -> Result<void> {
            const auto number = parseInteger(given);
            if (!number) {
                return number.error();
            }
            if (*number < min || *number > max) {
                return usageError(given + " is out of range. " + allowed);
            }
            value = *number;
            return {};
        },
        help);
}

void CommandLine::number(std::string_view name, double& value, double min, double max, std::string_view help)
{
    const auto allowed =
        rangeText(formatNumber(min), formatNumber(max), max < std::numeric_limits<double>::max());
    custom(
        name, "X", value == 0 ? std::string{} : formatNumber(value),
        [&value, min, max, allowed](const std::string& given) -> Result<void> {
            const auto number = parseNumber(given);
            if (!number) {
                return number.error();
            }
            if (*number < min || *number > max) {
                return usageError(given + " is out of range. " + allowed);
            }
            value = *number;
            return {};
        },
        help);
}

void CommandLine::positional(
    std::string_view placeholder, std::string& value, Need need, std::string_view help)
{
    m_impl->positionals.push_back({std::string{placeholder}, &value, need, std::string{help}});
}

void CommandLine::example(std::string_view line, std::string_view purpose)
{
    m_impl->examples += "  " + std::string{line} + "\n      " + std::string{purpose} + "\n";
}

Error CommandLine::Impl::describe(const po::error& error) const
{
    if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error)) {
        return unknownOption(
            "--" + unknown->get_option_name().substr(unknown->get_option_name().find_first_not_of('-')));
    }
    if (const auto* syntax = dynamic_cast<const po::invalid_command_line_syntax*>(&error)) {
        const auto name = syntax->get_option_name();
        if (syntax->kind() == po::invalid_syntax::extra_parameter) {
            return usageError(name + " takes no value; write it alone.");
        }
        return usageError(name + " needs a value behind it; " + helpHint());
    }
    return usageError(std::string{error.what()} + "; " + helpHint());
}

Result<void> CommandLine::Impl::takeNamed(const po::option& parsed)
{
    const auto option = std::find_if(options.begin(), options.end(),
        [&](const Option& candidate) { return candidate.name == parsed.string_key; });
    if (option->flag) {
        *option->flag = true;
        given.insert(option->name);
        return {};
    }
    const auto* semantic = shown.find(option->name, false).semantic().get();
    const bool repeats = dynamic_cast<const po::typed_value<std::vector<std::string>>*>(semantic) != nullptr;
    if (!given.insert(option->name).second && !repeats) {
        return usageError("--" + option->name + " is given twice. Keep one of them.");
    }
    if (parsed.value.front().empty() && !option->mayBeEmpty) {
        return usageError("--" + option->name
            + " has an empty value, which means nothing. Write one, or leave the option out.");
    }
    if (parsed.original_tokens.size() > 1 && looksLikeOption(parsed.value.front())) {
        return usageError("--" + option->name + " needs a value, but " + parsed.value.front() + " follows; "
            + "write --" + option->name + "=VALUE.");
    }
    if (const auto read = option->reader(parsed.value.front()); !read) {
        return Error{read.error().kind, "--" + option->name + ": " + read.error().message};
    }
    return {};
}

Result<void> CommandLine::Impl::takePositionals(const std::vector<std::string>& values)
{
    if (values.size() > positionals.size()) {
        return usageError("The argument \"" + values[positionals.size()] + "\" is one too many; "
            + "the command is \"assay-cli " + command + " " + synopsis + "\".");
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        *positionals[i].value = values[i];
        given.insert(positionals[i].placeholder);
    }
    for (std::size_t i = values.size(); i < positionals.size(); ++i) {
        if (positionals[i].need == Need::Required) {
            return usageError(positionals[i].placeholder + " is missing; the command is \"assay-cli "
                + command + " " + synopsis + "\".");
        }
    }
    return {};
}

Result<void> CommandLine::Impl::take(
    const po::parsed_options& parsed, const std::vector<std::string>& literals)
{
    std::vector<std::string> unnamed;
    for (const auto& option : parsed.options) {
        if (option.position_key < 0) {
            if (const auto taken = takeNamed(option); !taken) {
                return taken;
            }
        } else if (looksLikeOption(option.value.front())) {
            return unknownOption(option.value.front());
        } else {
            unnamed.push_back(option.value.front());
        }
    }
    unnamed.insert(unnamed.end(), literals.begin(), literals.end());
    return takePositionals(unnamed);
}

Result<CommandLine::Outcome> CommandLine::parse(const std::vector<std::string>& arguments)
{
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    const std::vector<std::string> named{arguments.begin(), dashes};
    const std::vector<std::string> literals{dashes == arguments.end() ? dashes : dashes + 1, arguments.end()};
    if (std::any_of(
            named.begin(), named.end(), [](const auto& text) { return text == "--help" || text == "-h"; })) {
        std::fputs(help().c_str(), stdout);
        return Outcome::HelpShown;
    }
    namespace style = po::command_line_style;
    try {
        // Long names only and never guessed: "--rate" must not become "--rate-limit" one version later.
        // Single dashes are left over as unnamed arguments for us to judge.
        const auto parsed =
            po::command_line_parser(named)
                .options(m_impl->shown)
                .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next)
                .run();
        if (const auto taken = m_impl->take(parsed, literals); !taken) {
            return taken.error();
        }
    } catch (const po::error& error) {
        return m_impl->describe(error);
    }
    return Outcome::Run;
}

bool CommandLine::given(std::string_view name) const
{
    return m_impl->given.contains(name);
}

std::string CommandLine::help() const
{
    std::ostringstream out;
    out << "Usage: assay-cli " << m_impl->command << " " << m_impl->synopsis << "\n\n"
        << m_impl->description << "\n\n";
    for (const auto& argument : m_impl->positionals) {
        out << "  " << argument.placeholder << "  " << argument.help << "\n";
    }
    out << (m_impl->positionals.empty() ? "" : "\n") << m_impl->shown;
    if (!m_impl->examples.empty()) {
        out << "\nExamples:\n" << m_impl->examples;
    }
    out << "\nDurations: 500ms 10s 1m30s. Sizes: 512 64k 512M.\n"
           "Exit: 0 ok, 1 a check or threshold failed, 2 the input is wrong, 3 the machine refused.\n";
    return out.str();
}

} // namespace assay::cli
