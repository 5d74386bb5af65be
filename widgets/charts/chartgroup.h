// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

namespace assay::charts {

class TimeChart;

/// Charts over one time axis: one crosshair, one zoom, plots aligned under one another. Charts leave the
/// group when they are deleted.
class ChartGroup : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void add(TimeChart* chart);

private:
    /// Several charts change within one refresh: what follows from all of them is done once, afterwards.
    void schedule();
    void settle();
    void align();
    void shareRange();
    template <typename Call> void forOthers(TimeChart* chart, Call call);

    QList<TimeChart*> m_charts;
    bool m_scheduled = false;
    bool m_passingOn = false;
    double m_left = 0;
    double m_right = 0;
};

} // namespace assay::charts
