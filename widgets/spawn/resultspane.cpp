// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/resultspane.h"

#include "document/qtext.h"
#include "panes/chartgrid.h"
#include "panes/figurestrip.h"
#include "panes/rundetailspane.h"
#include "spawn/spawnreport.h"
#include "spawn/tablepane.h"

#include <QLocale>
#include <QTableView>

#include <algorithm>

namespace assay::spawnpage {

using panes::ChartGrid;

namespace {

enum Figure
{
    Fastest,
    FastestCell,
    BestSpeedUp,
    Measured,
    Spawns,
    Failed,
    Drift
};
constexpr qsizetype mostNotices = 3;

/// In two columns the comparisons are on the left, what lies behind them on the right.
ChartGrid::Plan spawnChartGrid()
{
    return {spawnCharts({}, {}),
        {QStringLiteral("rates"), QStringLiteral("threads"), QStringLiteral("memory"), QStringLiteral("heat"),
            QStringLiteral("percentiles"), QStringLiteral("histogram"), QStringLiteral("rounds")},
        4, QStringLiteral("rates"), spawnChartMeaning};
}

} // namespace

ResultsPane::ResultsPane(const QString& sessionPath, QWidget* parent)
    : RunPane(parent)
    , m_figures(new panes::FigureStrip({tr("Most spawns/s"), tr("by"), tr("Speed-up"), tr("Cells measured"),
                                           tr("Spawns"), tr("Failed"), tr("Drift of the control cell")},
          this))
    , m_table(new TablePane(this))
{
    Parts parts;
    parts.logarithmic = tr("&Logarithmic rates");
    parts.aboveTabs = {m_figures};
    parts.charts = new ChartGrid(spawnChartGrid(), this);
    parts.chartsTitle = tr("Charts");
    parts.tabs = {{m_table, tr("Table and reading")}};
    parts.details = new panes::RunDetailsPane(runDetailsHtml, this);
    build(parts, sessionPath);
    connect(m_table, &TablePane::selectionChanged, this, &ResultsPane::showSelected);
    connect(&m_table->model(), &QAbstractItemModel::dataChanged, this, &ResultsPane::showFigures);
}

void ResultsPane::clearRun()
{
    m_snapshot.reset();
    m_figures->clear();
    m_table->clear();
}

void ResultsPane::take(const panes::RunSnapshotPtr& any)
{
    m_snapshot = std::static_pointer_cast<const SpawnSnapshot>(any); // spawnRunSource() gave it
    m_table->show(m_snapshot->rows, m_snapshot->summary, m_snapshot->first);
    showFigures();
    showSelected();
}

void ResultsPane::showSelected()
{
    const auto selected = m_table->selected();
    if (!m_snapshot) {
        return;
    }
    QList<charts::ChartSpec> specs = m_snapshot->charts;
    for (auto& spec : specs) {
        if (!selected.empty() && spec.id == u"percentiles") {
            spec = percentilesChart(m_snapshot->summary, selected);
        } else if (!selected.empty() && spec.id == u"histogram") {
            spec = histogramChart(m_snapshot->summary, selected);
        }
    }
    charts()->setCharts(specs, m_snapshot->run.state == session::RunState::Running);
}

QString ResultsPane::speedUpText(double speedUp, const QString& baseline)
{
    return tr("%1 × over %2").arg(QLocale().toString(speedUp, 'f', 1), baseline);
}

void ResultsPane::showFigures()
{
    if (!m_snapshot) {
        return;
    }
    const auto& rows = m_snapshot->rows;
    const QLocale locale;
    const auto best = std::ranges::max_element(rows, {}, [](const SpawnRow& row) { return row.rate.value; });
    if (best == rows.end() || !best->isMeasured()) {
        m_figures->clear();
        return;
    }
    const auto speedUp = m_table->model().speedUp(static_cast<int>(best - rows.begin()));
    const auto measured = std::ranges::count_if(rows, &SpawnRow::isMeasured);
    std::uint64_t failed = 0;
    for (const auto& row : rows) {
        failed += row.failures;
    }
    std::uint64_t spawns = 0;
    for (const auto& cell : m_snapshot->summary.cells) {
        spawns += cell.spawns;
    }
    m_figures->setFigure(Fastest, locale.toString(best->rate.value, 'f', 0));
    m_figures->setFigure(FastestCell, best->cell);
    m_figures->setFigure(BestSpeedUp,
        speedUp ? speedUpText(*speedUp, rows[static_cast<std::size_t>(m_table->model().baseline())].cell)
                : QStringLiteral("–"));
    m_figures->setFigure(Measured, tr("%1 of %2").arg(measured).arg(rows.size()));
    m_figures->setFigure(Spawns, locale.toString(static_cast<qulonglong>(spawns)));
    m_figures->setFigure(Failed, locale.toString(static_cast<qulonglong>(failed)), failed > 0);
    const auto& drift = m_snapshot->summary.drift;
    m_figures->setFigure(
        Drift, drift ? locale.toString(100 * *drift, 'f', 1) + QStringLiteral(" %") : QStringLiteral("–"));
}

QStringList ResultsPane::noticesOf(const panes::RunSnapshot& any) const
{
    QStringList notices = runNotices(static_cast<const SpawnSnapshot&>(any));
    if (notices.size() > mostNotices + 1) {
        const auto left = notices.size() - mostNotices;
        notices = notices.mid(0, mostNotices);
        notices.append(tr("%1 more stand under the table.").arg(left));
    }
    return notices;
}

} // namespace assay::spawnpage
