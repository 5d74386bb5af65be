// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/records.h"
#include "session/sessionfile.h"
#include "stats/latencyhistogram.h"

#include <functional>
#include <optional>
#include <vector>

namespace assay::session {

/// Reads runs from a session file, also while they are being written. The file must outlive the reader.
/// One thread. Never scans the samples unless samples are asked for, so that a huge session opens at once.
class RunReader
{
public:
    explicit RunReader(const SessionFile& file);

    /// In the order of their start.
    Result<std::vector<Run>> runs() const;
    Result<Run> run(std::int64_t runId) const;

    /// Intervals of one label that start at or after `fromNs`, in order of time; poll with the end of the
    /// last one to follow a running run.
    Result<std::vector<IntervalPoint>> intervals(
        std::int64_t runId, std::uint32_t label, std::int64_t fromNs = 0) const;

    enum class LatencyKind
    {
        Service,
        ResponseFromIntended
    };
    /// The histograms of all intervals that start in [fromNs, toNs), merged.
    Result<stats::LatencyHistogram> histogram(std::int64_t runId, std::uint32_t label, LatencyKind kind,
        std::int64_t fromNs, std::int64_t toNs) const;

    /// Every stored sample in order of start, in bounded memory; `visit` returns false to stop early. Sees
    /// one state of the file throughout; nobody can begin to write a settled file until it returns.
    Result<void> samples(std::int64_t runId, const std::function<bool(const Sample&)>& visit) const;

    /// With id > `afterId`, oldest first, at most `limit`.
    Result<std::vector<FailureDetail>> failures(
        std::int64_t runId, std::int64_t afterId = 0, int limit = 10'000) const;

    /// Values later than `afterNs`, in order of time.
    Result<std::vector<MetricValue>> metrics(std::int64_t runId, std::int64_t afterNs = -1) const;

private:
    const SessionFile& m_file;
};

} // namespace assay::session
