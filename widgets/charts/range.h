// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace assay::charts {

/// A closed stretch of an axis, in the axis's own numbers (nanoseconds, counts …).
struct Range
{
    double from = 0;
    double to = 0;

    double span() const { return to - from; }
    bool isEmpty() const { return !(to > from); }
    bool contains(double value) const { return value >= from && value <= to; }

    /// Makes the range reach to `value`.
    void include(double value)
    {
        from = std::min(from, value);
        to = std::max(to, value);
    }

    friend bool operator==(const Range&, const Range&) = default;
};

} // namespace assay::charts
