// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartfigure.h"
#include "charts/chartgestures.h"

#include <QPixmap>
#include <QWidget>

namespace assay::charts {

/// The drawn part of a live chart: a cached picture of the figure, and over it the crosshair, the rubber band
/// and the focus frame, so that moving the mouse never redraws the data.
class ChartCanvas : public QWidget
{
    Q_OBJECT

public:
    explicit ChartCanvas(QWidget* parent = nullptr);
    ~ChartCanvas() override;

    /// Cheap: what is expensive waits until the canvas is painted.
    void setContent(const ChartSpec& spec, const FigureView& view, const ChartFigure::Options& options);

    /// The vertical line of the crosshair; none to hide it.
    void setCrosshair(std::optional<double> x);
    std::optional<double> crosshair() const { return m_crosshair; }

    /// The figure, brought up to date.
    const ChartFigure& figure();

    ChartGestures& gestures() { return m_gestures; }

    /// The dot under the mouse, for charts of dots: index of the series and the point.
    struct HoveredDot
    {
        qsizetype series = 0;
        QPointF point;
    };
    std::optional<HoveredDot> hoveredDot() const { return m_hoveredDot; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorMoved(double x);
    void cursorLeft();
    /// The figure was brought up to date: its margins may have changed.
    void figureUpdated();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void refreshFigure();
    void refreshPicture();
    void syncGestures();
    void paintCrosshair(QPainter& painter);
    void paintMarkers(QPainter& painter, double x);
    void paintRubberBand(QPainter& painter, Range band);
    void paintTag(QPainter& painter, double x, const QString& text);
    void updateHoveredDot(QPointF at);
    QPointF positionOf(const Series& series, QPointF point) const;
    double resolution() const;
    QString valueTextAt(double x) const;

    ChartSpec m_spec;
    FigureView m_view;
    ChartFigure::Options m_options;
    ChartFigure m_figure;
    bool m_figureStale = true;
    bool m_pictureStale = true;
    QPixmap m_picture;
    ChartGestures m_gestures;
    std::optional<double> m_crosshair;
    std::optional<HoveredDot> m_hoveredDot;
    bool m_focusSeen = false; ///< the focus came by key, so show where it is
};

} // namespace assay::charts
