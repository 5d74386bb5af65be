// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartgroup.h"

#include "charts/timechart.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace assay::charts {

/// What one chart says is told to the others, but not what they say in turn.
template <typename Call> void ChartGroup::forOthers(TimeChart* chart, Call call)
{
    if (m_passingOn)
        return;
    const QScopedValueRollback guard(m_passingOn, true);
    for (TimeChart* other : std::as_const(m_charts)) {
        if (other != chart)
            call(other);
    }
}

void ChartGroup::add(TimeChart* chart)
{
    m_charts.append(chart);
    connect(chart, &TimeChart::cursorMoved, this,
        [this, chart](double x) { forOthers(chart, [x](TimeChart* other) { other->setCursor(x); }); });
    connect(chart, &TimeChart::cursorLeft, this,
        [this, chart] { forOthers(chart, [](TimeChart* other) { other->clearCursor(); }); });
    connect(chart, &TimeChart::visibleRangeChanged, this, [this, chart](double from, double to) {
        forOthers(chart, [from, to](TimeChart* other) { other->setVisibleRange(from, to); });
    });
    connect(chart, &TimeChart::visibleRangeReset, this,
        [this, chart] { forOthers(chart, [](TimeChart* other) { other->resetZoomX(); }); });
    connect(chart, &TimeChart::marginHintsChanged, this, &ChartGroup::schedule);
    connect(chart, &TimeChart::dataRangeChanged, this, &ChartGroup::schedule);
    connect(chart, &QObject::destroyed, this, [this, chart] { m_charts.removeAll(chart); });
    schedule();
}

void ChartGroup::schedule()
{
    if (m_scheduled)
        return;
    m_scheduled = true;
    QMetaObject::invokeMethod(this, &ChartGroup::settle, Qt::QueuedConnection);
}

void ChartGroup::settle()
{
    m_scheduled = false;
    shareRange();
    align();
}

void ChartGroup::shareRange()
{
    std::optional<Range> all;
    for (const TimeChart* chart : std::as_const(m_charts)) {
        const std::optional<Range> own = chart->dataRange();
        if (!own)
            continue;
        if (!all)
            all = own;
        all->include(own->from);
        all->include(own->to);
    }
    for (TimeChart* chart : std::as_const(m_charts))
        chart->setSharedRange(all);
}

void ChartGroup::align()
{
    double left = 0;
    double right = 0;
    bool live = false;
    for (const TimeChart* chart : std::as_const(m_charts)) {
        live |= chart->isLive();
        // What isn't on the screen has no say, but is aligned for when it comes back.
        if (!chart->isVisible())
            continue;
        left = std::max(left, chart->leftMarginHint());
        right = std::max(right, chart->rightMarginHint());
    }
    // While data arrive, labels come and go; plots that jump with them can't be read.
    m_left = live ? std::max(left, m_left) : left;
    m_right = live ? std::max(right, m_right) : right;
    for (TimeChart* chart : std::as_const(m_charts))
        chart->setMargins(m_left, m_right);
}

} // namespace assay::charts
