// SPDX-License-Identifier: GPL-3.0-or-later
#include "runcommand.h"

#include "commandline.h"
#include "load/loadrunner.h"
#include "loadverdict.h"
#include "statelines.h"
#include "stdinlines.h"
#include "stopsignals.h"

#include <boost/json/object.hpp>

#include <optional>

namespace assay::cli {

namespace {

double seconds(std::int64_t ns)
{
    return static_cast<double>(ns) / static_cast<double>(nsPerSecond);
}

int tellFailure(StateLines& lines, const Error& error)
{
    lines.tell({{"type", "error"}, {"text", error.message}});
    lines.finish();
    return fail(error);
}

Result<load::LoadRunner::Outcome> runLoad(StateLines& lines, session::SessionFile& file,
    const session::Experiment& experiment, const load::LoadPlan& plan)
{
    StdinLines input;
    std::optional<load::LoadRunner> runner;
    load::LoadRunner::Observer observer;
    observer.started = [&](std::int64_t runId) {
        lines.tell({{"type", "state"}, {"state", "running"}, {"run", runId}});
    };
    observer.notice = [&](const std::string& text) { lines.tell({{"type", "notice"}, {"text", text}}); };
    observer.progress = [&](const load::LoadRunner::Progress& progress) {
        lines.tellIfRead({{"type", "progress"}, {"elapsed_s", seconds(progress.elapsedNs)},
            {"total_s", seconds(progress.totalNs)}, {"users", progress.users},
            {"completed", progress.completed}, {"failures", progress.failures}});
        bool stop = stopSignals() > 0;
        while (const auto line = input.next()) {
            stop = stop || *line == "stop";
        }
        if (stop) {
            runner->stop();
        }
        if (stopSignals() > 1) {
            runner->abort();
        }
    };
    runner.emplace(plan, observer);
    return runner->run(&file, experiment.id);
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
    if (experiment->instrument != "load") {
        return tellFailure(lines,
            usageError("The experiment \"" + experiment->name + "\" is of the instrument \""
                + experiment->instrument + "\", which this version of Assay cannot run."));
    }
    const auto plan = load::LoadPlan::fromText(experiment->plan, "The plan of \"" + experiment->name + "\"");
    if (!plan) {
        return tellFailure(lines, plan.error());
    }
    const auto outcome = runLoad(lines, *file, *experiment, *plan);
    if (!outcome) {
        return tellFailure(lines, outcome.error());
    }
    for (const auto& notice : outcome->summary.notices) {
        lines.tell({{"type", "notice"}, {"text", notice}});
    }
    const bool failed = outcome->state == session::RunState::Failed;
    if (const auto settled = file->settle(); !settled && !failed) {
        lines.tell({{"type", "notice"}, {"text", settled.error().message}});
    }
    if (failed) {
        lines.tell({{"type", "error"}, {"text", outcome->endReason}});
    }
    lines.tell({{"type", "done"}, {"run", outcome->runId}, {"state", session::runStateName(outcome->state)}});
    lines.finish();
    return failed ? exitEnvironment : verdictOf(*plan, outcome->summary);
}

} // namespace

int runCommand(const std::vector<std::string>& arguments)
{
    CommandLine line{"run", "--session FILE --experiment ID",
        "Runs one experiment of a session file and records it there. Tells its state on the standard output, "
        "one JSON object a line, and never waits for whoever reads it. A line \"stop\" on the standard "
        "input, or Ctrl-C, stops gracefully; a second "
        "Ctrl-C "
        "at once. The end of the input does not stop it."};
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
