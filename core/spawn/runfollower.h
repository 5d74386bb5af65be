// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/runreader.h"
#include "session/spawnrounds.h"
#include "spawn/spawnsummary.h"

#include <optional>
#include <vector>

namespace assay::spawn {

/// One cell measured once, as a time line shows it.
struct RoundPoint
{
    std::uint32_t cell = 0; ///< 0 = control, else index + 1 into the summary's cells
    std::int64_t startNs = 0;
    double spawnsPerSecond = 0;
};

/// A recorded run, as far as it has been read.
struct FollowedRun
{
    session::Run run;
    SpawnSummary summary;
    std::vector<RoundPoint> rounds; ///< in order of time
};

/// Reads a run from its file and keeps up with it while it is being written: each update() reads only the
/// rounds that are new. One thread, the one of the file.
class RunFollower
{
public:
    explicit RunFollower(std::int64_t runId);

    Result<void> update(const session::SessionFile& file);
    const FollowedRun& data() const { return m_data; }

private:
    Result<void> begin();
    void add(const session::SpawnRound& row);
    /// What the engine said at the end, where this machine and this moment need not know it.
    void takeStoredSummary();

    std::int64_t m_runId;
    std::int64_t m_lastRoundId = 0;
    std::optional<SpawnTally> m_tally;
    FollowedRun m_data;
};

} // namespace assay::spawn
