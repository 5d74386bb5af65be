// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "enginerun.h"
#include "spawn/spawnrunner.h"
#include "spawnverdict.h"
#include "stoprequests.h"

#include <boost/json/object.hpp>

namespace assay::cli {

Result<EngineOutcome> runSpawnExperiment(
    StateLines& lines, session::SessionFile& file, const session::Experiment& experiment)
{
    const auto name = "The plan of \"" + experiment.name + "\"";
    const auto plan = spawn::SpawnPlan::fromText(experiment.plan, name);
    if (!plan) {
        return plan.error();
    }
    if (const auto faults = plan->validate(); !faults.empty()) {
        return faultsError(name + " cannot be run:", faults);
    }
    StopRequests requests;
    spawn::SpawnRunner::Observer observer;
    observer.started = [&](std::int64_t runId) { lines.tellRunning(runId); };
    observer.progress = [&](const spawn::SpawnRunner::Progress& progress) {
        lines.tellIfRead({{"type", "progress"}, {"elapsed_s", inSeconds(progress.elapsedNs)},
            {"total_s", inSeconds(progress.totalNs)}, {"completed", progress.done}, {"total", progress.total},
            {"cell", progress.cell}});
    };
    observer.wantsStop = [&] { return requests.stop(); };
    spawn::SpawnRunner runner{*plan, spawn::Machine::inspect(), observer};
    auto outcome = runner.run(&file, experiment.id);
    if (!outcome) {
        return outcome.error();
    }
    return EngineOutcome{outcome->runId, outcome->state, outcome->endReason, outcome->summary.notices,
        verdictOf(outcome->summary)};
}

} // namespace assay::cli
