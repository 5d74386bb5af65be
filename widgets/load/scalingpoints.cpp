// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/scalingpoints.h"

#include <algorithm>

namespace assay::loadpage {

namespace {

constexpr double mostGroups = 200;

struct Group
{
    double users = 0;
    double throughput = 0;
    double intervals = 0;
    double latency = 0;
    double latencies = 0;

    void appendTo(QList<QPointF>& throughputs, QList<QPointF>& medians) const
    {
        if (intervals > 0) {
            throughputs.append({users / intervals, throughput / intervals});
        }
        if (latencies > 0) {
            medians.append({users / intervals, latency / latencies});
        }
    }
};

} // namespace

ScalingPoints scalingPoints(const std::vector<session::IntervalPoint>& intervals)
{
    std::vector<const session::IntervalPoint*> sorted;
    std::uint32_t most = 0;
    for (const auto& interval : intervals) {
        const bool whole = interval.lengthNs > 0 && interval.lengthNs >= intervals.front().lengthNs;
        if (interval.users > 0 && whole) {
            sorted.push_back(&interval);
            most = std::max(most, interval.users);
        }
    }
    std::stable_sort(
        sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->users < b->users; });

    auto throughput = std::make_shared<QList<QPointF>>();
    auto meanThroughput = std::make_shared<QList<QPointF>>();
    auto meanLatency = std::make_shared<QList<QPointF>>();
    const double width = std::max(1.0, most / mostGroups);
    Group group;
    double groupEnd = 0;
    for (const auto* interval : sorted) {
        const double rate =
            static_cast<double>(interval->completed) * 1e9 / static_cast<double>(interval->lengthNs);
        throughput->append({static_cast<double>(interval->users), rate});
        if (interval->users >= groupEnd) {
            group.appendTo(*meanThroughput, *meanLatency);
            group = {};
            groupEnd = interval->users + width;
        }
        group.users += interval->users;
        group.throughput += rate;
        group.intervals += 1;
        if (interval->latencyCount > 0) {
            group.latency += static_cast<double>(interval->p50Ns);
            group.latencies += 1;
        }
    }
    group.appendTo(*meanThroughput, *meanLatency);
    return {throughput, meanThroughput, meanLatency};
}

} // namespace assay::loadpage
