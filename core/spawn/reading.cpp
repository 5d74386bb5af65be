// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/reading.h"

#include "base/units.h"
#include "spawn/comparablecells.h"
#include "spawn/failurecause.h"
#include "spawn/readingwords.h"

#include <algorithm>
#include <cmath>

namespace assay::spawn {

namespace {

using Lines = std::vector<std::string>;

void tellFastest(const Cells& group, const Circumstances& circumstances, Lines& lines)
{
    const auto& best = fastestOf(group);
    const auto& worst = slowestOf(group);
    if (!isFaster(best, worst)) {
        lines.push_back("No mechanism is certainly faster than another " + circumstances.of(best.cell) + ".");
        return;
    }
    std::vector<std::string> alike;
    for (const auto* cell : tiedWithFastest(group)) {
        if (cell != &best && isFaster(*cell, worst)) {
            alike.push_back(titleOf(*cell));
        }
    }
    lines.push_back("Fastest " + circumstances.of(best.cell) + ": " + titleOf(best) + ", " + rateText(best)
        + " (median " + medianText(best) + ")"
        + (alike.empty() ? "" : ", not certainly faster than " + listText(alike)) + "; "
        + timesText(best.spawnsPerSecond.value / worst.spawnsPerSecond.value) + " the rate of "
        + titleOf(worst) + " (" + medianText(worst) + ").");
}

/// The fullest process is where the choice matters most; the emptiest is the other end.
void tellMechanisms(const SpawnSummary& summary, const Circumstances& circumstances, Lines& lines)
{
    const auto groups = groupsBy(summary, [](Cell& cell) {
        cell.mechanism = Mechanism::Fork;
        cell.cloneFlags = 0;
    });
    if (groups.empty()) {
        return;
    }
    const auto& full = fullestOf(groups);
    const auto& empty = emptiestOf(groups);
    tellFastest(full, circumstances, lines);
    if (empty.front()->cell.memoryBytes < full.front()->cell.memoryBytes) {
        tellFastest(empty, circumstances, lines);
    }
}

/// Sentences that several cells share the beginning of, in the order in which they came.
class Gathered
{
public:
    void add(const std::string& beginning, const std::string& end)
    {
        const auto entry = std::ranges::find(m_entries, beginning, &Entry::first);
        if (entry == m_entries.end()) {
            m_entries.push_back({beginning, {end}});
        } else if (std::ranges::find(entry->second, end) == entry->second.end()) {
            entry->second.push_back(end);
        }
    }

