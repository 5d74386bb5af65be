// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/axismap.h"

#include <QObject>
#include <QPointF>
#include <QRectF>

#include <optional>

QT_BEGIN_NAMESPACE
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
QT_END_NAMESPACE

namespace assay::charts {

/// Turns mouse, wheel and keys over a plot into wishes in the chart's own numbers:
/// drag = zoom to the stretch, Shift or middle drag = pan, Ctrl+wheel = zoom x, Shift+wheel = zoom y,
/// double click or Home = all, Backspace = back, + and - = zoom, arrows = pan, Shift+left/right = cursor,
/// Shift+up/down = zoom y.
/// A plain wheel is left to the page around the chart.
class ChartGestures : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Where the plot lies in the widget, and its horizontal axis. To be called before each event.
    void setPlot(const QRectF& plot, const AxisMap& x);

    /// Each returns whether the event was used.
    bool mousePress(const QMouseEvent& event);
    bool mouseMove(const QMouseEvent& event);
    bool mouseRelease(const QMouseEvent& event);
    bool mouseDoubleClick(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    bool key(const QKeyEvent& event);

    /// Ends a drag without effect (Escape, the mouse was taken away).
    void cancel();

    /// The stretch that is being drawn with the mouse.
    std::optional<Range> rubberBand() const;

Q_SIGNALS:
    void rubberBandChanged();
    void zoomToX(double from, double to);
    void scaleX(double factor, double around);
    void scaleY(double factor, double aroundPosition); ///< position: 0 = bottom, 1 = top
    void panX(double distance);
    void panY(double positions); ///< in heights of the plot
    void resetRequested();
    void undoRequested();
    void cursorStepped(int direction);

private:
    enum class Drag
    {
        None,
        Band,
        Pan
    };

    double xAt(double pixel) const;

    QRectF m_plot;
    AxisMap m_x;
    Drag m_drag = Drag::None;
    bool m_moved = false;
    QPointF m_pressed;
    QPointF m_last;
    double m_bandFrom = 0;
    double m_bandTo = 0;
};

} // namespace assay::charts
