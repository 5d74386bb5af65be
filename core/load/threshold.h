// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "load/cutrequest.h"
#include "stats/latencyhistogram.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace assay::load {

/// The figures of a run, or of its hold phase, that thresholds look at.
struct SummaryFigures
{
    std::int64_t durationNs = 0; ///< 0: there was no such phase
    std::uint64_t samples = 0; ///< requests that ended, failures included
    std::uint64_t failures = 0;
    std::uint64_t arrivals = 0; ///< of an open profile, the unserved ones included
    std::uint64_t unserved = 0; ///< arrivals that found no free user
    double throughputPerSecond = 0; ///< ended requests a second
    const stats::LatencyHistogram* service = nullptr; ///< sent → last byte
    const stats::LatencyHistogram* response = nullptr; ///< intended start → last byte
    std::span<const CutRequest> cut{}; ///< given up in flight at the end
    std::uint64_t unanswered = 0; ///< of these, had waited longer than nearly all others took
};

/// A condition that a run must meet, written as
///
///   [hold:] [intended:] FIGURE (< | <= | > | >=) LIMIT
///
/// with spaces as you like, for instance "p95<300ms", "hold:p99.9 <= 1s", "failures<1%", "throughput>=100".
/// Figures: p0 … p100, mean, min, max (LIMIT is a duration); failures, cut and unserved (a count, or a share
/// in
/// %: of all requests, of all arrivals); throughput (requests a second); samples (a count). `hold:` looks at
/// the hold phase instead of the whole run; `intended:` at response times from the intended start instead of
/// service times.
///
/// A request that was never answered must not let a condition pass: one that was cut after it had waited
/// beyond an upper limit of a time counts with what it had waited, and an unanswered one counts among the
/// failures.
class Threshold
{
public:
    static Result<Threshold> parse(std::string_view text);

    bool holdPhase() const { return m_hold; }
    bool aboutFailures() const { return m_figure == Figure::Failures; }
    bool aboutCut() const { return m_figure == Figure::Cut; }
    bool aboutArrivals() const { return m_figure == Figure::Unserved; }
    /// As it was written.
    const std::string& text() const { return m_text; }

    struct Verdict
    {
        bool passed = false;
        /// What was found, for a reader: "312 ms", "1.20 %", "no request ended". Never empty.
        std::string actual;
    };
    /// `figures` are the hold phase's if holdPhase(). What has nothing to look at fails, whatever it asks
    /// for: without a hold phase, a request or an arrival nothing has been shown.
    Verdict evaluate(const SummaryFigures& figures) const;

private:
    enum class Figure
    {
        Percentile,
        Mean,
        Minimum,
        Maximum,
        Failures,
        Cut,
        Unserved,
        Throughput,
        Samples
    };
    enum class Comparison
    {
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual
    };

    bool isLatency() const { return m_figure <= Figure::Maximum; }
    bool hasUpperLimit() const { return m_comparison <= Comparison::LessOrEqual; }
    Verdict evaluateLatency(const SummaryFigures& figures) const;
    std::string_view whatIsMissing(const SummaryFigures& figures) const;
    Result<void> readFigure(std::string_view name);
    Result<void> readLimit(std::string_view limit);
    Error error(std::string_view reason) const;
    double latencyNs(const stats::LatencyHistogram& histogram) const;
    bool compare(double actual) const;
    Verdict share(std::uint64_t part, std::uint64_t whole) const;

    std::string m_text;
    bool m_hold = false;
    bool m_intended = false;
    Figure m_figure = Figure::Percentile;
    double m_percent = 0; ///< of a percentile
    Comparison m_comparison = Comparison::Less;
    bool m_relative = false; ///< the limit is in %
    double m_limit = 0; ///< ns, count, per second or %
};

} // namespace assay::load
