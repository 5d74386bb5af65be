// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/comparablecells.h"

namespace assay::spawn {

namespace {

constexpr std::uint32_t fewestRounds = 3; // below it an interval is a guess
constexpr double worthTelling = 1.05;
constexpr double alikeShare = 0.9;

} // namespace

bool isMeasured(const CellSummary& cell)
{
    return cell.unavailable.empty() && cell.spawnsPerSecond.value > 0 && cell.didItsWork();
}

bool isFaster(const CellSummary& a, const CellSummary& b)
{
    const bool enough = std::min(a.rounds, b.rounds) >= fewestRounds;
    return enough && a.spawnsPerSecond.low > b.spawnsPerSecond.high
        && a.spawnsPerSecond.value > worthTelling * b.spawnsPerSecond.value;
}

bool areAlike(const CellSummary& a, const CellSummary& b)
{
    const auto [least, most] = std::minmax(a.spawnsPerSecond.value, b.spawnsPerSecond.value);
    return std::min(a.rounds, b.rounds) >= fewestRounds && least > alikeShare * most && !isFaster(a, b)
        && !isFaster(b, a);
}

const CellSummary& fastestOf(const Cells& cells)
{
    return **std::ranges::max_element(
        cells, {}, [](const CellSummary* cell) { return cell->spawnsPerSecond.value; });
}

const CellSummary& slowestOf(const Cells& cells)
{
    return **std::ranges::min_element(
        cells, {}, [](const CellSummary* cell) { return cell->spawnsPerSecond.value; });
}

Cells tiedWithFastest(const Cells& cells)
{
    const auto& best = fastestOf(cells);
    Cells tied{&best};
    for (const auto* cell : cells) {
        if (cell != &best && !isFaster(best, *cell)) {
            tied.push_back(cell);
        }
    }
    return tied;
}

const Cells& fullestOf(const std::vector<Cells>& groups)
{
    return *std::ranges::max_element(groups, {}, [](const Cells& group) {
        const auto& cell = group.front()->cell;
        return std::pair{cell.memoryBytes, -cell.threads};
    });
}

const Cells& emptiestOf(const std::vector<Cells>& groups)
{
    return *std::ranges::min_element(groups, {}, [](const Cells& group) {
        const auto& cell = group.front()->cell;
        return std::pair{cell.memoryBytes, cell.threads};
    });
}

std::vector<Cells> fullestByPages(const SpawnSummary& summary)
{
    std::vector<std::vector<Cells>> alike;
    for (auto& group : groupsBy(summary, [](Cell& cell) { cell.pages = PageSize::Base; })) {
        std::ranges::stable_sort(group, {}, [](const CellSummary* cell) { return cell->cell.pages; });
        if (group.front()->cell.memoryBytes == 0 || group.front()->cell.pages != PageSize::Base) {
            continue;
        }
        const auto same = std::ranges::find_if(alike, [&](const std::vector<Cells>& groups) {
            const auto& cell = groups.front().front()->cell;
            return cell.mechanism == group.front()->cell.mechanism && cell.child == group.front()->cell.child;
        });
        if (same == alike.end()) {
            alike.push_back({std::move(group)});
        } else {
            same->push_back(std::move(group));
        }
    }
    std::vector<Cells> fullest;
    for (const auto& groups : alike) {
        fullest.push_back(fullestOf(groups));
    }
    return fullest;
}

} // namespace assay::spawn
