// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assay::stats {

/// How a percentile is read off n sorted values. Tools differ, and so do their numbers for the same run.
enum class PercentileMethod {
    NearestRank, ///< value of rank max(1, ceil(n·p)); Assay's own, and HdrHistogram's
    JMeterAggregate, ///< first value whose cumulative count reaches round(n·p): Aggregate Report's "90% Line"
    JMeterDashboard, ///< position p·(n+1), interpolated (commons-math LEGACY): JMeter's HTML dashboard
    LinearR7, ///< position p·(n−1), interpolated: k6, NumPy, spreadsheets
    HalfEvenR3, ///< rank n·p rounded half to even: JMeter's dashboard with estimator R_3
};

/// "nearest-rank", "jmeter-aggregate", "jmeter-dashboard", "r7", "r3".
std::string_view percentileMethodName(PercentileMethod method);
std::optional<PercentileMethod> percentileMethodFromName(std::string_view name);
std::vector<std::string_view> percentileMethodNames();

/// `sorted` ascending; `percent` in 0..100. 0 for no values.
double percentile(std::span<const std::int64_t> sorted, double percent, PercentileMethod method);

} // namespace assay::stats
