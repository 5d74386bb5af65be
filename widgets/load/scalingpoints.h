// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "session/records.h"

#include <vector>

namespace assay::loadpage {

/// A run's intervals against the number of users that were active in them, by ascending users.
struct ScalingPoints
{
    charts::Points throughput; ///< requests a second of each interval
    charts::Points meanThroughput; ///< their mean by number of users, in at most 200 groups
    charts::Points meanLatency; ///< mean of the medians of service time, the same groups
};

/// Leaves out the intervals without users, and the last one, which is shorter.
ScalingPoints scalingPoints(const std::vector<session::IntervalPoint>& intervals);

} // namespace assay::loadpage
