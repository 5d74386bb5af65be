// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/notices.h"

#include "base/units.h"
#include "spawn/spawnsummary.h"

#include <algorithm>
#include <cmath>

namespace assay::spawn {

namespace {

constexpr double noisyDrift = 0.05;
constexpr double busyMachine = 0.5; // an idle one has seldom anything ready
constexpr double keptShare = 0.95;

/// The interval of a median reaches at most from the least to the greatest of n rounds, and both lie on one
/// side of the true median with a probability of 2 · 0.5ⁿ (the sign test's).
void tellFewRounds(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    std::uint32_t rounds = 0;
    for (const auto& cell : summary.cells) {
        rounds = std::max(rounds, cell.rounds);
    }
    if (rounds == 1) {
        lines.push_back("One round shows no spread: nothing can be said for certain. Measure five or more.");
    } else if (rounds >= 2 && rounds < 5) {
        lines.push_back("Intervals of " + std::to_string(rounds) + " rounds hold the true median with "
            + formatFixed(100 * (1 - 2 * std::pow(0.5, rounds)), 0)
            + " % certainty at most, not 95 %. Measure five or more.");
    }
}

void tellRate(const SpawnSummary& summary, std::vector<std::string>& lines)
{
    for (const auto& cell : summary.cells) {
        const auto rate = cell.spawnsPerSecond.value;
        if (summary.plannedRate > 0 && rate > 0 && rate < keptShare * summary.plannedRate) {
            lines.push_back(cellKey(cell.cell) + " kept " + formatFixed(rate, 0) + " of "
                + formatFixed(summary.plannedRate, 0) + " spawns/s: the machine cannot start so many, and "
                + "those at the end began " + humanDuration(cell.lateP99Ns) + " late.");
        }
    }
}

} // namespace

std::vector<std::string> noticesOf(const SpawnSummary& summary)
{
    std::vector<std::string> lines;
    if (summary.drift && *summary.drift >= noisyDrift) {
        lines.push_back("The control cell, the same in each round, strayed by "
            + formatFixed(*summary.drift * 100, 0)
            + " %: something else was at work on this machine. Differences of that size mean nothing.");
    }
    if (summary.othersReady >= busyMachine) {
        lines.push_back("On average " + formatFixed(summary.othersReady, 1)
            + " tasks of other programs wanted a processor too: what is measured includes waiting for them, "
              "and rates cannot be compared with those of a quiet machine.");
    }
    tellFewRounds(summary, lines);
    tellRate(summary, lines);
    for (const auto& cell : summary.cells) {
        const auto name = cellKey(cell.cell);
        if (!cell.didItsWork()) {
            lines.push_back(name + ": no child did its work, so its rate is not compared.");
        }
        if (const auto share = cell.hugeCoverage(); share && *share < 0.5) {
            lines.push_back(
                name + ": only " + formatFixed(*share * 100, 0) + " % of its memory lies on huge pages.");
        }
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
