// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "load/cutrequest.h"
#include "load/profile.h"
#include "load/threshold.h"
#include "session/sample.h"
#include "stats/latencyhistogram.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay::load {

/// The figures of a stretch of a run under one label: what JMeter's aggregate report has a row for. They are
/// of the requests whose intended start lies in the stretch, however long they took: by their end, the
/// slowest would be left out. Only the throughput counts what ended within it.
struct PhaseSummary
{
    std::uint64_t samples = 0; ///< requests of the stretch that ended, failures included
    std::uint64_t completed = 0; ///< requests that ended within the stretch
    session::FailureCounts failures{};
    std::map<std::uint16_t, std::uint64_t> statuses; ///< responses by HTTP status
    stats::LatencyHistogram service; ///< of samples with a latency, see Sample::hasLatency()
    stats::LatencyHistogram response; ///< of the same, from the intended start
    std::uint64_t bytesReceived = 0;
    std::uint64_t bytesSent = 0;
    std::uint64_t retries = 0;
    std::int64_t durationNs = 0;

    /// All but `completed`.
    void add(const session::Sample& sample);
    /// Adds another's counts; the duration stays.
    void merge(const PhaseSummary& other);
    std::uint64_t failureTotal() const;
    double throughputPerSecond() const;
    json::object toJson() const;
};

/// What a run came to.
struct LoadSummary
{
    struct ByLabel
    {
        std::string label;
        PhaseSummary whole;
        PhaseSummary hold;
    };

    PhaseSummary whole;
    PhaseSummary hold; ///< durationNs is 0 if there was no hold phase
    std::vector<ByLabel> labels;
    std::uint32_t usersPeak = 0;
    std::uint32_t usersPeakInHold = 0;
    std::uint64_t arrivals = 0; ///< open profile: rounds that were due, the unserved ones included
    std::uint64_t arrivalsInHold = 0;
    std::uint64_t unserved = 0;
    std::uint64_t unservedInHold = 0;
    std::uint64_t dropped = 0; ///< ended, counted, but not kept: the aggregator or the disk was too slow
    std::uint64_t droppedInHold = 0;
    std::uint64_t cut = 0; ///< in flight when the run ended, given up after the grace period
    std::uint64_t cutInHold = 0; ///< of these, began in the hold phase
    /// Of the cut ones, had waited longer than 99 % of the answered ones took: the server had stopped
    /// answering, or the grace period was too short. They make a run fail as failures do.
    std::uint64_t unanswered = 0;
    std::uint64_t unansweredInHold = 0;
    std::int64_t longestCutNs = 0; ///< how long a cut request had waited
    std::vector<CutRequest> cutRequests; ///< those of the hold phase first
    std::uint64_t lateStarts = 0; ///< wake-ups more than 1 ms late
    stats::LatencyHistogram startLag; ///< actual − intended start of what was started by a timer
    stats::LatencyHistogram connect; ///< TCP connects
    stats::LatencyHistogram handshake; ///< TLS handshakes
    std::uint64_t resumedHandshakes = 0; ///< of these, from an earlier session's ticket
    /// What the first failure of each class says, by its number; empty where there was none.
    std::array<std::string, session::failureKindCount> firstFailures;
    std::vector<std::string> notices; ///< sentences about what disturbed the run

    struct ThresholdResult
    {
        std::string text;
        Threshold::Verdict verdict;
    };
    std::vector<ThresholdResult> thresholds;
    bool passed() const;

    /// After all samples have been added.
    void addCut(std::vector<CutRequest> requests, const HoldPhase& held);
    json::object toJson() const;
    SummaryFigures figures(bool inHold) const;
};

} // namespace assay::load
