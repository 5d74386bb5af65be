// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panes/runfeed.h"
#include "spawn/runfollower.h"
#include "spawn/spawnrow.h"

#include <memory>

namespace assay::spawnpage {

/// What the charts of a spawn run are made from.
using SpawnData = spawn::FollowedRun;
using spawn::RoundPoint;

/// A spawn run as it stood at one moment.
struct SpawnSnapshot : panes::RunSnapshot
{
    spawn::SpawnSummary summary;
    std::vector<SpawnRow> rows; ///< in the order of the summary's cells
};
using SpawnSnapshotPtr = std::shared_ptr<const SpawnSnapshot>;

/// Its snapshots are SpawnSnapshots.
panes::RunSource spawnRunSource(std::int64_t runId);

} // namespace assay::spawnpage
