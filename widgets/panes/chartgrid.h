// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartgroup.h"
#include "charts/timechart.h"

#include <QScrollArea>

#include <functional>
#include <vector>

namespace assay::panes {

/// The charts of a run, in two columns where there is room: what belongs to one another stands under one
/// another, on one time axis with one crosshair.
class ChartGrid : public QScrollArea
{
    Q_OBJECT

public:
    /// Which charts there are and how they stand.
    struct Plan
    {
        QList<charts::ChartSpec> empty; ///< one a chart in any order, without data
        QStringList order; ///< of their ids in one column
        int rowsOfTwoColumns = 3; ///< in two columns, each so many of the order are one
        QString logarithmic; ///< id of the chart that setLogarithmic() is about
        std::function<QString(const QString& id)> meaning; ///< what a chart tells
    };
    explicit ChartGrid(Plan plan, QWidget* parent = nullptr);

    /// `live`: the run is being written.
    void setCharts(const QList<charts::ChartSpec>& specs, bool live);
    const QList<charts::ChartSpec>& specs() const { return m_specs; }
    void clear();

    charts::TimeChart* chart(const QString& id) const;
    /// Id of the chart that was used last, "" if none was.
    QString currentChart() const { return m_current; }
    /// The stretch of time on show, unless it is all.
    std::optional<charts::Band> visibleRange() const;

    void setLogarithmic(bool on);
    bool isLogarithmic() const { return m_logarithmic; }
    /// Shows the current chart alone, as large as the pane.
    void setEnlarged(bool on);
    bool isEnlarged() const { return m_enlarged; }
    void resetZoom();

Q_SIGNALS:
    void exportRequested(const QString& chartId);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Place
    {
        QString id;
        charts::TimeChart* chart;
        bool onTimeAxis;
    };

    void showSpecs();
    void arrange();
    void setCurrent(const QString& id);
    void watch(QWidget* widget, const QString& id);

    Plan m_plan;
    std::vector<Place> m_places; ///< in the order of one column
    QList<charts::ChartSpec> m_specs;
    charts::ChartGroup* m_group;
    QWidget* m_content;
    QString m_current;
    bool m_live = false;
    bool m_logarithmic = false;
    bool m_enlarged = false;
    int m_columns = 0;
};

} // namespace assay::panes
