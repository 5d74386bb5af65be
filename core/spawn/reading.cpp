// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/reading.h"

#include "base/units.h"
#include "spawn/failurecause.h"
#include "spawn/spawnsummary.h"

#include <algorithm>
#include <cmath>

namespace assay::spawn {

namespace {

using Cells = std::vector<const CellSummary*>;

constexpr double noisyDrift = 0.05;

bool isMeasured(const CellSummary& cell)
{
    return cell.unavailable.empty() && cell.spawnsPerSecond.value > 0;
}

/// a is certainly faster: the intervals do not meet.
bool isFaster(const CellSummary& a, const CellSummary& b)
{
    return a.spawnsPerSecond.low > b.spawnsPerSecond.high;
}

std::string times(double factor)
{
    return factor < 10 ? formatFixed(factor, 1) + " times" : formatFixed(factor, 0) + " times";
}

std::string rateText(const CellSummary& cell)
{
    return formatFixed(cell.spawnsPerSecond.value, 0) + " spawns/s";
}

std::string titleOf(const CellSummary& cell)
{
    return std::string{factsOf(cell.cell.mechanism).title};
}

std::string medianText(const CellSummary& cell)
{
    return humanDuration(cell.percentileNs(Phase::Whole, 50));
}

/// "with 1 GiB on 4 threads", what the cells of a group share.
std::string circumstances(const Cell& cell)
{
    std::string text = cell.memoryBytes == 0 ? "with an empty heap" : "with " + humanSize(cell.memoryBytes);
    if (cell.memoryBytes > 0 && cell.pages != PageSize::Base) {
        text += " on " + std::string{pageSizeNames[static_cast<std::size_t>(cell.pages)]} + " pages";
    }
    return text
        + (cell.threads == 1 ? " and one thread" : " and " + std::to_string(cell.threads) + " threads");
}

/// Groups of measured cells that differ in one field alone, which `erase` makes equal.
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

void tellMechanisms(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    auto groups = groupsBy(summary, [](Cell& cell) {
        cell.mechanism = Mechanism::Fork;
        cell.cloneFlags = 0;
    });
    // The fullest process is where the choice matters most; the emptiest is the other end.
    std::ranges::stable_sort(
        groups, std::greater{}, [](const Cells& g) { return g.front()->cell.memoryBytes; });
    if (groups.size() > 2) {
        groups = {groups.front(), groups.back()};
    }
    for (const auto& group : groups) {
        const auto& best = fastestOf(group);
        const auto& worst = slowestOf(group);
        if (isFaster(best, worst)) {
            lines.push_back("Fastest " + circumstances(best.cell) + ": " + titleOf(best) + ", "
                + rateText(best) + " (median " + medianText(best) + "), "
                + times(best.spawnsPerSecond.value / worst.spawnsPerSecond.value) + " the rate of "
                + titleOf(worst) + " (" + medianText(worst) + ").");
        } else {
            lines.push_back(
                "No mechanism is certainly faster than another " + circumstances(best.cell) + ".");
        }
    }
}

void tellThreads(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    for (auto& group : groupsBy(summary, [](Cell& cell) { cell.threads = 1; })) {
        std::ranges::sort(group, {}, [](const CellSummary* cell) { return cell->cell.threads; });
        const auto& one = *group.front();
        const auto& best = fastestOf(group);
        const auto heap =
            one.cell.memoryBytes == 0 ? std::string{"an empty heap"} : humanSize(one.cell.memoryBytes);
        if (&best != &one && isFaster(best, one)) {
            lines.push_back(titleOf(one) + " with " + heap + " is fastest on "
                + std::to_string(best.cell.threads)
                + " threads: " + times(best.spawnsPerSecond.value / one.spawnsPerSecond.value)
                + " the rate of " + std::to_string(one.cell.threads) + ".");
        } else {
            lines.push_back(titleOf(one) + " with " + heap + " gains nothing from more threads than "
                + std::to_string(one.cell.threads) + ".");
        }
    }
}

/// The slope between the emptiest and the fullest cell.
void tellGrowth(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    auto groups = groupsBy(summary, [](Cell& cell) {
        cell.memoryBytes = 0;
        cell.fill = Fill::Written;
        cell.slabs = Slabs::One;
        cell.pages = PageSize::Base;
    });
    for (auto& group : groups) {
        std::erase_if(group, [](const CellSummary* cell) {
            return cell->cell.memoryBytes > 0
                && (cell->cell.pages != PageSize::Base || cell->cell.fill != Fill::Written
                    || cell->cell.slabs != Slabs::One);
        });
        if (group.size() < 2) {
            continue;
        }
        const auto [empty, full] =
            std::ranges::minmax(group, {}, [](const CellSummary* cell) { return cell->cell.memoryBytes; });
        if (full->cell.memoryBytes == empty->cell.memoryBytes || full->cell.threads != 1) {
            continue;
        }
        const auto growthNs = full->percentileNs(Phase::Whole, 50) - empty->percentileNs(Phase::Whole, 50);
        const auto gibibytes =
            static_cast<double>(full->cell.memoryBytes - empty->cell.memoryBytes) / (1 << 30);
        if (isFaster(*empty, *full)) {
            lines.push_back(titleOf(*full) + " takes "
                + humanDuration(std::llround(static_cast<double>(growthNs) / gibibytes))
                + " longer for each GiB of touched memory: " + medianText(*empty) + " at "
                + humanSize(empty->cell.memoryBytes) + ", " + medianText(*full) + " at "
                + humanSize(full->cell.memoryBytes) + ", whose page tables are "
                + humanSize(full->memory.pageTables) + ".");
        } else {
            lines.push_back(titleOf(*full) + " does not slow down up to " + humanSize(full->cell.memoryBytes)
                + " of touched memory.");
        }
    }
}

void tellHugePages(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    for (const auto& group : groupsBy(summary, [](Cell& cell) { cell.pages = PageSize::Base; })) {
        const auto small = std::ranges::find_if(
            group, [](const CellSummary* cell) { return cell->cell.pages == PageSize::Base; });
        if (small == group.end() || (*small)->cell.memoryBytes == 0) {
            continue;
        }
        const auto& best = fastestOf(group);
        const auto share = best.hugeCoverage();
        if (&best != *small && share && isFaster(best, **small)) {
            lines.push_back("Huge pages ("
                + std::string{pageSizeNames[static_cast<std::size_t>(best.cell.pages)]} + ", verified for "
                + formatFixed(*share * 100, 0) + " % of the memory) make " + titleOf(best) + " with "
                + humanSize(best.cell.memoryBytes) + " "
                + times(best.spawnsPerSecond.value / (*small)->spawnsPerSecond.value)
                + " as fast: " + medianText(best) + " instead of " + medianText(**small) + ".");
        } else {
            lines.push_back("Huge pages bring nothing certain for " + titleOf(**small) + " with "
                + humanSize((*small)->cell.memoryBytes) + ".");
        }
    }
}

void tellLimits(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    for (const auto& cell : summary.cells) {
        for (const auto& [error, count] : cell.failures) {
            const auto cause = cell.failureCauses.find(error);
            lines.push_back(cellKey(cell.cell) + ": " + std::to_string(count) + " of "
                + std::to_string(cell.spawns + count) + " spawns failed with " + errnoName(error) + ". "
                + (cause == cell.failureCauses.end() ? "" : cause->second));
        }
    }
}

/// The cheapest way out for a process that must fork while it is big.
void tellRemedy(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    const CellSummary* dearest = nullptr;
    for (const auto& cell : summary.cells) {
        const bool isBig =
            isMeasured(cell) && cell.cell.memoryBytes > 0 && factsOf(cell.cell.mechanism).copiesPageTables;
        if (isBig && (!dearest || cell.spawnsPerSecond.value < dearest->spawnsPerSecond.value)) {
            dearest = &cell;
        }
    }
    if (!dearest) {
        return;
    }
    const CellSummary* better = nullptr;
    for (const auto& cell : summary.cells) {
        const bool comparable = isMeasured(cell) && cell.cell.memoryBytes == dearest->cell.memoryBytes
            && cell.cell.threads == dearest->cell.threads && cell.cell.child == dearest->cell.child;
        if (comparable && isFaster(cell, *dearest)
            && (!better || cell.spawnsPerSecond.value > better->spawnsPerSecond.value)) {
            better = &cell;
        }
    }
    if (better && better->spawnsPerSecond.value > 1.5 * dearest->spawnsPerSecond.value) {
        const bool isOtherWay = better->cell.mechanism != dearest->cell.mechanism;
        lines.push_back("A process of " + humanSize(dearest->cell.memoryBytes)
            + " that must start programs should "
            + (isOtherWay ? "use " + titleOf(*better) + " instead of " + titleOf(*dearest)
                          : "keep its memory on "
                        + std::string{pageSizeNames[static_cast<std::size_t>(better->cell.pages)]} + " pages")
            + ". Where it cannot: let a small helper started early do it, keep big data on huge pages, or "
              "exclude it with MADV_DONTFORK.");
    }
}

/// Closing one by one against closing a range.
void tellClosing(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    for (const auto& group : groupsBy(summary, [](Cell& cell) { cell.closeWay = CloseWay::Inherit; })) {
        const auto& worst = slowestOf(group);
        const auto range = std::ranges::find_if(
            group, [](const CellSummary* cell) { return cell->cell.closeWay == CloseWay::CloseRange; });
        if (range != group.end() && worst.cell.closeWay != CloseWay::CloseRange && isFaster(**range, worst)) {
            lines.push_back("Closing inherited descriptors by "
                + std::string{closeWayNames[static_cast<std::size_t>(worst.cell.closeWay)]} + " costs "
                + titleOf(worst) + " " + medianText(worst) + " a spawn, close_range " + medianText(**range)
                + ".");
        }
    }
}

} // namespace

std::vector<std::string> readingOf(const SpawnSummary& summary)
{
    std::vector<std::string> lines;
    tellMechanisms(summary, lines);
    tellThreads(summary, lines);
    tellGrowth(summary, lines);
    tellHugePages(summary, lines);
    tellClosing(summary, lines);
    tellLimits(summary, lines);
    tellRemedy(summary, lines);
    return lines;
}

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
