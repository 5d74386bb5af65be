// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnplan.h"

#include <string>
#include <unordered_set>

namespace assay::spawn {

namespace {

/// The same cell for all that differ only in what has no effect.
Cell normalised(Cell cell)
{
    if (cell.memoryBytes == 0) {
        cell.fill = Fill::Written;
        cell.pages = PageSize::Base;
        cell.slabs = Slabs::One;
    }
    if (cell.mechanism != Mechanism::Clone3) {
        cell.cloneFlags = 0;
    }
    return cell;
}

/// All cells again, once for each value of the axis.
template <typename Values, typename Set>
std::vector<Cell> multiplied(const std::vector<Cell>& cells, const Values& values, Set set)
{
    std::vector<Cell> product;
    for (const auto& cell : cells) {
        for (const auto& value : values) {
            product.push_back(cell);
            set(product.back(), value);
        }
    }
    return product;
}

} // namespace

std::vector<Cell> cellsOf(const SpawnPlan& plan)
{
    Cell origin;
    origin.cloneFlags = plan.cloneFlags;
    std::vector<Cell> cells{origin};
    const auto by = [&cells](const auto& values, auto set) { cells = multiplied(cells, values, set); };
    by(plan.children, [](Cell& cell, const auto& value) { cell.child = value; });
    by(plan.mechanisms, [](Cell& cell, Mechanism value) { cell.mechanism = value; });
    by(plan.threads, [](Cell& cell, std::int64_t value) { cell.threads = static_cast<int>(value); });
    by(plan.memoryBytes, [](Cell& cell, std::int64_t value) { cell.memoryBytes = value; });
    by(plan.fills, [](Cell& cell, Fill value) { cell.fill = value; });
    by(plan.pages, [](Cell& cell, PageSize value) { cell.pages = value; });
    by(plan.slabs, [](Cell& cell, Slabs value) { cell.slabs = value; });
    by(plan.openFiles, [](Cell& cell, std::int64_t value) { cell.openFiles = static_cast<int>(value); });
    by(plan.closeWays, [](Cell& cell, CloseWay value) { cell.closeWay = value; });
    by(plan.environmentVariables,
        [](Cell& cell, std::int64_t value) { cell.environmentVariables = static_cast<int>(value); });
    by(plan.placements, [](Cell& cell, Placement value) { cell.placement = value; });
    std::vector<Cell> distinct;
    std::unordered_set<std::string> known; // different cells have different keys
    for (const auto& cell : cells) {
        auto plain = normalised(cell);
        if (known.insert(cellKey(plain)).second) {
            distinct.push_back(std::move(plain));
        }
    }
    return distinct;
}

} // namespace assay::spawn
