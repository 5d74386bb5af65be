// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "models/summaryrow.h"
#include "session/records.h"
#include "session/runreader.h"
#include "stats/latencyhistogram.h"

#include <vector>

namespace assay::loadpage {

/// What the charts of a load run are made from.
struct RunData
{
    session::Run run;
    std::vector<session::IntervalPoint> intervals; ///< of label 0, in order of time
    std::vector<session::MetricValue> metrics;
};

/// Reads a run from its file and keeps up with it while it is being written: each update() reads only the
/// rows that are new. One thread, the one of the file.
class RunFollower
{
public:
    explicit RunFollower(std::int64_t runId);

    /// Reads what is new. The failures of this update alone are in newFailures().
    Result<void> update(const session::SessionFile& file);

    const RunData& data() const { return m_data; }
    const std::vector<session::FailureDetail>& newFailures() const { return m_newFailures; }
    /// A row a label, "all" last; over the whole run, or of what ended in its hold phase. For the hold phase
    /// of a run that has ended these are the figures of its stored summary, which are exact; else they are
    /// those of the intervals that lie wholly inside it.
    std::vector<models::SummaryRow> summary(bool holdOnly) const;
    /// Most users at once, over the whole run or in its hold phase, as summary().
    std::uint32_t usersPeak(bool holdOnly) const;
    bool hasHold() const { return m_data.run.holdEndNs > m_data.run.holdStartNs; }

private:
    /// Counts and histograms of one label over one stretch, growing.
    struct Phase
    {
        models::SummaryRow counts;
        stats::LatencyHistogram service;
        stats::LatencyHistogram response;
        std::int64_t lengthNs = 0;
    };
    struct Label
    {
        std::int64_t readToNs = 0;
        Phase whole;
        Phase hold;
    };

    Result<void> updateLabel(const session::RunReader& reader, std::uint32_t label);
    Result<void> addLatencies(const session::RunReader& reader, std::uint32_t label, Phase& phase,
        std::int64_t fromNs, std::int64_t toNs);
    bool isInHold(const session::IntervalPoint& point) const;
    models::SummaryRow rowOf(std::uint32_t label, bool holdOnly) const;

    std::int64_t m_runId;
    RunData m_data;
    std::vector<Label> m_labels;
    std::vector<session::FailureDetail> m_newFailures;
    std::int64_t m_lastFailureId = 0;
    std::int64_t m_lastMetricNs = -1;
};

} // namespace assay::loadpage
