// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace assay::stats {

/// An estimate with the ends of its confidence interval.
struct Interval
{
    double value = 0;
    double low = 0;
    double high = 0;

    bool operator==(const Interval&) const = default;
};

/// The middle value, or the mean of the two middle ones; 0 of nothing.
double medianOf(std::span<const double> values);

/// The median with its 95 % interval by the percentile bootstrap (B. Efron, 1979): 2000 resamples with
/// replacement. The same values and seed give the same interval. Of fewer than three values the interval is
/// their range.
Interval bootstrapMedian(std::span<const double> values, std::uint64_t seed);

/// How far the values stray: the median of |value − median| ÷ median (MdAPE); 0 of fewer than two.
double medianDeviation(std::span<const double> values);

} // namespace assay::stats
