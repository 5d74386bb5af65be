// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/spawnsummary.h"

#include <algorithm>
#include <utility>
#include <vector>

/// Which cells of a summary may be compared with each other, for the sentences of a reading.
namespace assay::spawn {

using Cells = std::vector<const CellSummary*>;

/// Has a rate that is that of its work.
bool isMeasured(const CellSummary& cell);
/// a is certainly faster: by at least a twentieth, and the intervals, of three rounds or more, do not meet.
bool isFaster(const CellSummary& a, const CellSummary& b);

/// As fast as each other, which is more than that neither is certainly faster: three rounds or more, medians
/// that differ by less than a tenth.
bool areAlike(const CellSummary& a, const CellSummary& b);

/// Of at least one cell.
const CellSummary& fastestOf(const Cells& cells);
const CellSummary& slowestOf(const Cells& cells);

/// Those that the fastest is not certainly faster than, itself first.
Cells tiedWithFastest(const Cells& cells);

/// Of at least one group: that whose cells have the most memory, or the least, and among such the fewest
/// threads.
const Cells& fullestOf(const std::vector<Cells>& groups);
const Cells& emptiestOf(const std::vector<Cells>& groups);

/// Groups of at least two measured cells that differ in one field alone, which `erase` makes equal.
template <typename Erase> std::vector<Cells> groupsBy(const SpawnSummary& summary, Erase erase)
{
    std::vector<std::pair<Cell, Cells>> groups;
    for (const auto& cell : summary.cells) {
        if (!isMeasured(cell)) {
            continue;
        }
        auto key = cell.cell;
        erase(key);
        const auto group = std::ranges::find(groups, key, &std::pair<Cell, Cells>::first);
        if (group == groups.end()) {
            groups.push_back({key, {&cell}});
        } else {
            group->second.push_back(&cell);
        }
    }
    std::vector<Cells> several;
    for (auto& [key, cells] : groups) {
        if (cells.size() > 1) {
            several.push_back(std::move(cells));
        }
    }
    return several;
}

/// Of each mechanism and child, the fullest of the groups that differ in pages alone, small pages first.
std::vector<Cells> fullestByPages(const SpawnSummary& summary);

} // namespace assay::spawn
