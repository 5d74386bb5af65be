// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartframe.h"
#include "charts/seriesplot.h"

#include <QLocale>

namespace assay::charts {

/// What part of a spec is seen. Made by autoView() or by the user's zoom.
struct FigureView
{
    Range x;
    Range y;
    Range right;
    HiddenSeries hidden;

    friend bool operator==(const FigureView&, const FigureView&) = default;
};

/// All of the x axis, with round ends. `shared` are the data of other charts over the same axis.
Range fullRangeX(const ChartSpec& spec, const std::optional<Range>& shared = {});

/// The whole of `spec`, with round ends: what a chart shows that nobody has zoomed. `x` narrows it.
FigureView autoView(const ChartSpec& spec, const HiddenSeries& hidden, std::optional<Range> x = {});

/// Narrows both vertical axes to a window of what they show, in positions: 0 = bottom, 1 = top.
void applyYWindow(FigureView& view, const ChartSpec& spec, Range window);

/// About how many ticks fit on an axis of so many pixels.
int ticksThatFit(double pixels, bool horizontal);

/// A chart ready to be painted on anything: a widget's pixmap, an image, SVG, PDF. GUI thread only.
class ChartFigure
{
public:
    struct Options
    {
        Theme theme;
        QFont font;
        QLocale locale;
        double lineWidth = 1.6;
        bool quick = false; ///< see SeriesPlot::Look
        double leftMargin = 0;
        double rightMargin = 0;
        bool heading = false; ///< title and note inside the figure
        bool legend = false;
        bool background = true; ///< else transparent
        bool cutAtBorder = false; ///< for devices that cannot clip (SVG)
    };

    /// Prepares everything; `size` in logical pixels (96 an inch).
    void update(const ChartSpec& spec, const FigureView& view, QSizeF size, const Options& options);

    /// Paints what was prepared at (0, 0).
    void paint(QPainter& painter);

    const ChartLayout& layout() const { return m_layout; }
    const ChartTicks& ticks() const { return m_ticks; }
    const FrameMaps& maps() const { return m_maps; }

    /// What the labels need beside the plot, without the margins asked for in the options.
    double leftMarginHint() const;
    double rightMarginHint() const;

    qsizetype pointCount() const { return m_plot.pointCount(); }

private:
    void prepareTicks(const FigureView& view);
    Frame frame() const;
    void paintData(QPainter& painter);

    ChartSpec m_spec;
    Options m_options;
    HiddenSeries m_hidden;
    QSizeF m_size;
    ChartFonts m_fonts;
    ChartTicks m_ticks;
    ChartLayout m_layout;
    FrameMaps m_maps;
    SeriesPlot m_plot;
    bool m_empty = true;
};

} // namespace assay::charts
