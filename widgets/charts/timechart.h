// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartrenderer.h"
#include "charts/steadyrange.h"
#include "charts/zoom.h"

#include <QElapsedTimer>
#include <QWidget>

QT_BEGIN_NAMESPACE
class QAction;
class QToolButton;
QT_END_NAMESPACE

namespace assay::charts {

class ChartCanvas;
class ElidedLabel;
class LegendStrip;

/// A chart to live with: shows a ChartSpec, follows a running measurement, zooms, reads out values under the
/// cursor. Despite its name it also shows charts whose x isn't time. GUI thread only.
class TimeChart : public QWidget
{
    Q_OBJECT

public:
    explicit TimeChart(QWidget* parent = nullptr);
    ~TimeChart() override;

    /// Shows `spec`. Cheap enough for 10 Hz: what is expensive happens when it is painted, so a
    /// hidden chart draws nothing. Keeps the zoom
    /// and the hidden series as long as the spec's id stays the same.
    void setSpec(const ChartSpec& spec);
    const ChartSpec& spec() const { return m_spec; }

    /// While live the time axis grows in whole seconds and the vertical axes shrink with patience.
    void setLive(bool live);
    bool isLive() const { return m_live; }

    /// While live and not zoomed, show only the last so many units of x (ns); 0 shows everything.
    void setFollowSpan(double span);
    /// Whether new data move the view: true until the user zooms in x.
    bool isFollowing() const { return !m_zoom.zoom().x; }

    /// The x of this chart's own data; that of all charts which share the axis (ChartGroup sets it); and what
    /// follows from both: all that could be seen, and what is seen.
    std::optional<Range> dataRange() const;
    void setSharedRange(const std::optional<Range>& range);
    Range fullRange() const;
    Range visibleRange() const { return m_view.x; }
    Range visibleYRange() const { return m_view.y; }
    bool isZoomed() const { return !m_zoom.zoom().isDefault(); }

    void setSeriesVisible(const QString& seriesId, bool visible);
    const HiddenSeries& hiddenSeries() const { return m_hidden; }

    /// The space that tick labels need left and right of the plot; charts under one another line up when each
    /// gets the largest hint of all. ChartGroup does that.
    double leftMarginHint() const;
    double rightMarginHint() const;
    void setMargins(double left, double right);

    /// The plot's rectangle in this widget's coordinates, for tests and overlays.
    QRectF plotRect() const;

    /// The texts in the readout, in the order of the series: under the cursor, else the latest.
    QStringList readout() const;
    std::optional<double> cursor() const;

    /// A fixed theme instead of the palette's.
    void setTheme(const std::optional<Theme>& theme);
    Theme theme() const;

    /// How an exported picture looks like this chart: same part, same series, same proportions.
    RenderOptions renderOptions() const;

    /// Actions of the context menu, each with an object name ("chart.copyImage" …); the widget's own
    /// actions() follow them there. A wish that nobody listens to isn't offered.
    QList<QAction*> chartActions();

    /// What the chart has to say about itself under the title, beside the spec's note; may be empty.
    QString hintText() const;

public Q_SLOTS:
    /// Shows the crosshair at `x` without emitting cursorMoved().
    void setCursor(double x);
    void clearCursor();
    void setVisibleRange(double from, double to);
    void resetZoom();
    /// Only in x, as when another chart of the group is reset; emits nothing.
    void resetZoomX();
    void undoZoom();
    void copyImage();
    void copyData();

Q_SIGNALS:
    void cursorMoved(double x);
    void cursorLeft();
    void visibleRangeChanged(double from, double to);
    void visibleRangeReset();
    void seriesVisibilityChanged(const QString& seriesId, bool visible);
    void marginHintsChanged();
    void dataRangeChanged();
    /// Wishes that need a file dialog or a window; whoever owns those serves them.
    void exportImageRequested();
    void exportDataRequested();
    void tableRequested();

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void buildWidgets();
    void layOutWidgets();
    void connectWidgets();
    void buildActions();
    void connectGestures();
    void refresh();
    FigureView makeView();
    Range xRange() const;
    double leastSpan() const;
    void zoomed(bool changed);
    void stepCursor(int direction);
    void showCursor(std::optional<double> x);
    void updateReadout();
    void updateNotes();
    void updateAccessibleText();
    void checkMarginHints();

    ChartSpec m_spec;
    FigureView m_view;
    ZoomState m_zoom;
    HiddenSeries m_hidden;
    bool m_live = false;
    double m_followSpan = 0;
    std::optional<Range> m_sharedRange;
    std::optional<Range> m_announcedX; ///< the zoom that others were told last
    SteadyRange m_steadyY;
    SteadyRange m_steadyRight;
    QElapsedTimer m_clock;
    std::optional<qint64> m_describedMs; ///< when the accessible text was last renewed
    double m_leftMargin = 0;
    double m_rightMargin = 0;
    double m_lastLeftHint = 0;
    double m_lastRightHint = 0;
    std::optional<Theme> m_fixedTheme;
    QList<QAction*> m_actions;
    QAction* m_undoAction = nullptr;
    QAction* m_resetAction = nullptr;

    ElidedLabel* m_title = nullptr;
    ElidedLabel* m_note = nullptr;
    ElidedLabel* m_hint = nullptr; ///< what the chart itself has to say
    QToolButton* m_resetButton = nullptr;
    LegendStrip* m_legend = nullptr;
    ChartCanvas* m_canvas = nullptr;
};

} // namespace assay::charts
