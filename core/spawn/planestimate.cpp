// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/planestimate.h"

#include "spawn/cellround.h"

#include <algorithm>

namespace assay::spawn {

namespace {

// Medians of rounds that differ in one thing only, on a virtual machine with two processors.
constexpr double controlMs = 45; ///< of each round
constexpr double subjectMs = 35; ///< to start one and end it
constexpr double qtSubjectMs = 45;
constexpr double javaSubjectMs = 1400;
constexpr double spawnMs = 0.15; ///< the built-in child
constexpr double programMs = 0.6; ///< another one, which has libraries to load
constexpr double jvmCopyMs = 5; ///< of its own memory, with the least heap

/// To make a page size's GiB ready and give it back, and to copy its page tables.
struct GibibyteCost
{
    double writtenMs;
    double copyMs;
};
constexpr GibibyteCost baseCost{550, 40};
constexpr GibibyteCost transparentCost{400, 1.2};
constexpr GibibyteCost hugeCost{230, 0.2};
constexpr double readMsPerGibibyte = 250;
constexpr double sharedMsPerGibibyte = 750;

bool isTouched(const Cell& cell)
{
    return cell.memoryBytes > 0 && cell.fill != Fill::Reserved;
}

double gibibytes(const Cell& cell)
{
    return isTouched(cell) ? static_cast<double>(cell.memoryBytes) / (1LL << 30) : 0;
}

double startMs(SubjectKind kind)
{
    switch (kind) {
    case SubjectKind::Plain:
        return subjectMs;
    case SubjectKind::Qt:
        return qtSubjectMs;
    case SubjectKind::Java:
        return javaSubjectMs;
    }
    return subjectMs;
}

const GibibyteCost& costOf(PageSize pages)
{
    return pages == PageSize::Base ? baseCost : pages == PageSize::Transparent ? transparentCost : hugeCost;
}

double fillMs(const Cell& cell)
{
    const double each = cell.fill == Fill::Read ? readMsPerGibibyte
        : cell.fill == Fill::Shared             ? sharedMsPerGibibyte
                                                : costOf(cell.pages).writtenMs;
    return gibibytes(cell) * each;
}

/// Only private pages that were written to have entries that a fork copies.
bool isCopied(const Cell& cell)
{
    return factsOf(cell.mechanism).copiesPageTables && cell.fill == Fill::Written;
}

double oneSpawnMs(const Cell& cell)
{
    const bool program =
        !cell.child.empty() || cell.mechanism == Mechanism::System || cell.mechanism == Mechanism::Popen;
    const bool copiesJvm = cell.mechanism == Mechanism::JavaFork;
    return (program ? programMs : spawnMs) + (copiesJvm ? jvmCopyMs : 0)
        + (isCopied(cell) ? gibibytes(cell) * costOf(cell.pages).copyMs : 0);
}

} // namespace

std::int64_t estimateRoundNs(const Cell& cell, const Work& work)
{
    const double warmUpMs = std::min(static_cast<double>(warmUpSpawns) * oneSpawnMs(cell), 1000.0);
    const double setUpMs = startMs(factsOf(cell.mechanism).subject) + fillMs(cell) + warmUpMs;
    double workMs = static_cast<double>(work.count) * oneSpawnMs(cell);
    if (work.ratePerSecond > 0) {
        workMs = std::max(workMs, static_cast<double>(work.count) / work.ratePerSecond * 1000);
    }
    const double limitMs = static_cast<double>(work.durationNs) / static_cast<double>(nsPerMs);
    if (work.durationNs > 0) {
        workMs = work.count > 0 ? std::min(workMs, limitMs) : limitMs;
    }
    return static_cast<std::int64_t>((setUpMs + workMs) * static_cast<double>(nsPerMs));
}

PlanEstimate estimatePlan(const SpawnPlan& plan, const std::vector<Cell>& cells, const Machine& machine)
{
    PlanEstimate estimate;
    estimate.cells = static_cast<std::int64_t>(cells.size());
    auto roundNs = static_cast<std::int64_t>(controlMs * static_cast<double>(nsPerMs));
    for (const auto& cell : cells) {
        if (whyUnavailable(cell, machine)) {
            continue;
        }
        ++estimate.runnable;
        roundNs += estimateRoundNs(cell, plan.work);
        if (isTouched(cell) && cell.fill != Fill::Read) {
            estimate.peakMemoryBytes = std::max(estimate.peakMemoryBytes, cell.memoryBytes);
        }
    }
    estimate.lengthNs = estimate.runnable > 0 ? plan.rounds * roundNs : 0;
    return estimate;
}

} // namespace assay::spawn
