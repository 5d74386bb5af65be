// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panes/runfeed.h"
#include "session/runreader.h"
#include "session/spawnrounds.h"
#include "spawn/spawnrow.h"
#include "spawn/spawnsummary.h"

#include <optional>

namespace assay::spawnpage {

/// One cell measured once, as the time line shows it.
struct RoundPoint
{
    std::uint32_t cell = 0; ///< 0 = control, else index + 1 into the summary's cells
    std::int64_t startNs = 0;
    double spawnsPerSecond = 0;
};

/// What the charts of a spawn run are made from.
struct SpawnData
{
    session::Run run;
    spawn::SpawnSummary summary;
    std::vector<RoundPoint> rounds; ///< in order of time
};

/// Reads a run from its file and keeps up with it while it is being written: each update() reads only the
/// rounds that are new. One thread, the one of the file.
class SpawnFollower
{
public:
    explicit SpawnFollower(std::int64_t runId);

    Result<void> update(const session::SessionFile& file);
    const SpawnData& data() const { return m_data; }

private:
    Result<void> begin();
    void addRounds(const std::vector<session::SpawnRound>& rounds);
    /// What the engine said at the end, where this machine and this moment need not know it.
    void takeStoredSummary();

    std::int64_t m_runId;
    std::int64_t m_lastRoundId = 0;
    std::optional<spawn::SpawnTally> m_tally;
    SpawnData m_data;
};

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
