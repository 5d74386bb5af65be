// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessioncommand.h"

#include "commandline.h"
#include "session/runreader.h"
#include "sessionrows.h"
#include "sessionshow.h"
#include "suggestion.h"

#include <array>
#include <cstdio>
#include <limits>
#include <optional>

namespace assay::cli {

namespace {

using session::SessionFile;

struct Options
{
    std::string file;
    std::int64_t run = 0; ///< 0: the last
    std::string label;
    bool csv = false;
    bool json = false;
    std::vector<std::string> methods;

    RowWriter::Format format() const { return json ? RowWriter::Format::Json : RowWriter::Format::Csv; }
};

Result<session::Run> chosenRun(const SessionFile& file, const Options& options)
{
    const session::RunReader reader{file};
    if (options.run != 0) {
        return reader.run(options.run);
    }
    auto runs = reader.runs();
    if (!runs) {
        return runs.error();
    }
    if (runs->empty()) {
        return usageError("'" + options.file + "' holds no run yet.");
    }
    return std::move(runs->back());
}

/// The number of the label that was asked for; nullopt for every label.
Result<std::optional<std::uint32_t>> chosenLabel(const session::Run& run, const Options& options)
{
    if (options.label.empty()) {
        return std::optional<std::uint32_t>{};
    }
    std::vector<std::string> names{allLabels};
    names.insert(names.end(), run.labels.begin(), run.labels.end());
    for (std::uint32_t number = 0; number < names.size(); ++number) {
        if (names[number] == options.label) {
            return std::optional{number};
        }
    }
    const auto similar = suggestion(options.label, names);
    std::string known;
    for (const auto& name : names) {
        known += (known.empty() ? "; it has " : ", ") + name;
    }
    return usageError("Run " + std::to_string(run.id) + " has no label \"" + options.label + "\""
        + (similar.empty() ? known + "." : similar));
}

Result<void> showSamples(const SessionFile& file, const Options& options)
{
    const auto run = chosenRun(file, options);
    if (!run) {
        return run.error();
    }
    const auto label = chosenLabel(*run, options);
    return label ? writeSamples(file, *run, *label, options.format()) : Result<void>{label.error()};
}

Result<void> showIntervals(const SessionFile& file, const Options& options)
{
    const auto run = chosenRun(file, options);
    if (!run) {
        return run.error();
    }
    const auto label = chosenLabel(*run, options);
    return label ? writeIntervals(file, *run, *label, options.format()) : Result<void>{label.error()};
}

Result<void> showSession(const SessionFile& file, const Options& options)
{
    if (options.csv) {
        if (!options.methods.empty()) {
            return usageError("--percentile-method goes with text or --json, not with --csv.");
        }
        return writeRuns(file, options.run);
    }
    ShowRequest request;
    request.json = options.json;
    if (options.run != 0) {
        request.run = options.run;
    }
    for (const auto& name : options.methods) {
        const auto method = stats::percentileMethodFromName(name);
        if (!method) {
            std::string known;
            for (const auto& other : stats::percentileMethodNames()) {
                known += (known.empty() ? "" : ", ") + std::string{other};
            }
            return usageError(
                "--percentile-method: \"" + name + "\" is not known; write one of " + known + ".");
        }
        request.methods.push_back(*method);
    }
    const auto text = describeSession(file, request);
    if (!text) {
        return text.error();
    }
    std::fputs(text->c_str(), stdout);
    return std::fflush(stdout) == 0 ? Result<void>{} : environmentError("The output can't be written.");
}

struct Action
{
    const char* name;
    const char* description;
    Result<void> (*show)(const SessionFile& file, const Options& options);
    bool rows; ///< writes rows, of one run and perhaps one label
};

constexpr std::array actions{
    Action{"show", "Lists a session's experiments and runs, and the summary of a run.", showSession, false},
    Action{"samples",
        "Writes every request of a run in the order of their starts. Times count from the run's start.",
        showSamples, true},
    Action{"intervals",
        "Writes a run's figures for each 200 ms and label (\"all\" is the sum). Times count from the run's "
        "start; percentiles are of service time, nearest rank.",
        showIntervals, true},
};

int runAction(const Action& action, const std::vector<std::string>& arguments)
{
    Options options;
    CommandLine line{std::string{"session "} + action.name, "FILE [options]", action.description};
    line.positional("FILE", options.file, CommandLine::Need::Required, "The session file");
    line.integer("run", options.run, 0, std::numeric_limits<std::int64_t>::max(), "The run; 0 is the last");
    line.flag("json", options.json, "Print JSON");
    line.flag("csv", options.csv,
        action.rows ? "Print CSV with a head line; this is the default" : "Print CSV, one line a run");
    if (action.rows) {
        line.text("label", "NAME", options.label, "Only what belongs to this label");
    } else {
        line.texts("percentile-method", "NAME", options.methods,
            "Compute p50, p90, p95 and p99 exactly, from every sample, by this method (may be repeated): "
            "nearest-rank, jmeter-aggregate, jmeter-dashboard, r7, r3");
    }
    line.example(std::string{"assay-cli session "} + action.name + " shop.assay --json",
        action.rows ? "the last run, for a script" : "everything, for a script");
    const auto parsed = line.parse(arguments);
    if (!parsed) {
        return fail(parsed.error());
    }
    if (*parsed == CommandLine::Outcome::HelpShown) {
        return exitOk;
    }
    if (options.csv && options.json) {
        return fail(usageError("--csv and --json exclude each other; give one of them."));
    }
    const auto file = SessionFile::open(options.file, SessionFile::Mode::ReadOnly);
    if (!file) {
        return fail(file.error());
    }
    const auto shown = action.show(*file, options);
    return shown ? exitOk : fail(shown.error());
}

int showHelp()
{
    std::printf("Usage: assay-cli session ACTION FILE [options]\n\nTells what a session file holds. Changes "
                "nothing in it.\n\nActions:\n");
    for (const auto& action : actions) {
        std::printf("  %-10s %s\n", action.name, action.description);
    }
    std::printf("\n\"assay-cli session ACTION --help\" shows an action's options.\n");
    return exitOk;
}

} // namespace

int sessionCommand(const std::vector<std::string>& arguments)
{
    std::vector<std::string> names;
    for (const auto& action : actions) {
        names.emplace_back(action.name);
        if (!arguments.empty() && arguments[0] == action.name) {
            return runAction(action, {arguments.begin() + 1, arguments.end()});
        }
    }
    if (arguments.empty()) {
        return fail(usageError("Say what to show: assay-cli session show|samples|intervals FILE."));
    }
    if (arguments[0] == "--help" || arguments[0] == "-h") {
        return showHelp();
    }
    const auto similar = suggestion(arguments[0], names);
    return fail(usageError("session: there is no action \"" + arguments[0] + "\""
        + (similar.empty() ? std::string{"; write show, samples or intervals."} : similar)));
}

} // namespace assay::cli