    void tell(Lines& lines) const
    {
        for (const auto& [beginning, ends] : m_entries) {
            lines.push_back(beginning + " " + listText(ends) + ".");
        }
    }

private:
    using Entry = std::pair<std::string, std::vector<std::string>>;
    std::vector<Entry> m_entries;
};

void tellThreads(const SpawnSummary& summary, const Circumstances& circumstances, Lines& lines)
{
    Gathered gains;
    Gathered nothing;
    for (auto& group : groupsBy(summary, [](Cell& cell) { cell.threads = 1; })) {
        std::ranges::sort(group, {}, [](const CellSummary* cell) { return cell->cell.threads; });
        const auto& least = *group.front();
        const auto& best = fastestOf(group);
        const auto where = circumstances.withoutThreads(least.cell);
        const auto leastThreads = std::to_string(least.cell.threads);
        if (&best != &least && isFaster(best, least)) {
            gains.add(titleOf(least) + " is fastest",
                "on " + std::to_string(best.cell.threads) + " threads " + where + " ("
                    + timesText(best.spawnsPerSecond.value / least.spawnsPerSecond.value) + " the rate of "
                    + leastThreads + ")");
        } else {
            nothing.add("More threads than " + leastThreads + " gain nothing certain for",
                titleOf(least) + " " + where);
        }
    }
    gains.tell(lines);
    nothing.tell(lines);
}

/// The slope between the emptiest and the fullest cell, with the fewest threads.
void tellGrowth(const SpawnSummary& summary, const Circumstances& circumstances, Lines& lines)
{
    auto groups = groupsBy(summary, [](Cell& cell) {
        cell.memoryBytes = 0;
        cell.fill = Fill::Written;
        cell.slabs = Slabs::One;
        cell.pages = PageSize::Base;
    });
    Gathered steady;
    Gathered unsure;
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
        if (areAlike(*empty, *full)) {
            steady.add("Up to " + humanSize(full->cell.memoryBytes) + " of touched memory do not slow down",
                titleOf(*full));
            continue;
        }
        if (!isFaster(*empty, *full)) {
            unsure.add("Whether " + humanSize(full->cell.memoryBytes)
                    + " of touched memory slow it down cannot be told from so few or so different rounds for",
                titleOf(*full));
            continue;
        }
        const auto growthNs = full->percentileNs(Phase::Whole, 50) - empty->percentileNs(Phase::Whole, 50);
        const auto gibibytes =
            static_cast<double>(full->cell.memoryBytes - empty->cell.memoryBytes) / (1 << 30);
        lines.push_back(titleOf(*full) + " takes "
            + humanDuration(std::llround(static_cast<double>(growthNs) / gibibytes))
            + " longer for each GiB of touched memory: " + medianText(*empty) + " "
            + circumstances.of(empty->cell) + ", " + medianText(*full) + " with "
            + humanSize(full->cell.memoryBytes) + ", whose page tables are "
            + humanSize(full->memory.pageTables) + ".");
    }
    steady.tell(lines);
    unsure.tell(lines);
}

void tellHugePages(const SpawnSummary& summary, const Circumstances& circumstances, Lines& lines)
{
    Gathered nothing;
    for (const auto& group : fullestByPages(summary)) {
        const auto& small = *group.front();
        const auto& best = fastestOf(group);
        const auto share = best.hugeCoverage();
        const auto where = circumstances.withoutPages(small.cell);
        if (&best != &small && share && isFaster(best, small)) {
            lines.push_back("Huge pages ("
                + std::string{pageSizeNames[static_cast<std::size_t>(best.cell.pages)]} + ", verified for "
                + formatFixed(*share * 100, 0) + " % of the memory) make " + titleOf(best) + " " + where + " "
                + timesText(best.spawnsPerSecond.value / small.spawnsPerSecond.value)
                + " as fast: " + rateText(best) + " instead of " + rateText(small) + ".");
        } else {
            nothing.add("Huge pages bring nothing certain " + where + " for", titleOf(small));
        }
    }
    nothing.tell(lines);
}

void tellLimits(const SpawnSummary& summary, Lines& lines)
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

/// The slowest of the processes that have memory and copy its page tables; null if there is none.
const CellSummary* dearestFork(const SpawnSummary& summary)
{
    const CellSummary* dearest = nullptr;
    for (const auto& cell : summary.cells) {
        const bool isBig =
            isMeasured(cell) && cell.cell.memoryBytes > 0 && factsOf(cell.cell.mechanism).copiesPageTables;
        if (isBig && (!dearest || cell.spawnsPerSecond.value < dearest->spawnsPerSecond.value)) {
            dearest = &cell;
        }
    }
    return dearest;
}

/// Whether they differ in mechanism and pages alone.
bool doTheSame(Cell a, Cell b)
{
    for (auto* cell : {&a, &b}) {
        cell->mechanism = Mechanism::Fork;
        cell->cloneFlags = 0;
        cell->pages = PageSize::Base;
    }
    return a == b;
}

/// The fastest that does the same work with the same memory, and certainly faster. posix_spawn where nothing
/// is certainly faster than it: every libc has it, and it is safe to use.
const CellSummary* betterThan(const CellSummary& dearest, const SpawnSummary& summary)
{
    const CellSummary* better = nullptr;
    const CellSummary* usual = nullptr;
    for (const auto& cell : summary.cells) {
        const bool comparable = isMeasured(cell) && doTheSame(cell.cell, dearest.cell);
        if (!comparable || !isFaster(cell, dearest)
            || cell.spawnsPerSecond.value < 1.5 * dearest.spawnsPerSecond.value) {
            continue;
        }
        if (!better || cell.spawnsPerSecond.value > better->spawnsPerSecond.value) {
            better = &cell;
        }
        if (cell.cell.mechanism == Mechanism::PosixSpawn
            && (!usual || cell.spawnsPerSecond.value > usual->spawnsPerSecond.value)) {
            usual = &cell;
        }
    }
    return usual && !isFaster(*better, *usual) ? usual : better;
}

/// The cheapest way out for a process that must fork while it is big.
void tellRemedy(const SpawnSummary& summary, Lines& lines)
{
    const auto* dearest = dearestFork(summary);
    const auto* better = dearest ? betterThan(*dearest, summary) : nullptr;
    if (!better) {
        return;
    }
    const auto mechanism = better->cell.mechanism;
    const auto advice = mechanism != dearest->cell.mechanism
        ? "use " + titleOf(*better) + " instead of " + titleOf(*dearest)
        : "keep its memory on " + std::string{pageSizeNames[static_cast<std::size_t>(better->cell.pages)]}
            + " pages";
    lines.push_back("A process of " + humanSize(dearest->cell.memoryBytes)
        + " that must start programs should " + advice + ". Where it cannot: "
        + (mechanism == Mechanism::ForkServer ? "" : "let a small helper started early do it, ")
        + "keep big data on huge pages, or exclude it with MADV_DONTFORK.");
}

/// Closing one by one against closing a range.
void tellClosing(const SpawnSummary& summary, Lines& lines)
{
    for (auto group : groupsBy(summary, [](Cell& cell) { cell.closeWay = CloseWay::Inherit; })) {
        std::erase_if(
            group, [](const CellSummary* cell) { return cell->cell.closeWay == CloseWay::Inherit; });
        const auto range = std::ranges::find_if(
            group, [](const CellSummary* cell) { return cell->cell.closeWay == CloseWay::CloseRange; });
        if (range == group.end()) {
            continue;
        }
        const auto& worst = slowestOf(group);
        if (isFaster(**range, worst)) {
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
    const Circumstances circumstances{summary};
    Lines lines;
    tellMechanisms(summary, circumstances, lines);
    tellThreads(summary, circumstances, lines);
    tellGrowth(summary, circumstances, lines);
    tellHugePages(summary, circumstances, lines);
    tellClosing(summary, lines);
    tellLimits(summary, lines);
    tellRemedy(summary, lines);
    return lines;
}

} // namespace assay::spawn
