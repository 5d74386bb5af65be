// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawncommand.h"

#include "commandline.h"
#include "progressline.h"
#include "recordedsession.h"
#include "spawn/spawnrunner.h"
#include "spawnoptions.h"
#include "spawnreport.h"
#include "spawnverdict.h"
#include "stopsignals.h"

#include <cstdio>

namespace assay::cli {

namespace {

CommandLine commandLine()
{
    return {"spawn", "[PLAN.json] [options]",
        "Measures how many processes a second this machine starts, and how long each takes, by mechanism, "
        "threads, memory and page size. Each combination is a cell, measured in a process of its own, in "
        "several rounds. Ctrl-C stops. Exit code: 0 all is well, 1 a spawn failed or a cell could not be "
        "measured, 2 wrong input, 3 this machine refused something."};
}

void addExamples(CommandLine& line)
{
    line.example("assay-cli spawn", "a quick look at this machine");
    line.example("assay-cli spawn --mechanism fork,vfork,posix_spawn --memory 0,1G --pages 4k,thp",
        "does a full heap make them slow, and do huge pages help?");
    line.example("assay-cli spawn --preset how-many-threads --session fork.assay", "a ready plan, recorded");
    line.example("assay-cli spawn --mechanism fork,system --child /bin/sh -c true --rate 50 --duration 10s",
        "50 shells a second for ten seconds");
}

Result<spawn::SpawnRunner::Outcome> runPlan(
    const spawn::SpawnPlan& plan, const spawn::Machine& machine, RecordedSession& session)
{
    const auto experiment =
        session.experimentFor("spawn", plan.name.empty() ? "Spawn" : plan.name, plan.toText());
    if (!experiment) {
        return experiment.error();
    }
    ProgressLine line;
    spawn::SpawnRunner::Observer observer;
    observer.progress = [&](const spawn::SpawnRunner::Progress& progress) { line.update(progress); };
    observer.wantsStop = [] { return stopSignals() > 0; };
    spawn::SpawnRunner runner{plan, machine, observer};
    return runner.run(session.file(), *experiment);
}

void print(const SpawnOptions& options, const spawn::SpawnRunner::Outcome& outcome)
{
    if (!options.json()) {
        std::printf("%s", spawnReport(outcome.summary).c_str());
        if (outcome.state == session::RunState::Stopped) {
            std::printf("\n%s\n", outcome.endReason.c_str());
        }
        return;
    }
    auto object = outcome.summary.toJson().as_object();
    object["state"] = session::runStateName(outcome.state);
    object["end_reason"] = outcome.endReason;
    if (!options.sessionFile().empty()) {
        object["session"] = options.sessionFile();
        object["run"] = outcome.runId;
    }
    std::printf("%s", prettyJson(object).c_str());
}

int run(const SpawnOptions& options, const spawn::SpawnPlan& plan, const spawn::Machine& machine)
{
    catchStopSignals();
    auto session = RecordedSession::open(options.sessionFile());
    if (!session) {
        return fail(session.error());
    }
    const auto outcome = runPlan(plan, machine, *session);
    if (!outcome) {
        return fail(outcome.error());
    }
    const bool failed = outcome->state == session::RunState::Failed;
    const auto settled = session->settle();
    print(options, *outcome);
    if (!settled && !failed) {
        return fail(settled.error());
    }
    if (failed) {
        return fail(environmentError(outcome->endReason));
    }
    return verdictOf(outcome->summary);
}

} // namespace

int spawnCommand(const std::vector<std::string>& arguments)
{
    auto line = commandLine();
    SpawnOptions options;
    options.addTo(line);
    addExamples(line);
    const auto parsed = line.parse(options.takeChild(arguments));
    if (!parsed) {
        return fail(parsed.error());
    }
    if (*parsed == CommandLine::Outcome::HelpShown) {
        return exitOk;
    }
    const auto machine = spawn::Machine::inspect();
    if (options.list()) {
        std::printf(
            "%s", (options.json() ? prettyJson(spawnListJson(machine)) : spawnListText(machine)).c_str());
        return exitOk;
    }
    const auto plan = options.plan(line, machine);
    if (!plan) {
        return fail(plan.error());
    }
    if (options.preview()) {
        std::printf("%s", spawnPreview(*plan, machine).c_str());
        return exitOk;
    }
    return run(options, *plan, machine);
}

} // namespace assay::cli
