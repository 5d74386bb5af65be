// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/chartgrid.h"

#include <QAction>
#include <QEvent>
#include <QGridLayout>

#include <algorithm>

namespace assay::panes {

ChartGrid::ChartGrid(Plan plan, QWidget* parent)
    : QScrollArea(parent)
    , m_plan(std::move(plan))
    , m_group(new charts::ChartGroup(this))
    , m_content(new QWidget(this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Charts"));
    auto* grid = new QGridLayout(m_content);
    grid->setSpacing(fontMetrics().height());
    for (const QString& id : std::as_const(m_plan.order)) {
        const auto isOfThis = [&id](const charts::ChartSpec& spec) { return spec.id == id; };
        const auto empty = std::find_if(m_plan.empty.cbegin(), m_plan.empty.cend(), isOfThis);
        const bool onTimeAxis = empty != m_plan.empty.cend() && empty->x.quantity == charts::Quantity::Time;
        auto* chart = new charts::TimeChart(m_content);
        chart->setObjectName(QStringLiteral("chart.") + id);
        chart->setMinimumHeight(fontMetrics().height() * 13);
        chart->setWhatsThis(m_plan.meaning(id));
        if (onTimeAxis) {
            m_group->add(chart);
        }
        auto* toFile = new QAction(tr("Export chart …"), chart);
        connect(toFile, &QAction::triggered, this, [this, id] { Q_EMIT exportRequested(id); });
        chart->addAction(toFile);
        m_places.push_back({id, chart, onTimeAxis});
        watch(chart, id);
    }
    setWidget(m_content);
    arrange();
    showSpecs();
}

void ChartGrid::watch(QWidget* widget, const QString& id)
{
    widget->setProperty("chartId", id);
    widget->installEventFilter(this);
    for (auto* child : widget->findChildren<QWidget*>()) {
        child->setProperty("chartId", id);
        if (child->focusPolicy() != Qt::NoFocus && child->accessibleName().isEmpty()) {
            child->setAccessibleName(tr("Chart: %1").arg(id)); // until it has something to tell
        }
        child->installEventFilter(this);
    }
}

bool ChartGrid::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::MouseButtonPress) {
        setCurrent(watched->property("chartId").toString());
    }
    return QScrollArea::eventFilter(watched, event);
}

void ChartGrid::setCurrent(const QString& id)
{
    if (!id.isEmpty()) {
        m_current = id;
    }
}

charts::TimeChart* ChartGrid::chart(const QString& id) const
{
    for (const auto& place : m_places) {
        if (place.id == id) {
            return place.chart;
        }
    }
    return nullptr;
}

void ChartGrid::setCharts(const QList<charts::ChartSpec>& specs, bool live)
{
    m_specs = specs;
    m_live = live;
    showSpecs();
}

void ChartGrid::clear()
{
    setCharts(m_plan.empty, false);
}

void ChartGrid::showSpecs()
{
    for (auto& spec : m_specs) {
        if (spec.id == m_plan.logarithmic) {
            spec.y.scale = m_logarithmic ? charts::Scale::Logarithmic : charts::Scale::Linear;
            spec.y.minimum = m_logarithmic ? std::nullopt : std::optional(0.0);
        }
        for (const auto& place : m_places) {
            if (place.id == spec.id) {
                place.chart->setLive(m_live && place.onTimeAxis);
                place.chart->setSpec(spec);
            }
        }
    }
}

std::optional<charts::Band> ChartGrid::visibleRange() const
{
    for (const auto& place : m_places) {
        if (place.onTimeAxis && !place.chart->isFollowing()) {
            const auto range = place.chart->visibleRange();
            return charts::Band{range.from, range.to, {}};
        }
    }
    return std::nullopt;
}

void ChartGrid::setLogarithmic(bool on)
{
    m_logarithmic = on;
    showSpecs();
}

void ChartGrid::setEnlarged(bool on)
{
    m_enlarged = on;
    if (m_current.isEmpty()) {
        m_current = m_plan.order.value(0);
    }
    m_columns = 0;
    arrange();
}

void ChartGrid::resetZoom()
{
    for (const auto& place : m_places) {
        place.chart->resetZoom();
    }
}

void ChartGrid::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

void ChartGrid::arrange()
{
    const int columns = !m_enlarged && viewport()->width() >= fontMetrics().averageCharWidth() * 120 ? 2 : 1;
    if (columns == m_columns) {
        return;
    }
    m_columns = columns;
    auto* grid = static_cast<QGridLayout*>(m_content->layout());
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        auto* chart = m_places[i].chart;
        grid->removeWidget(chart);
        const int place = static_cast<int>(i);
        const int row = columns == 2 ? place % m_plan.rowsOfTwoColumns : place;
        grid->addWidget(chart, row, columns == 2 ? place / m_plan.rowsOfTwoColumns : 0);
        chart->setVisible(!m_enlarged || m_places[i].id == m_current);
    }
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, columns == 2 ? 1 : 0);
}

} // namespace assay::panes
