// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "charts/range.h"

#include <algorithm>
#include <cmath>

namespace assay::charts {

/// Maps the visible range of one axis to 0 … length and back. On a logarithmic axis a value that has no
/// logarithm is put at the lower end, so that one zero doesn't hide a line.
class AxisMap
{
public:
    AxisMap() = default;
    AxisMap(Range range, Scale scale, double length)
        : m_logarithmic(scale == Scale::Logarithmic)
        , m_range(range)
        , m_low(scaled(range.from))
        , m_factor(length / std::max(scaled(range.to) - m_low, 1e-300))
    { }

    double toPosition(double value) const { return (scaled(value) - m_low) * m_factor; }

    double toValue(double position) const
    {
        const double scaledValue = m_low + position / m_factor;
        return m_logarithmic ? std::pow(10.0, scaledValue) : scaledValue;
    }

    const Range& range() const { return m_range; }
    bool isLogarithmic() const { return m_logarithmic; }

private:
    double scaled(double value) const
    {
        if (!m_logarithmic)
            return value;
        return std::log10(value > 0 ? value : m_range.from);
    }

    bool m_logarithmic = false;
    Range m_range{0, 1};
    double m_low = 0;
    double m_factor = 1;
};

} // namespace assay::charts
