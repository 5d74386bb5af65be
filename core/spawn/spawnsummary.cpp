// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnsummary.h"

#include "base/clock.h"
#include "spawn/failurecause.h"
#include "spawn/notices.h"
#include "spawn/reading.h"

#include <boost/json/array.hpp>

#include <algorithm>

namespace assay::spawn {

namespace {

/// An interval this wide, relative to its median, makes a cell noisy: differences below it mean nothing.
constexpr double noisyWidth = 0.1;

double microseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / static_cast<double>(nsPerUs);
}

json::object phaseJson(const stats::LatencyHistogram& histogram)
{
    json::object object;
    object["min"] = microseconds(histogram.minNs());
    object["mean"] = histogram.meanNs() / static_cast<double>(nsPerUs);
    object["p50"] = microseconds(histogram.percentileNs(50));
    object["p90"] = microseconds(histogram.percentileNs(90));
    object["p99"] = microseconds(histogram.percentileNs(99));
    object["max"] = microseconds(histogram.maxNs());
    return object;
}

void addRound(CellSummary& summary, const RoundResult& round)
{
    if (!round.problem.empty()) {
        if (std::ranges::find(summary.problems, round.problem) == summary.problems.end()) {
            summary.problems.push_back(round.problem);
        }
        return;
    }
    ++summary.rounds;
    summary.spawns += round.spawns;
    for (const auto& [error, count] : round.failures) {
        summary.failures[error] += count;
    }
    for (const auto& [name, count] : round.badEnds) {
        summary.badEnds[name] += count;
    }
    for (std::size_t i = 0; i < summary.phases.size(); ++i) {
        summary.phases[i].merge(round.phases[i]);
    }
    summary.cpuUserS += round.cpuUserS;
    summary.cpuSystemS += round.cpuSystemS;
    summary.zombies += round.zombies;
    summary.leaked = std::max(summary.leaked, round.leaked);
    summary.lateP99Ns = std::max(summary.lateP99Ns, round.lateP99Ns);
    summary.memory = round.memory;
}

json::object failuresJson(const CellSummary& cell)
{
    json::object failures;
    for (const auto& [error, count] : cell.failures) {
        failures[errnoName(error)] = count;
    }
    return failures;
}

} // namespace

std::optional<double> CellSummary::hugeCoverage() const
{
    if (cell.memoryBytes == 0 || cell.pages == PageSize::Base || rounds == 0) {
        return std::nullopt;
    }
    return std::min(1.0, static_cast<double>(memory.huge) / static_cast<double>(cell.memoryBytes));
}

bool CellSummary::didItsWork() const
{
    std::uint64_t failed = 0;
    for (const auto& [end, count] : badEnds) {
        if (end == "exit 126" || end == "exit 127" || end.starts_with("SIG")) {
            failed += count;
        }
    }
    return failed < spawns || spawns == 0;
}

json::object CellSummary::toJson() const
{
    json::object object;
    object["cell"] = cellKey(cell);
    object["mechanism"] = factsOf(cell.mechanism).name;
    object["threads"] = cell.threads;
    object["memory_bytes"] = cell.memoryBytes;
    object["fill"] = cell.memoryBytes > 0 ? fillNames[static_cast<std::size_t>(cell.fill)] : "none";
    object["pages"] = pageSizeNames[static_cast<std::size_t>(cell.pages)];
    object["slabs"] = slabNames[static_cast<std::size_t>(cell.slabs)];
    object["child"] = childText(cell);
    object["open_files"] = cell.openFiles;
    object["close"] = closeWayNames[static_cast<std::size_t>(cell.closeWay)];
    object["environment"] = cell.environmentVariables;
    object["placement"] = placementNames[static_cast<std::size_t>(cell.placement)];
    object["does"] = factsOf(cell.mechanism).does;
    object["rounds"] = rounds;
    object["spawns"] = spawns;
    object["failures"] = failuresJson(*this);
    json::object causes;
    for (const auto& [error, sentence] : failureCauses) {
        causes[errnoName(error)] = sentence;
    }
    object["failure_causes"] = std::move(causes);
    json::object ends;
    for (const auto& [name, count] : badEnds) {
        ends[name] = count;
    }
    object["bad_ends"] = std::move(ends);
    object["spawns_per_s"] = spawnsPerSecond.value;
    object["spawns_per_s_low"] = spawnsPerSecond.low;
    object["spawns_per_s_high"] = spawnsPerSecond.high;
    object["noisy"] = noisy;
    object["speed_up"] = speedUp ? json::value(*speedUp) : json::value(nullptr);
    json::object latencies;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (!phases[i].empty()) {
            latencies[phaseNames[i]] = phaseJson(phases[i]);
        }
    }
    object["latency_us"] = std::move(latencies);
    object["cpu_s"] = json::object{{"user", cpuUserS}, {"sys", cpuSystemS}};
    object["resident_bytes"] = memory.resident;
    object["page_table_bytes"] = memory.pageTables;
    object["mappings"] = memory.mappings;
    object["committed_bytes"] = memory.committed;
    object["commit_limit_bytes"] = memory.commitLimit;
    const auto coverage = hugeCoverage();
    object["huge_coverage"] = coverage ? json::value(*coverage) : json::value(nullptr);
    object["late_p99_us"] = microseconds(lateP99Ns);
    object["zombies"] = zombies;
    object["leaked_descriptors"] = leaked >= 0 ? json::value(leaked) : json::value(nullptr);
    object["unavailable"] = unavailable.empty() ? json::value(nullptr) : json::value(unavailable);
    json::array troubles;
    for (const auto& problem : problems) {
        troubles.emplace_back(problem);
    }
    object["problems"] = std::move(troubles);
    return object;
}

