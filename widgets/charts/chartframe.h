// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/axismap.h"
#include "charts/chartlayout.h"
#include "charts/theme.h"

QT_BEGIN_NAMESPACE
class QPainter;
QT_END_NAMESPACE

/// Everything of a chart but its data: bands and grid under them, axes, labels, titles and legend around
/// them. Painted by hand because the axes of Qt Charts 6.4 shorten labels to "...", let the plot jump when a
/// label grows, and know no minutes, no unit prefixes and no bands.
namespace assay::charts {

struct FrameMaps
{
    AxisMap x;
    AxisMap y;
    AxisMap right;
};

struct Frame
{
    const ChartSpec& spec;
    const Theme& theme;
    const ChartFonts& fonts;
    const ChartLayout& layout;
    const ChartTicks& ticks;
    const FrameMaps& maps;
};

/// What lies under the data: bands, and grid lines. Bands reach into the row of their names.
void paintBelow(QPainter& painter, const Frame& frame);

/// What lies over and around the data: axis lines, labels, names of bands, titles, legend.
void paintAround(QPainter& painter, const Frame& frame);

/// The sentence of an empty chart, in the middle of the plot.
void paintEmptyText(QPainter& painter, const Frame& frame);

/// The sample of a series before its name in a legend, centred in `rect`.
void paintSwatch(QPainter& painter, const QRectF& rect, const Series& series, const Theme& theme);

/// The place of a tick on the device, on the middle of a pixel.
double crisp(double position);

} // namespace assay::charts
