// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/axismap.h"

#include <QList>
#include <QPointF>
#include <QSizeF>

/// Data points → the few points that draw the same picture. Qt Charts pays for every point several times, so
/// a line never gets more than about two a pixel column. The smallest and the largest value of a column are
/// always kept: no spike is lost.
namespace assay::charts {

/// Indices [first, last) of the points to draw for `visible`: those inside and one neighbour on either side,
/// so that lines reach the border. Points must ascend in x.
struct Slice
{
    qsizetype first = 0;
    qsizetype last = 0;

    qsizetype size() const { return last - first; }
};
Slice visibleSlice(const QList<QPointF>& points, Range visible);

/// Where to draw: positions run from 0 to the plot's size, y upwards.
struct PlotMap
{
    AxisMap x;
    AxisMap y;
    double columnWidth = 1; ///< in pixels; lines thicker than a pixel need no finer columns
};

/// Positions of a line through the points. Points whose value isn't finite are left out.
QList<QPointF> decimateLine(const QList<QPointF>& points, const PlotMap& map);

/// Positions of a staircase: each value holds until the next point, the last one up to the last x.
QList<QPointF> decimateSteps(const QList<QPointF>& points, const PlotMap& map);

/// Positions of dots in any order, one a cell of `cellSize` pixels, those outside left out.
QList<QPointF> decimateDots(const QList<QPointF>& points, const PlotMap& map, double cellSize);

/// The line within the plot of that size: cut off where it leaves at the sides, led along the edge where it
/// leaves above or below. For devices that don't clip.
QList<QPointF> cutToPlot(const QList<QPointF>& line, QSizeF plot);

} // namespace assay::charts
