// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/spawnsummary.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace assay::spawnpage {

/// A cell's figures as the result table shows them.
struct SpawnRow
{
    /// Of one phase.
    struct Times
    {
        std::int64_t p50Ns = 0;
        std::int64_t p99Ns = 0;
        std::int64_t maxNs = 0;
        bool known = false;

        bool operator==(const Times&) const = default;
    };

    QString cell;
    QString key; ///< cellKey(), as the command line names it
    QString reason; ///< why there are no figures, a sentence; empty if there are
    stats::Interval rate;
    bool isNoisy = false;
    std::array<Times, spawn::phaseNames.size()> times;
    std::uint64_t failures = 0;
    QString failureText; ///< a line a kind
    double cpuUserS = 0;
    double cpuSystemS = 0;
    std::int64_t pageTableBytes = 0;
    std::optional<double> hugeCoverage; ///< 0 … 1
    std::int64_t zombies = 0;
    std::int64_t leaked = -1; ///< -1 unknown

    bool isMeasured() const { return rate.value > 0; }
    bool operator==(const SpawnRow&) const = default;
};

/// In the order of the summary's cells. Any thread.
std::vector<SpawnRow> rowsOf(const spawn::SpawnSummary& summary);

} // namespace assay::spawnpage
