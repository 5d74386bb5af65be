// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/records.h"
#include "session/sessionfile.h"
#include "stats/latencyhistogram.h"

#include <cstdint>
#include <functional>
#include <string>

namespace assay::session {

/// One cell of a spawn run measured once. Cells have the numbers of the run's labels, 1, 2, …; 0 is the
/// control cell.
struct SpawnRound
{
    std::uint32_t cell = 0;
    std::uint32_t round = 0; ///< from 0
    std::int64_t startNs = 0;
    std::int64_t lengthNs = 0; ///< of the measurement itself
    std::uint64_t spawns = 0; ///< that succeeded
    std::uint64_t failures = 0;
    std::string problem; ///< why it could not be measured, else empty
    std::string result; ///< the instrument's further figures, JSON
    stats::LatencyHistogram call; ///< until the call returned
    stats::LatencyHistogram start; ///< until the child's first instruction
    stats::LatencyHistogram whole; ///< until the child was reaped
};

/// As it stands in its row: histograms packed.
struct SpawnRoundRow
{
    explicit SpawnRoundRow(const SpawnRound& round);

    std::uint32_t cell;
    std::uint32_t round;
    std::int64_t startNs;
    std::int64_t lengthNs;
    std::uint64_t spawns;
    std::uint64_t failures;
    std::string problem;
    std::string result;
    std::string call;
    std::string start;
    std::string whole;

    std::size_t bytes() const
    {
        return sizeof *this + problem.size() + result.size() + call.size() + start.size() + whole.size();
    }
};

/// The table, which came with format 2.
extern const char* const spawnRoundTable;

/// Gives `use` the rounds with a larger id than `lastId`, which becomes the last one's, in the order in which
/// they were measured. One after the other: each is some hundred KiB in memory.
Result<void> readSpawnRounds(const SessionFile& file, std::int64_t runId, std::int64_t& lastId,
    const std::function<void(const SpawnRound&)>& use);

} // namespace assay::session
