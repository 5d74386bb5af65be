// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/dataextent.h"

#include "charts/decimate.h"

#include <algorithm>
#include <cmath>

namespace assay::charts {

namespace {

void include(std::optional<Range>& range, double value)
{
    if (!std::isfinite(value))
        return;
    if (range)
        range->include(value);
    else
        range = Range{value, value};
}

/// Calls `use` with every point of the series that decides what is seen within `x`.
template <typename Use> void forEachSeen(const Series& series, const QList<QPointF>& points, Range x, Use use)
{
    if (series.shape == Shape::Dots) {
        for (const QPointF& point : points) {
            if (x.contains(point.x()))
                use(point);
        }
        return;
    }
    const Slice slice = visibleSlice(points, x);
    for (qsizetype i = slice.first; i < slice.last; ++i) {
        // Neighbours outside only matter when nothing lies inside: else a line from a far peak would
        // stretch the axis of a zoomed view.
        if (x.contains(points.at(i).x()) || slice.size() <= 2)
            use(points.at(i));
    }
}

} // namespace

std::optional<Range> extentX(const ChartSpec& spec)
{
    std::optional<Range> extent;
    for (const Series& series : spec.series) {
        const QList<QPointF>& points = pointsOf(series);
        if (points.isEmpty())
            continue;
        if (series.shape != Shape::Dots) {
            include(extent, points.first().x());
            include(extent, points.last().x());
            continue;
        }
        for (const QPointF& point : points)
            include(extent, point.x());
    }
    return extent;
}

std::optional<Range> extentY(const ChartSpec& spec, bool right, Range x, const HiddenSeries& hidden)
{
    std::optional<Range> extent;
    QList<QPointF> stack;
    for (const Series& series : spec.series) {
        if (series.onRightAxis != right || hidden.contains(series.id))
            continue;
        const bool logarithmic = axisOf(spec, series).scale == Scale::Logarithmic;
        const auto use = [&extent, logarithmic](QPointF point) {
            if (!logarithmic || point.y() > 0)
                include(extent, point.y());
        };
        if (series.shape == Shape::StackedArea) {
            stack = stackedOn(stack, pointsOf(series), x);
            forEachSeen(series, stack, x, use);
            continue;
        }
        for (const Points& points : {series.points, series.low, series.high}) {
            if (points)
                forEachSeen(series, *points, x, use);
        }
    }
    return extent;
}

qsizetype countNotOnLogScale(const ChartSpec& spec, Range x, const HiddenSeries& hidden)
{
    qsizetype count = 0;
    for (const Series& series : spec.series) {
        if (axisOf(spec, series).scale != Scale::Logarithmic || hidden.contains(series.id))
            continue;
        forEachSeen(series, pointsOf(series), x, [&count, x](QPointF point) {
            if (x.contains(point.x()) && point.y() <= 0)
                ++count;
        });
    }
    return count;
}

QList<QPointF> stackedOn(const QList<QPointF>& below, const QList<QPointF>& points, Range x)
{
    const Slice slice = visibleSlice(points, x);
    QList<QPointF> sum;
    sum.reserve(slice.size());
    qsizetype under = 0;
    for (qsizetype i = slice.first; i < slice.last; ++i) {
        const QPointF& point = points.at(i);
        while (under + 1 < below.size() && below.at(under + 1).x() <= point.x())
            ++under;
        const bool stands = under < below.size() && below.at(under).x() <= point.x();
        sum.append(
            {point.x(), (stands ? below.at(under).y() : 0) + (std::isfinite(point.y()) ? point.y() : 0)});
    }
    return sum;
}

const Axis& axisOf(const ChartSpec& spec, const Series& series)
{
    return series.onRightAxis && spec.right ? *spec.right : spec.y;
}

const QList<QPointF>& pointsOf(const Series& series)
{
    static const QList<QPointF> none;
    return series.points ? *series.points : none;
}

} // namespace assay::charts
