// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadcommand.h"

#include "base/units.h"
#include "commandline.h"
#include "load/arrivalschedule.h"
#include "load/loadrunner.h"
#include "load/planwarnings.h"
#include "load/profile.h"
#include "loadoptions.h"
#include "loadreport.h"
#include "loadverdict.h"
#include "progressline.h"
#include "recordedsession.h"
#include "stopsignals.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

namespace assay::cli {

namespace {

CommandLine commandLine()
{
    return {"load", "URL|PLAN.json [options]",
        "Makes load on a web server by a plan, and tells throughput, response times and failures. Ctrl-C "
        "stops gracefully, a second one at once. Exit code: 0 all is well, 1 a request failed or was never "
        "answered, none ended at all, or a threshold was missed (a threshold on failures decides alone which "
        "failures are too many, one on cut how many may stay unanswered), 2 wrong input, 3 this machine "
        "refused something. A run that was stopped is judged by what it measured."};
}

void addExamples(CommandLine& line)
{
    line.example("assay-cli load http://localhost:8080/ --users 50 --ramp 30s --hold 30s",
        "50 users, started over 30 s, held for 30 s");
    line.example("assay-cli load http://localhost:8080/ --rate 200 --hold 1m --threshold 'p95<300ms'",
        "200 arrivals a second for a minute; fails if p95 is too long");
    line.example("assay-cli load plan.json --session run.assay --json", "a saved plan; every sample kept");
    line.example("assay-cli load --demo", "see throughput stop rising at 8 users");
}

int showPreview(const load::LoadPlan& plan)
{
    std::printf("%s\n",
        plan.profile.kind == load::Profile::Kind::Closed ? "time      users" : "time      arrivals/s");
    const auto curve = load::profileCorners(plan);
    for (const auto& point : curve) {
        if (load::endsByCount(plan) && point.timeNs >= load::openEndedHoldNs) {
            std::printf("until the rounds or requests are done\n");
            break;
        }
        std::printf("%-9s %s\n", formatDuration(point.timeNs).c_str(), formatFixed(point.value, 1).c_str());
    }
    if (plan.profile.kind == load::Profile::Kind::Open) {
        std::printf("%lld arrivals planned\n", static_cast<long long>(load::plannedArrivals(plan)));
    }
    for (const auto& warning : load::planWarnings(plan)) {
        std::printf("\nNote: %s\n", warning.c_str());
    }
    return exitOk;
}

int exitCodeOf(const load::LoadPlan& plan, const load::LoadRunner::Outcome& outcome)
{
    if (outcome.state == session::RunState::Failed) {
        return fail(environmentError(outcome.endReason));
    }
    return verdictOf(plan, outcome.summary);
}

void print(const LoadOptions& options, const load::LoadRunner::Outcome& outcome)
{
    if (!options.json()) {
        std::printf("%s", loadReport(outcome.summary).c_str());
        if (outcome.state == session::RunState::Stopped) {
            std::printf("\n%s\n", outcome.endReason.c_str());
        }
        return;
    }
    auto object = outcome.summary.toJson();
    object["state"] = session::runStateName(outcome.state);
    object["end_reason"] = outcome.endReason;
    if (!options.sessionFile().empty()) {
        object["session"] = options.sessionFile();
        object["run"] = outcome.runId;
    }
    std::printf("%s", prettyJson(object).c_str());
}

Result<load::LoadRunner::Outcome> runPlan(const load::LoadPlan& plan, RecordedSession& session)
{
    const auto experiment =
        session.experimentFor("load", plan.name.empty() ? "Load" : plan.name, plan.toText());
    if (!experiment) {
        return experiment.error();
    }
    ProgressLine line;
    for (const auto& warning : load::planWarnings(plan)) {
        line.notice("Note: " + warning);
    }
    std::optional<load::LoadRunner> runner;
    load::LoadRunner::Observer observer;
    observer.notice = [&](const std::string& text) { line.notice(text); };
    observer.progress = [&](const load::LoadRunner::Progress& progress) {
        line.update(progress);
        if (stopSignals() > 0) {
            runner->stop();
        }
        if (stopSignals() > 1) {
            runner->abort();
        }
    };
    runner.emplace(plan, observer);
    return runner->run(session.file(), *experiment);
}

int run(const LoadOptions& options, const load::LoadPlan& plan)
{
    catchStopSignals();
    auto session = RecordedSession::open(options.sessionFile());
    if (!session) {
        return fail(session.error());
    }
    const auto outcome = runPlan(plan, *session);
    if (!outcome) {
        return fail(outcome.error());
    }
    const auto settled = session->settle();
    print(options, *outcome);
    if (!settled && outcome->state != session::RunState::Failed) {
        return fail(settled.error());
    }
    return exitCodeOf(plan, *outcome);
}

} // namespace

int loadCommand(const std::vector<std::string>& arguments)
{
    auto line = commandLine();
    LoadOptions options;
    options.addTo(line);
    addExamples(line);
    const auto parsed = line.parse(arguments);
    if (!parsed) {
        return fail(parsed.error());
    }
    if (*parsed == CommandLine::Outcome::HelpShown) {
        return exitOk;
    }
    const auto plan = options.plan(line);
    if (!plan) {
        return fail(plan.error());
    }
    return options.preview() ? showPreview(*plan) : run(options, *plan);
}

} // namespace assay::cli
