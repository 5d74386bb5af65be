// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/resultspane.h"

#include "charts/flowlayout.h"
#include "document/qtext.h"
#include "load/failurespane.h"
#include "load/loadchartspecs.h"
#include "load/loadfigures.h"
#include "panes/chartgrid.h"
#include "panes/fieldform.h"

#include "load/runreport.h"
#include "load/summarypane.h"
#include "models/sessiontreemodel.h"
#include "panes/rundetailspane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace assay::loadpage {

using panes::ChartGrid;
using panes::makeHint;
using panes::makeWarningLabel;
using panes::RunDetailsPane;
using panes::RunFeed;

namespace {

enum Scope
{
    WholeRun,
    HoldPhase
};
enum Tab
{
    ChartsTab,
    SummaryTab,
    FailuresTab,
    DetailsTab
};

/// In two columns what shares the time axis is on the left.
panes::ChartGrid::Plan loadChartGrid()
{
    return {loadCharts({}),
        {QStringLiteral("throughput"), QStringLiteral("latency"), QStringLiteral("cpu"),
            QStringLiteral("scaling"), QStringLiteral("failures"), QStringLiteral("bytes")},
        3, QStringLiteral("latency"), loadChartMeaning};
}

} // namespace

ResultsPane::ResultsPane(const QString& sessionPath, QWidget* parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget(this))
{
    auto* hint = makeHint(
        tr("No run yet.\nEdit the plan above, then press “Start run” to watch its charts here."), this);
    hint->setAlignment(Qt::AlignCenter);
    m_pages->addWidget(hint);

    auto* page = new QWidget(this);
    m_figures = new LoadFigures(page);
    m_notices = makeWarningLabel(page);
    m_notices->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_tabs = new QTabWidget(page);
    m_tabs->setObjectName(QStringLiteral("resultTabs"));
    m_tabs->setAccessibleName(tr("Results"));
    m_tabs->setDocumentMode(true);
    m_charts = new ChartGrid(loadChartGrid(), m_tabs);
    m_summary = new SummaryPane(m_tabs);
    m_failures = new FailuresPane(m_tabs);
    m_details = new RunDetailsPane(runDetailsHtml, m_tabs);
    m_tabs->addTab(m_charts, tr("Charts"));
    m_tabs->addTab(m_summary, tr("Summary"));
    m_tabs->addTab(m_failures, tr("Failures"));
    m_tabs->addTab(m_details, tr("Details"));

    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeHeader());
    column->addWidget(m_figures);
    column->addWidget(m_notices);
    column->addWidget(m_tabs, 1);
    m_pages->addWidget(page);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_pages);
    makeFeed(sessionPath);
}

ResultsPane::~ResultsPane() = default;

QWidget* ResultsPane::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new QLabel(header);
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setBold(true);
    m_title->setFont(font);
    m_scope = new QComboBox(header);
    m_scope->setObjectName(QStringLiteral("scopeBox"));
    m_scope->addItems({tr("Whole run"), tr("Hold phase only")});
    m_scope->setAccessibleName(tr("Stretch that the figures and the summary are of"));
    m_scope->setToolTip(
        tr("Figures and summary of the whole run, or only of the phase in which the full load was "
           "held."));
    m_logarithmic = new QCheckBox(tr("&Logarithmic response times"), header);
    m_export = new QPushButton(tr("E&xport charts …"), header);
    m_title->setMinimumHeight(m_scope->sizeHint().height()); // one line with what follows it
    auto* flow = new charts::FlowLayout(fontMetrics().height() / 2, header);
    flow->setContentsMargins(0, 0, 0, 0);
    for (auto* widget : std::initializer_list<QWidget*>{m_title, m_scope, m_logarithmic, m_export}) {
        flow->addWidget(widget);
    }
    connect(m_scope, &QComboBox::currentIndexChanged, this, &ResultsPane::showScope);
    connect(m_logarithmic, &QCheckBox::toggled, this, [this](bool on) { m_charts->setLogarithmic(on); });
    return header;
}

void ResultsPane::makeFeed(const QString& path)
{
    m_feed = std::make_unique<RunFeed>(path);
    m_feed->setPaused(!isVisible());
    connect(m_feed.get(), &RunFeed::updated, this, &ResultsPane::take);
    connect(m_feed.get(), &RunFeed::failed, this, [this](const QString& sentence) {
        Q_EMIT noticed({document::Notice::Kind::Error, sentence});
    });
}

void ResultsPane::setSessionPath(const QString& path)
{
    makeFeed(path);
    m_feed->show(m_runId == 0 ? panes::RunSource() : loadRunSource(m_runId));
}

void ResultsPane::showRun(std::int64_t runId, const QString& title)
{
    m_runTitle = title;
    if (runId == m_runId) {
        showTitle();
        return;
    }
    m_runId = runId;
    m_snapshot.reset();
    m_figures->clear();
    m_charts->clear();
    m_charts->resetZoom();
    m_summary->model().setRows({});
    m_failures->model().reset({});
    showNotices({});
    showTitle();
    m_pages->setCurrentIndex(runId == 0 ? 0 : 1);
    m_feed->show(runId == 0 ? panes::RunSource() : loadRunSource(runId));
}

void ResultsPane::refresh()
{
    m_feed->refresh();
}

void ResultsPane::take(const panes::RunSnapshotPtr& any)
{
    const auto snapshot = std::static_pointer_cast<const LoadSnapshot>(any); // loadRunSource() gave it
    m_snapshot = snapshot;
    if (snapshot->first) {
        QStringList labels{tr("all")};
        for (const auto& label : snapshot->run.labels) {
            labels.append(qtext(label));
        }
        m_failures->model().reset(labels);
    }
    m_charts->setCharts(snapshot->charts, snapshot->run.state == session::RunState::Running);
    m_failures->model().append(snapshot->newFailures);
    const std::uint64_t failed = snapshot->whole.empty() ? 0 : snapshot->whole.back().failures;
    m_failures->setTotal(failed);
    m_tabs->setTabText(FailuresTab,
        failed == 0 ? tr("Failures")
                    : tr("Failures (%1)").arg(QLocale().toString(static_cast<qulonglong>(failed))));
    m_details->showRun(snapshot->run);
    showNotices(runNotices(*snapshot).join(u'\n'));
    showScope();
    showTitle();
    if (snapshot->first) {
        Q_EMIT runLoaded(m_runId);
    }
    Q_EMIT snapshotShown(snapshot);
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

void ResultsPane::showNotices(const QString& text)
{
    m_notices->setText(
        text.isEmpty() ? text : QStringLiteral("⚠ ") + QString(text).replace(u"\n"_qs, u"\n⚠ "_qs));
    m_notices->setVisible(!text.isEmpty());
}

QString ResultsPane::noticesText() const
{
    return m_notices->text();
}

void ResultsPane::showTitle()
{
    QString text = m_runTitle;
    if (m_snapshot && m_snapshot->run.state != session::RunState::Finished) {
        text += QStringLiteral(" · ") + models::runStateText(m_snapshot->run.state);
    }
    m_title->setText(text);
}

void ResultsPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_feed->setPaused(false);
}

void ResultsPane::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_feed->setPaused(true);
}

} // namespace assay::loadpage
