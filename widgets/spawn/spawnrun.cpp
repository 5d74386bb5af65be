// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnrun.h"

#include "spawn/runfollower.h"
#include "spawn/spawnchartspecs.h"

namespace assay::spawnpage {

panes::RunSource spawnRunSource(std::int64_t runId)
{
    auto follower = std::make_shared<spawn::RunFollower>(runId);
    return [follower](const session::SessionFile& file) -> Result<panes::RunSnapshotPtr> {
        const bool first = follower->data().run.id == 0;
        if (auto updated = follower->update(file); !updated) {
            return updated.error();
        }
        auto snapshot = std::make_shared<SpawnSnapshot>();
        snapshot->run = follower->data().run;
        snapshot->summary = follower->data().summary;
        snapshot->rows = rowsOf(snapshot->summary);
        snapshot->charts = spawnCharts(follower->data(), {});
        snapshot->first = first;
        return panes::RunSnapshotPtr(snapshot);
    };
}

} // namespace assay::spawnpage
