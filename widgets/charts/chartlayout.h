// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/axisticks.h"
#include "charts/dataextent.h"

#include <QFont>
#include <QRectF>
#include <QSizeF>

namespace assay::charts {

/// The fonts of a chart, in pixels: a chart has the same proportions on every device.
struct ChartFonts
{
    QFont tick;
    QFont label; ///< axis titles, legend, notes
    QFont title;

    static ChartFonts from(const QFont& base);
};

/// The ticks of the axes that are drawn.
struct ChartTicks
{
    TickSet x;
    TickSet y;
    TickSet right;
};

/// An entry of the legend and its place.
struct LegendEntry
{
    QRectF rect;
    qsizetype series = 0; ///< index into the spec
};

/// Where the parts of a chart lie, in logical pixels. The plot's rectangle is on whole pixels.
struct ChartLayout
{
    QRectF title;
    QRectF note;
    QRectF yTitle;
    QRectF rightTitle;
    QRectF bandNames; ///< a row above the plot, so that no name covers data; empty without a named band
    QRectF plot;
    QRectF xLabels;
    qsizetype xLabelLines = 1; ///< names of categories may take several
    bool xLabelsUpright = false; ///< names of categories that are too wide to lie side by side
    QRectF xTitle;
    QList<LegendEntry> legend;
};

struct LayoutRequest
{
    QSizeF size;
    double leftMargin = 0; ///< at least so much left of the plot, to align charts under one another
    double rightMargin = 0;
    bool heading = false; ///< title and note inside the chart
    bool legend = false;
    HiddenSeries hidden; ///< these have no entry in the legend
};

/// The name of a category on several lines: its parts stand between " · ".
QStringList categoryLines(const QString& name);

/// Labels of a vertical axis that are longer, as names can be, are cut off.
constexpr double widestLabel = 220;

/// The space that the labels of a vertical axis need beside the plot.
double labelMargin(const TickSet& ticks, const ChartFonts& fonts);

ChartLayout layOut(
    const ChartSpec& spec, const ChartTicks& ticks, const ChartFonts& fonts, const LayoutRequest& request);

} // namespace assay::charts
