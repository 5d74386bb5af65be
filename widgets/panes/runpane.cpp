// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/runpane.h"

#include "charts/flowlayout.h"
#include "models/sessiontreemodel.h"
#include "panes/chartgrid.h"
#include "panes/fieldform.h"
#include "panes/rundetailspane.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace assay::panes {

RunPane::RunPane(QWidget* parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget(this))
{ }

RunPane::~RunPane() = default;

void RunPane::build(const Parts& parts, const QString& sessionPath)
{
    auto* hint = makeHint(
        tr("No run yet.\nEdit the plan above, then press “Start run” to watch its charts here."), this);
    hint->setAlignment(Qt::AlignCenter);
    m_pages->addWidget(hint);

    auto* page = new QWidget(this);
    m_notices = makeWarningLabel(page);
    m_notices->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_tabs = new QTabWidget(page);
    m_tabs->setObjectName(QStringLiteral("resultTabs"));
    m_tabs->setAccessibleName(tr("Results"));
    m_tabs->setDocumentMode(true);
    m_charts = parts.charts;
    m_details = parts.details;
    m_tabs->addTab(m_charts, parts.chartsTitle);
    for (const auto& [widget, title] : parts.tabs) {
        m_tabs->addTab(widget, title);
    }
    m_tabs->addTab(m_details, tr("Details"));

    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeHeader(parts));
    for (auto* widget : parts.aboveTabs) {
        column->addWidget(widget);
    }
    column->addWidget(m_notices);
    column->addWidget(m_tabs, 1);
    m_pages->addWidget(page);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_pages);
    makeFeed(sessionPath);
}

QWidget* RunPane::makeHeader(const Parts& parts)
{
    auto* header = new QWidget(this);
    m_title = new QLabel(header);
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setBold(true);
    m_title->setFont(font);
    m_logarithmic = new QCheckBox(parts.logarithmic, header);
    m_export = new QPushButton(tr("E&xport charts …"), header);
    m_title->setMinimumHeight(m_export->sizeHint().height()); // one line with what follows it
    auto* flow = new charts::FlowLayout(fontMetrics().height() / 2, header);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->addWidget(m_title);
    for (auto* widget : parts.header) {
        flow->addWidget(widget);
    }
    flow->addWidget(m_logarithmic);
    flow->addWidget(m_export);
    connect(m_logarithmic, &QCheckBox::toggled, m_charts, &ChartGrid::setLogarithmic);
    return header;
}

void RunPane::makeFeed(const QString& path)
{
    m_feed = std::make_unique<RunFeed>(path);
    m_feed->setPaused(!isVisible());
    connect(m_feed.get(), &RunFeed::updated, this, &RunPane::showSnapshot);
    connect(m_feed.get(), &RunFeed::failed, this, [this](const QString& sentence) {
        Q_EMIT noticed({document::Notice::Kind::Error, sentence});
    });
}

void RunPane::setSessionPath(const QString& path)
{
    makeFeed(path);
    m_feed->show(m_runId == 0 ? RunSource() : sourceOf(m_runId));
}

void RunPane::showRun(std::int64_t runId, const QString& title)
{
    m_runTitle = title;
    if (runId == m_runId) {
        showTitle();
        return;
    }
    m_runId = runId;
    m_snapshot.reset();
    m_charts->clear();
    m_charts->resetZoom();
    clearRun();
    showNotices({});
    showTitle();
    m_pages->setCurrentIndex(runId == 0 ? 0 : 1);
    m_feed->show(runId == 0 ? RunSource() : sourceOf(runId));
}

void RunPane::refresh()
{
    m_feed->refresh();
}

void RunPane::showSnapshot(const RunSnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    m_charts->setCharts(snapshot->charts, snapshot->run.state == session::RunState::Running);
    m_details->showRun(snapshot->run);
    showNotices(noticesOf(*snapshot).join(u'\n'));
    take(snapshot);
    showTitle();
    if (snapshot->first) {
        Q_EMIT runLoaded(m_runId);
    }
}

void RunPane::showNotices(const QString& text)
{
    m_notices->setText(text.isEmpty()
            ? text
            : QStringLiteral("⚠ ") + QString(text).replace(QStringLiteral("\n"), QStringLiteral("\n⚠ ")));
    m_notices->setVisible(!text.isEmpty());
}

QString RunPane::noticesText() const
{
    return m_notices->text();
}

void RunPane::showTitle()
{
    QString text = m_runTitle;
    if (m_snapshot && m_snapshot->run.state != session::RunState::Finished) {
        text += QStringLiteral(" · ") + models::runStateText(m_snapshot->run.state);
    }
    m_title->setText(text);
}

void RunPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_feed->setPaused(false);
}

void RunPane::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_feed->setPaused(true);
}

} // namespace assay::panes
