// SPDX-License-Identifier: GPL-3.0-or-later
#include "runcommand.h"

#include "commandline.h"
#include "enginerun.h"
#include "stopsignals.h"

#include <boost/json/object.hpp>

#include <limits>

namespace assay::cli {

namespace {

int tellFailure(StateLines& lines, const Error& error)
{
    lines.tell({{"type", "error"}, {"text", error.message}});
    lines.finish();
    return fail(error);
}

Result<EngineOutcome> runExperiment(
    StateLines& lines, session::SessionFile& file, const session::Experiment& experiment)
{
    if (experiment.instrument == "load") {
        return runLoadExperiment(lines, file, experiment);
    }
    if (experiment.instrument == "spawn") {
        return runSpawnExperiment(lines, file, experiment);
    }
    return usageError("The experiment \"" + experiment.name + "\" is of the instrument \""
        + experiment.instrument + "\", which this version of Assay cannot run.");
}

int run(const std::string& path, std::int64_t experimentId)
{
    StateLines lines;
    auto file = session::SessionFile::open(path, session::SessionFile::Mode::ReadWrite);
    if (!file) {
        return tellFailure(lines, file.error());
    }
    const auto experiment = file->experiment(experimentId);
    if (!experiment) {
        return tellFailure(lines, experiment.error());
    }
    const auto outcome = runExperiment(lines, *file, *experiment);
    if (!outcome) {
        return tellFailure(lines, outcome.error());
    }
    for (const auto& notice : outcome->notices) {
        lines.tellNotice(notice);
    }
    const bool failed = outcome->state == session::RunState::Failed;
    if (const auto settled = file->settle(); !settled && !failed) {
        lines.tellNotice(settled.error().message);
    }
    if (failed) {
        lines.tell({{"type", "error"}, {"text", outcome->endReason}});
    }
    lines.tell({{"type", "done"}, {"run", outcome->runId}, {"state", session::runStateName(outcome->state)}});
    lines.finish();
    return failed ? exitEnvironment : outcome->verdict;
}

} // namespace

int runCommand(const std::vector<std::string>& arguments)
{
    CommandLine line{"run", "--session FILE --experiment ID",
        "Runs one experiment of a session file and records it there. Tells its state on the standard output, "
        "one JSON object a line, and never waits for whoever reads it. A line \"stop\" on the standard "
        "input, or Ctrl-C, stops gracefully; a second Ctrl-C at once. The end of the input does not stop "
        "it."};
    std::string path;
    std::int64_t experiment = 0;
    line.text("session", "FILE", path, "The session file");
    line.integer("experiment", experiment, 1, std::numeric_limits<std::int64_t>::max(),
        "The experiment's number, see \"assay-cli session show FILE\"");
    line.example(
        "assay-cli run --session shop.assay --experiment 1", "what the window does when Start is pressed");
    const auto parsed = line.parse(arguments);
    if (!parsed) {
        return fail(parsed.error());
    }
    if (*parsed == CommandLine::Outcome::HelpShown) {
        return exitOk;
    }
    if (path.empty() || experiment == 0) {
        return fail(
            usageError("Name the session and the experiment: assay-cli run --session FILE --experiment ID."));
    }
    catchStopSignals();
    return run(path, experiment);
}

} // namespace assay::cli
