// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "enginerun.h"
#include "load/loadrunner.h"
#include "loadverdict.h"
#include "stoprequests.h"

#include <boost/json/object.hpp>

#include <optional>

namespace assay::cli {

Result<EngineOutcome> runLoadExperiment(
    StateLines& lines, session::SessionFile& file, const session::Experiment& experiment)
{
    const auto plan = load::LoadPlan::fromText(experiment.plan, "The plan of \"" + experiment.name + "\"");
    if (!plan) {
        return plan.error();
    }
    StopRequests requests;
    std::optional<load::LoadRunner> runner;
    load::LoadRunner::Observer observer;
    observer.started = [&](std::int64_t runId) { lines.tellRunning(runId); };
    observer.notice = [&](const std::string& text) { lines.tellNotice(text); };
    observer.progress = [&](const load::LoadRunner::Progress& progress) {
        lines.tellIfRead({{"type", "progress"}, {"elapsed_s", inSeconds(progress.elapsedNs)},
            {"total_s", inSeconds(progress.totalNs)}, {"users", progress.users},
            {"completed", progress.completed}, {"failures", progress.failures}});
        if (requests.stop()) {
            runner->stop();
        }
        if (requests.abort()) {
            runner->abort();
        }
    };
    runner.emplace(*plan, observer);
    auto outcome = runner->run(&file, experiment.id);
    if (!outcome) {
        return outcome.error();
    }
    return EngineOutcome{outcome->runId, outcome->state, outcome->endReason, outcome->summary.notices,
        verdictOf(*plan, outcome->summary)};
}

} // namespace assay::cli
