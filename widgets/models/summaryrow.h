// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

namespace assay::models {

/// The figures of one label over a stretch of a run. Percentiles: nearest rank of service time.
struct SummaryRow
{
    QString label;
    std::uint32_t number = 0; ///< label's number; 0 = all
    double seconds = 0; ///< length of the stretch
    std::uint64_t requests = 0; ///< ended, failures included
    /// Ended within the stretch, if `requests` are others: those that began in it.
    std::optional<std::uint64_t> completed;
    std::uint64_t failures = 0;
    std::uint64_t timeouts = 0; ///< of the failures
    std::uint64_t latencies = 0; ///< values behind the percentiles
    double meanNs = 0;
    std::int64_t minNs = 0;
    std::int64_t p50Ns = 0;
    std::int64_t p90Ns = 0;
    std::int64_t p95Ns = 0;
    std::int64_t p99Ns = 0;
    std::int64_t maxNs = 0;
    std::int64_t responseP99Ns = 0; ///< from the intended start
    std::uint64_t bytesIn = 0;
    std::uint64_t bytesOut = 0;

    double perSecond() const
    {
        return seconds > 0 ? static_cast<double>(completed.value_or(requests)) / seconds : 0;
    }
    double failedPercent() const
    {
        return requests ? 100.0 * static_cast<double>(failures) / static_cast<double>(requests) : 0;
    }
    double receivedPerSecond() const { return seconds > 0 ? static_cast<double>(bytesIn) / seconds : 0; }

    bool operator==(const SummaryRow&) const = default;
};

} // namespace assay::models
