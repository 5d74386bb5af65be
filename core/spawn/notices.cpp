// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/notices.h"

#include "base/units.h"
#include "spawn/spawnsummary.h"

namespace assay::spawn {

namespace {

constexpr double noisyDrift = 0.05;

} // namespace

std::vector<std::string> noticesOf(const SpawnSummary& summary)
{
    std::vector<std::string> lines;
    if (summary.drift && *summary.drift >= noisyDrift) {
        lines.push_back("The control cell, the same in each round, strayed by "
            + formatFixed(*summary.drift * 100, 0)
            + " %: something else was at work on this machine. Differences of that size mean nothing.");
    }
    for (const auto& cell : summary.cells) {
        const auto name = cellKey(cell.cell);
        if (cell.zombies > 0) {
            lines.push_back(name + " left " + std::to_string(cell.zombies) + " zombies.");
        }
        if (cell.leaked > cell.cell.openFiles && cell.cell.closeWay == CloseWay::Inherit) {
            lines.push_back(name + " gave its children " + std::to_string(cell.leaked - cell.cell.openFiles)
                + " descriptors of its own.");
        }
        for (const auto& problem : cell.problems) {
            lines.push_back(name + ": " + problem);
        }
        for (const auto& [end, count] : cell.badEnds) {
            lines.push_back(name + ": " + std::to_string(count) + " children ended with " + end + ".");
        }
    }
    return lines;
}

} // namespace assay::spawn
