// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/readout.h"

#include "charts/dataextent.h"

#include <algorithm>

namespace assay::charts {

std::optional<QPointF> pointAt(const Series& series, double x)
{
    const QList<QPointF>& points = pointsOf(series);
    if (series.shape == Shape::Dots)
        return {};
    const auto after = std::upper_bound(
        points.cbegin(), points.cend(), x, [](double at, const QPointF& point) { return at < point.x(); });
    if (after == points.cbegin())
        return {};
    return *std::prev(after);
}

std::optional<QPointF> latestPoint(const Series& series)
{
    const QList<QPointF>& points = pointsOf(series);
    if (points.isEmpty() || series.shape == Shape::Dots)
        return {};
    return points.last();
}

} // namespace assay::charts
