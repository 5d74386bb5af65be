// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawnverdict.h"

#include <algorithm>

namespace assay::cli {

ExitCode verdictOf(const spawn::SpawnSummary& summary)
{
    const bool bad = std::ranges::any_of(summary.cells, [](const spawn::CellSummary& cell) {
        return !cell.failures.empty() || !cell.problems.empty() || cell.zombies > 0 || !cell.didItsWork();
    });
    const bool any =
        std::ranges::any_of(summary.cells, [](const spawn::CellSummary& cell) { return cell.spawns > 0; });
    return bad || !any ? exitFailed : exitOk;
}

} // namespace assay::cli
