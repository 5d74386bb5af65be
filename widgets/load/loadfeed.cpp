// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadfeed.h"

#include "load/loadchartspecs.h"

#include <algorithm>

namespace assay::loadpage {

namespace {

LoadSnapshotPtr snapshotOf(const RunFollower& follower, bool first)
{
    auto snapshot = std::make_shared<LoadSnapshot>();
    const RunData& data = follower.data();
    snapshot->run = data.run;
    snapshot->charts = loadCharts(data);
    snapshot->whole = follower.summary(false);
    if (follower.hasHold()) {
        snapshot->hold = follower.summary(true);
        snapshot->usersPeakInHold = follower.usersPeak(true);
    }
    snapshot->usersPeak = follower.usersPeak(false);
    snapshot->newFailures = follower.newFailures();
    snapshot->first = first;
    for (const auto& interval : data.intervals) {
        snapshot->unserved += interval.unserved;
        snapshot->dropped += interval.dropped;
        snapshot->retries += interval.retries;
    }
    for (const auto& metric : data.metrics) {
        if (metric.source == "host" && metric.name == "cpu_steal") {
            snapshot->stealPercent = std::max(snapshot->stealPercent, metric.value);
        }
    }
    return snapshot;
}

} // namespace

panes::RunSource loadRunSource(std::int64_t runId)
{
    auto follower = std::make_shared<RunFollower>(runId);
    return [follower](const session::SessionFile& file) -> Result<panes::RunSnapshotPtr> {
        const bool first = follower->data().run.id == 0;
        if (auto updated = follower->update(file); !updated) {
            return updated.error();
        }
        return panes::RunSnapshotPtr(snapshotOf(*follower, first));
    };
}

} // namespace assay::loadpage
