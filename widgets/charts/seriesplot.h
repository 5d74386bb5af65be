// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/axismap.h"
#include "charts/dataextent.h"
#include "charts/theme.h"

#include <QSizeF>

#include <memory>

QT_BEGIN_NAMESPACE
class QPainter;
QT_END_NAMESPACE

namespace assay::charts {

/// The data of a chart, drawn by Qt Charts into its own scene that no view shows. The only class that knows
/// Qt Charts. Its series live in pixels: ranges, logarithms and decimation are applied before, so that an
/// update costs Qt Charts exactly one replace() a series. GUI thread only.
class SeriesPlot
{
public:
    SeriesPlot();
    ~SeriesPlot();
    SeriesPlot(const SeriesPlot&) = delete;
    SeriesPlot& operator=(const SeriesPlot&) = delete;

    struct Look
    {
        Theme theme;
        double lineWidth = 1.6;
        bool quick =
            false; ///< thin out lines that are denser than the pixels, for charts that are redrawn often
        bool cutAtBorder = false; ///< the device cannot clip: no point may lie outside the plot
    };

    struct Maps
    {
        AxisMap x;
        AxisMap y;
        AxisMap right;
    };

    /// `size` is that of the plot area in logical pixels.
    void update(
        const ChartSpec& spec, const HiddenSeries& hidden, const Maps& maps, QSizeF size, const Look& look);

    /// Draws the plot with its upper left corner at `topLeft`.
    void paint(QPainter& painter, QPointF topLeft);

    /// Points handed to Qt Charts by the last update, all series together.
    qsizetype pointCount() const;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace assay::charts
