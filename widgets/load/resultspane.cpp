// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/resultspane.h"

#include "document/qtext.h"
#include "load/failurespane.h"
#include "load/loadchartspecs.h"
#include "load/loadfigures.h"
#include "load/runreport.h"
#include "load/summarypane.h"
#include "panes/chartgrid.h"
#include "panes/rundetailspane.h"

#include <QComboBox>
#include <QLocale>
#include <QTabWidget>

namespace assay::loadpage {

using panes::ChartGrid;
using panes::RunDetailsPane;

namespace {

enum Scope
{
    WholeRun,
    HoldPhase
};
constexpr int failuresTab = 2;

/// In two columns what shares the time axis is on the left.
ChartGrid::Plan loadChartGrid()
{
    return {loadCharts({}),
        {QStringLiteral("throughput"), QStringLiteral("latency"), QStringLiteral("cpu"),
            QStringLiteral("scaling"), QStringLiteral("failures"), QStringLiteral("bytes")},
        3, QStringLiteral("latency"), loadChartMeaning};
}

} // namespace

ResultsPane::ResultsPane(const QString& sessionPath, QWidget* parent)
    : RunPane(parent)
    , m_scope(new QComboBox(this))
    , m_figures(new LoadFigures(this))
    , m_summary(new SummaryPane(this))
    , m_failures(new FailuresPane(this))
{
    makeScope();
    Parts parts;
    parts.header = {m_scope};
    parts.logarithmic = tr("&Logarithmic response times");
    parts.aboveTabs = {m_figures};
    parts.charts = new ChartGrid(loadChartGrid(), this);
    parts.chartsTitle = tr("Charts");
    parts.tabs = {{m_summary, tr("Summary")}, {m_failures, tr("Failures")}};
    parts.details = new RunDetailsPane(runDetailsHtml, this);
    build(parts, sessionPath);
}

void ResultsPane::makeScope()
{
    m_scope->setObjectName(QStringLiteral("scopeBox"));
    m_scope->addItems({tr("Whole run"), tr("Hold phase only")});
    m_scope->setAccessibleName(tr("Stretch that the figures and the summary are of"));
    m_scope->setToolTip(
        tr("Figures and summary of the whole run, or only of the phase in which the full load was "
           "held."));
    connect(m_scope, &QComboBox::currentIndexChanged, this, &ResultsPane::showScope);
}

void ResultsPane::clearRun()
{
    m_snapshot.reset();
    m_figures->clear();
    m_summary->model().setRows({});
    m_failures->model().reset({});
}

void ResultsPane::take(const panes::RunSnapshotPtr& any)
{
    m_snapshot = std::static_pointer_cast<const LoadSnapshot>(any); // loadRunSource() gave it
    if (m_snapshot->first) {
        QStringList labels{tr("all")};
        for (const auto& label : m_snapshot->run.labels) {
            labels.append(qtext(label));
        }
        m_failures->model().reset(labels);
    }
    m_failures->model().append(m_snapshot->newFailures);
    const std::uint64_t failed = m_snapshot->whole.empty() ? 0 : m_snapshot->whole.back().failures;
    m_failures->setTotal(failed);
    tabs()->setTabText(failuresTab,
        failed == 0 ? tr("Failures")
                    : tr("Failures (%1)").arg(QLocale().toString(static_cast<qulonglong>(failed))));
    showScope();
    Q_EMIT snapshotShown(m_snapshot);
}

QStringList ResultsPane::noticesOf(const panes::RunSnapshot& any) const
{
    return runNotices(static_cast<const LoadSnapshot&>(any));
}

void ResultsPane::showScope()
{
    if (!m_snapshot) {
        return;
    }
    m_scope->setEnabled(!m_snapshot->hold.empty());
    const bool hold = m_scope->currentIndex() == HoldPhase && !m_snapshot->hold.empty();
    const auto& rows = hold ? m_snapshot->hold : m_snapshot->whole;
    m_summary->model().setRows(rows);
    if (rows.empty()) {
        m_figures->clear();
    } else {
        m_figures->showFigures(rows.back(), hold ? m_snapshot->usersPeakInHold : m_snapshot->usersPeak);
    }
}

} // namespace assay::loadpage
