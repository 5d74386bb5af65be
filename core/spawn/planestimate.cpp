// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/planestimate.h"

#include <algorithm>

namespace assay::spawn {

namespace {

// Measured on one machine of two processors: starting a static child, what each touched GiB adds to a call
// that copies page tables, what filling a GiB costs, and the start of a subject.
constexpr double spawnMs = 1.3;
constexpr double shellMs = 2.5;
constexpr double copyMsPerGibibyte = 20;
constexpr double hugeCopyMsPerGibibyte = 0.4;
constexpr double fillMsPerGibibyte = 450;
constexpr double hugeFillMsPerGibibyte = 250;
constexpr double subjectMs = 40;
constexpr double qtSubjectMs = 80;
constexpr double javaSubjectMs = 1500;

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

double oneSpawnMs(const Cell& cell)
{
    const auto& facts = factsOf(cell.mechanism);
    const bool shell =
        !cell.child.empty() || cell.mechanism == Mechanism::System || cell.mechanism == Mechanism::Popen;
    const bool huge = cell.pages != PageSize::Base;
    const bool copies =
        facts.copiesPageTables && cell.fill != Fill::DontFork && facts.subject != SubjectKind::Java;
    return (shell ? shellMs : spawnMs)
        + (copies ? gibibytes(cell) * (huge ? hugeCopyMsPerGibibyte : copyMsPerGibibyte) : 0);
}

} // namespace

std::int64_t estimateRoundNs(const Cell& cell, const Work& work)
{
    const bool huge = cell.pages != PageSize::Base;
    const double setUpMs = startMs(factsOf(cell.mechanism).subject)
        + gibibytes(cell) * (huge ? hugeFillMsPerGibibyte : fillMsPerGibibyte);
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
    constexpr std::int64_t controlNs = 350 * nsPerMs; // of each round
    std::int64_t roundNs = controlNs;
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
