// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/roundresult.h"
#include "spawn/spawnplan.h"
#include "stats/bootstrap.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::spawn {

/// All rounds of one cell.
struct CellSummary
{
    Cell cell;
    std::string unavailable; ///< the reason, when it could not run here at all
    std::vector<std::string> problems; ///< of rounds that failed, each sentence once
    std::uint32_t rounds = 0; ///< measured

    std::uint64_t spawns = 0;
    std::map<int, std::uint64_t> failures; ///< by errno
    std::map<int, std::string> failureCauses; ///< a sentence each
    std::map<std::string, std::uint64_t> badEnds;
    stats::Interval spawnsPerSecond; ///< median over rounds, with its bootstrap 95 % interval
    bool noisy = false; ///< that interval is wider than a tenth of the median
    PhaseHistograms phases; ///< of all rounds
    double cpuUserS = 0;
    double cpuSystemS = 0;
    std::int64_t zombies = 0;
    std::int64_t leaked = -1;
    std::int64_t lateP99Ns = 0; ///< the worst round's
    MemoryFacts memory; ///< of the last round
    std::optional<double> speedUp; ///< against the baseline's rate

    /// Share of the ballast on huge pages, 0 … 1; nullopt when the cell has none or asks for small pages.
    std::optional<double> hugeCoverage() const;
    std::int64_t percentileNs(Phase phase, double percent) const
    {
        return phases[static_cast<std::size_t>(phase)].percentileNs(percent);
    }
    /// False when every child ended as one does that could not even begin: exit 126 or 127, or a signal. Its
    /// rate is that of something else.
    bool didItsWork() const;
    json::object toJson() const;
};

/// What a run found out.
struct SpawnSummary
{
    std::vector<CellSummary> cells; ///< in the plan's order
    std::size_t baseline = 0; ///< index
    std::optional<double>
        drift; ///< how far the control cell's rounds strayed: median of |rate − median| / median
    double othersReady = 0; ///< tasks of other programs ready to run when a cell began, on average
    double plannedRate = 0; ///< spawns begun a second, of all threads of a cell; 0 = one after the other
    std::vector<std::string> reading; ///< what the numbers say, see reading.h
    std::vector<std::string> notices; ///< what disturbed the run

    json::value toJson() const;
};

/// Gathers rounds as they come.
class SpawnTally
{
public:
    explicit SpawnTally(const SpawnPlan& plan);

    const std::vector<Cell>& cells() const { return m_cells; }
    void setUnavailable(std::size_t cell, std::string reason);
    void add(const RoundResult& result);
    void addControl(const RoundResult& result);

    SpawnSummary summary() const;

private:
    CellSummary summaryOf(std::size_t index) const;

    std::vector<Cell> m_cells;
    std::size_t m_baseline = 0;
    std::uint64_t m_seed;
    std::vector<std::string> m_unavailable;
    /// What the rounds of a cell add up to. The rounds themselves are not kept: each has histograms of some
    /// hundred KiB.
    struct Gathered
    {
        CellSummary sums;
        std::vector<double> rates; ///< of the measured rounds
    };
    std::vector<std::optional<Gathered>> m_gathered; ///< by cell
    std::vector<double> m_controlRates;
    double m_plannedRate;
    std::int64_t m_othersReady = 0; ///< summed up over …
    std::int64_t m_begun = 0; ///< cells that were begun
};

} // namespace assay::spawn
