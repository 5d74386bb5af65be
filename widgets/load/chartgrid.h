// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartgroup.h"
#include "charts/timechart.h"

#include <QScrollArea>

#include <vector>

namespace assay::loadpage {

/// The charts of a run, in two columns where there is room: what belongs to one another stands under one
/// another, on one time axis with one crosshair.
class ChartGrid : public QScrollArea
{
    Q_OBJECT

public:
    explicit ChartGrid(QWidget* parent = nullptr);

    /// `live`: the run is being written.
    void setCharts(const QList<charts::ChartSpec>& specs, bool live);
    const QList<charts::ChartSpec>& specs() const { return m_specs; }
    void clear();

    charts::TimeChart* chart(const QString& id) const;
    /// Id of the chart that was used last, "" if none was.
    QString currentChart() const { return m_current; }
    /// The stretch of time on show, unless it is all.
    std::optional<charts::Band> visibleRange() const;

    void setLogarithmicLatency(bool on);
    bool isLogarithmicLatency() const { return m_logarithmic; }
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
    };

    void showSpecs();
    void arrange();
    void setCurrent(const QString& id);
    void watch(QWidget* widget, const QString& id);

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

} // namespace assay::loadpage