json::value SpawnSummary::toJson() const
{
    const auto texts = [](const std::vector<std::string>& lines) {
        json::array array;
        for (const auto& line : lines) {
            array.emplace_back(line);
        }
        return array;
    };
    json::object object;
    json::array rows;
    for (const auto& cell : cells) {
        rows.push_back(cell.toJson());
    }
    object["cells"] = std::move(rows);
    object["baseline"] = baseline < cells.size() ? cellKey(cells[baseline].cell) : "";
    object["drift"] = drift ? json::value(*drift) : json::value(nullptr);
    object["others_ready"] = othersReady;
    object["reading"] = texts(reading);
    object["notices"] = texts(notices);
    return object;
}

SpawnTally::SpawnTally(const SpawnPlan& plan)
    : m_cells(cellsOf(plan))
    , m_seed(plan.seed)
    , m_unavailable(m_cells.size())
    , m_gathered(m_cells.size())
    , m_plannedRate(plan.work.ratePerSecond)
{
    const auto found = std::ranges::find(m_cells, plan.baseline, cellKey);
    m_baseline = found == m_cells.end() ? 0 : static_cast<std::size_t>(found - m_cells.begin());
}

void SpawnTally::setUnavailable(std::size_t cell, std::string reason)
{
    m_unavailable[cell] = std::move(reason);
}

void SpawnTally::add(const RoundResult& result)
{
    if (result.cell >= m_gathered.size()) {
        return;
    }
    auto& gathered = m_gathered[result.cell];
    if (!gathered) {
        gathered.emplace();
    }
    addRound(gathered->sums, result);
    m_othersReady += result.othersReady;
    ++m_begun;
    if (result.isMeasured()) {
        gathered->rates.push_back(result.spawnsPerSecond());
    }
}

void SpawnTally::addControl(const RoundResult& result)
{
    if (result.isMeasured()) {
        m_controlRates.push_back(result.spawnsPerSecond());
    }
}

CellSummary SpawnTally::summaryOf(std::size_t index) const
{
    CellSummary summary;
    if (const auto& gathered = m_gathered[index]) {
        summary = gathered->sums;
        summary.spawnsPerSecond = stats::bootstrapMedian(gathered->rates, m_seed);
    }
    summary.cell = m_cells[index];
    summary.unavailable = m_unavailable[index];
    const auto& rate = summary.spawnsPerSecond;
    summary.noisy = rate.value > 0 && (rate.high - rate.low) / rate.value > noisyWidth;
    for (const auto& [error, count] : summary.failures) {
        summary.failureCauses[error] = explainSpawnError(error, summary.cell, summary.memory);
    }
    return summary;
}

SpawnSummary SpawnTally::summary() const
{
    SpawnSummary summary;
    summary.baseline = m_baseline;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        summary.cells.push_back(summaryOf(i));
    }
    const auto base = m_baseline < summary.cells.size() ? summary.cells[m_baseline].spawnsPerSecond.value : 0;
    for (auto& cell : summary.cells) {
        if (base > 0 && cell.spawnsPerSecond.value > 0) {
            cell.speedUp = cell.spawnsPerSecond.value / base;
        }
    }
    if (m_controlRates.size() >= 2) {
        summary.drift = stats::medianDeviation(m_controlRates);
    }
    summary.plannedRate = m_plannedRate;
    summary.othersReady = m_begun > 0 ? static_cast<double>(m_othersReady) / static_cast<double>(m_begun) : 0;
    summary.reading = readingOf(summary);
    summary.notices = noticesOf(summary);
    return summary;
}

} // namespace assay::spawn
