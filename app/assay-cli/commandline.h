// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// What every subcommand of assay-cli shares: its options, its help, its way to fail.
namespace assay::cli {

/// What the process returns. Scripts rely on these numbers.
enum ExitCode : int
{
    exitOk = 0,
    exitFailed = 1, ///< a check or a threshold failed
    exitUsage = 2, ///< the command line or an input file is wrong
    exitEnvironment = 3, ///< the machine refused: port in use, disk full, …
};

/// Usage -> 2, Environment -> 3.
ExitCode exitCodeOf(ErrorKind kind);

/// Prints "assay-cli: <message>" to stderr and returns the exit code of the error's kind.
int fail(const Error& error);

/// The options of one subcommand, bound to the variables that receive them: what the variables hold before
/// parse() is the default. Every fault of the user becomes a usage Error of one sentence that names the
/// option and what to write instead. The variables must outlive parse().
class CommandLine
{
public:
    enum class Need
    {
        Required,
        Optional
    };
    enum class Outcome
    {
        Run, ///< go on with the command
        HelpShown, ///< --help was given and answered: exit with exitOk
    };
    /// Reads one value; the error's message need not name the option, parse() puts it in front.
    using Reader = std::function<Result<void>(const std::string& value)>;

    /// `synopsis`: what follows the command's name, "URL|PLAN.json [options]". `description`: whole
    /// sentences.
    CommandLine(std::string_view command, std::string_view synopsis, std::string_view description);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// Names are written without dashes. `placeholder` stands for the value in the help: "N", "FILE".
    /// The defaults that the variables hold are shown by the help unless they are empty.
    void flag(std::string_view name, bool& value, std::string_view help);
    void text(std::string_view name, std::string_view placeholder, std::string& value, std::string_view help);
    /// Of a text() before: an empty value is one too. With every other option it is refused: most often a
    /// script's variable was not set.
    void allowEmpty(std::string_view name);
    /// May be given several times.
    void texts(std::string_view name, std::string_view placeholder, std::vector<std::string>& values,
        std::string_view help);
    /// As parseDuration() reads it, in nanoseconds.
    void duration(std::string_view name, std::int64_t& ns, std::string_view help);
    /// As parseSize() reads it, in bytes.
    void size(std::string_view name, std::int64_t& bytes, std::string_view help);
    void integer(std::string_view name, std::int64_t& value, std::int64_t min, std::int64_t max,
        std::string_view help);
    void number(std::string_view name, double& value, double min, double max, std::string_view help);
    /// For values with a grammar of their own. `shownDefault` is for the help and may be empty.
    void custom(std::string_view name, std::string_view placeholder, std::string_view shownDefault,
        Reader reader, std::string_view help);
    /// An argument without a name, in the order of these calls.
    void positional(std::string_view placeholder, std::string& value, Need need, std::string_view help);

    /// A line for the help: a command line and what it is good for.
    void example(std::string_view line, std::string_view purpose);

    /// Fills the variables. With --help prints the help to stdout and reads nothing else.
    Result<Outcome> parse(const std::vector<std::string>& arguments);

    /// Whether the option was on the command line; after parse().
    bool given(std::string_view name) const;

    /// What --help prints.
    std::string help() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace assay::cli
