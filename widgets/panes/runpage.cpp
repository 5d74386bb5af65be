// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/runpage.h"

#include "base/text.h"
#include "document/qtext.h"
#include "models/sessiontreemodel.h"
#include "panes/chartgrid.h"
#include "panes/rundetailspane.h"
#include "panes/runpane.h"

#include <QAction>
#include <QCheckBox>
#include <QFileInfo>
#include <QPushButton>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace assay::panes {

using document::Notice;
using document::RunControl;
using document::SessionDocument;

RunPage::RunPage(SessionDocument& document, RunControl& control, QWidget* parent)
    : InstrumentPage(parent)
    , m_document(document)
    , m_control(control)
    , m_splitter(new QSplitter(Qt::Vertical, this))
{ }

void RunPage::build(const Parts& parts)
{
    m_planEditor = parts.editor;
    m_plan = parts.plan;
    m_planFocus = parts.planFocus;
    m_run = parts.run;
    m_bar = new RunBar(m_control, parts.words, this);
    makeActions(parts.logarithmic);
    auto* toggle = new QToolButton(this);
    toggle->setDefaultAction(m_planAction);
    toggle->setAccessibleName(tr("Show or hide the plan"));
    toggle->setFocusPolicy(Qt::TabFocus);
    auto* barRow = new QHBoxLayout;
    barRow->addWidget(m_bar, 1);
    barRow->addWidget(toggle);

    auto* lower = new QWidget(this);
    auto* column = new QVBoxLayout(lower);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(barRow);
    column->addWidget(m_run, 1);
    m_splitter->addWidget(m_plan);
    m_splitter->addWidget(lower);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_splitter);
    connectDocument();
    connectRunPane();
}

void RunPage::warn(const QString& sentence)
{
    Q_EMIT noticed({Notice::Kind::Warning, sentence});
}

void RunPage::makeActions(const QString& logarithmicText)
{
    m_planAction = new QAction(tr("Show &plan"), this);
    m_planAction->setObjectName(QStringLiteral("view.plan"));
    m_planAction->setCheckable(true);
    m_planAction->setChecked(true);
    m_planAction->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
    m_planAction->setToolTip(tr("Shows or hides the plan above the results (Ctrl+P)."));
    connect(m_planAction, &QAction::toggled, m_plan, &QWidget::setVisible);

    auto* logarithmic = new QAction(logarithmicText, this);
    logarithmic->setObjectName(QStringLiteral("view.logarithmic"));
    logarithmic->setCheckable(true);
    logarithmic->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
    connect(logarithmic, &QAction::toggled, m_run->logarithmicBox(), &QCheckBox::setChecked);
    connect(m_run->logarithmicBox(), &QCheckBox::toggled, logarithmic, &QAction::setChecked);

    auto* enlarge = new QAction(tr("&Enlarge chart"), this);
    enlarge->setObjectName(QStringLiteral("view.enlarge"));
    enlarge->setCheckable(true);
    enlarge->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    enlarge->setToolTip(tr("Shows the chart that was used last alone."));
    connect(enlarge, &QAction::toggled, m_run->charts(), &ChartGrid::setEnlarged);

    auto* zoomOut = new QAction(tr("&Whole time range"), this);
    zoomOut->setObjectName(QStringLiteral("view.resetZoom"));
    zoomOut->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
    connect(zoomOut, &QAction::triggered, m_run->charts(), &ChartGrid::resetZoom);
    m_viewActions = {m_planAction, logarithmic, enlarge, zoomOut};
}

void RunPage::obstacleChanged()
{
    m_bar->setObstacle(startObstacle());
    Q_EMIT planStateChanged();
}

void RunPage::connectDocument()
{
    connect(m_planEditor, &models::PlanEditor::planChanged, this, &RunPage::obstacleChanged);
    connect(m_bar, &RunBar::startClicked, this, [this] { m_control.start(m_planEditor->experimentId()); });
    connect(&m_document, &SessionDocument::runsChanged, this, &RunPage::followRuns);
    connect(&m_document, &SessionDocument::pathChanged, this,
        [this] { m_run->setSessionPath(m_document.path()); });
    connect(&m_control, &RunControl::runStarted, this, [this](qint64 runId) {
        if (m_control.experimentId() == m_planEditor->experimentId()) {
            m_planAction->setChecked(false); // from here on the charts matter
            shareRoom(true);
            m_run->showRun(runId, runTitle(runId));
            Q_EMIT runShown(runId);
        }
    });
    connect(&m_control, &RunControl::runFinished, this, [this] { m_run->refresh(); });
}

void RunPage::connectRunPane()
{
    connect(m_run, &RunPane::noticed, this, &InstrumentPage::noticed);
    connect(m_run, &RunPane::runLoaded, this, &RunPage::chartsChanged);
    connect(m_run->exportButton(), &QPushButton::clicked, this, [this] { Q_EMIT exportRequested({}); });
    connect(m_run->charts(), &ChartGrid::exportRequested, this, &RunPage::exportRequested);
    connect(m_run->details(), &RunDetailsPane::noteEdited, this, [this](qint64 runId, const QString& note) {
        m_document.setRunNote(runId, note, [this](Result<void> set) {
            if (!set) {
                Q_EMIT noticed({Notice::Kind::Error, qtext(set.error().message)});
            }
        });
    });
    connect(m_run->details(), &RunDetailsPane::restorePlanRequested, this, &RunPage::restorePlan);
}

void RunPage::restorePlan(const std::string& text)
{
    if (auto restored = m_planEditor->restore(text, tr("Use the plan of a run again")); !restored) {
        Q_EMIT noticed({Notice::Kind::Error, qtext(restored.error().message)});
        return;
    }
    m_planAction->setChecked(true);
}

void RunPage::showExperiment(std::int64_t experimentId)
{
    if (experimentId != m_planEditor->experimentId()) {
        m_planEditor->setExperiment(experimentId);
    }
    const auto latest = latestRun(experimentId);
    m_run->showRun(latest, runTitle(latest));
    shareRoom(latest != 0);
    m_planAction->setChecked(true);
    if (!m_planEditor->unreadable().isEmpty()) {
        Q_EMIT noticed({Notice::Kind::Error, m_planEditor->unreadable()});
    }
}

void RunPage::showRun(std::int64_t runId)
{
    const auto* run = m_document.run(runId);
    if (!run) {
        return;
    }
    if (run->experimentId != m_planEditor->experimentId()) {
        m_planEditor->setExperiment(run->experimentId);
    }
    m_run->showRun(runId, runTitle(runId));
    m_planAction->setChecked(false);
}

void RunPage::shareRoom(bool withResults)
{
    // Without a run there is little to see below; a user's own division is left alone.
    if (withResults != m_roomForResults) {
        m_roomForResults = withResults;
        const int height = std::max(m_splitter->height(), 10);
        m_splitter->setSizes(withResults ? QList<int>{height * 9 / 20, height * 11 / 20}
                                         : QList<int>{height * 3 / 4, height / 4});
    }
}

std::int64_t RunPage::runId() const
{
    return m_run->runId();
}

std::int64_t RunPage::latestRun(std::int64_t experimentId) const
{
    std::int64_t latest = 0;
    for (const auto& run : m_document.runs()) {
        if (run.experimentId == experimentId) {
            latest = run.id;
        }
    }
    return latest;
}

QString RunPage::runTitle(std::int64_t runId) const
{
    int number = 0;
    const auto* shown = m_document.run(runId);
    for (const auto& run : m_document.runs()) {
        if (shown && run.experimentId == shown->experimentId) {
            ++number;
            if (run.id == runId) {
                return tr("Run %1 · %2").arg(number).arg(models::startText(run.startedUtc));
            }
        }
    }
    return runId == 0 ? QString() : tr("New run");
}

void RunPage::followRuns()
{
    const auto shown = m_run->runId();
    if (shown != 0 && !m_document.run(shown) && m_control.runId() != shown) {
        const auto latest =
            latestRun(m_planEditor->experimentId()); // the one that was shown has been removed
        m_run->showRun(latest, runTitle(latest));
    } else {
        m_run->showRun(shown, runTitle(shown));
    }
}

QString RunPage::startObstacle() const
{
    if (!m_planEditor->unreadable().isEmpty()) {
        return tr("This plan cannot be read, so it cannot run.");
    }
    if (!m_planEditor->faults().empty()) {
        const auto& first = m_planEditor->faults().front();
        return tr("Not ready to run: %1 %2").arg(qtext(first.field), qtext(first.message));
    }
    return {};
}

QString RunPage::commandLine() const
{
    // The name alone where a shell finds this very program by it.
    const QString program = m_control.engineProgram();
    const QString name = QFileInfo(program).fileName();
    const bool inPath = QFileInfo(QStandardPaths::findExecutable(name)) == QFileInfo(program);
    const auto word = [](const QString& text) { return qtext(shellWord(utf8(text))); };
    return QStringLiteral("%1 run --session %2 --experiment %3")
        .arg(word(inPath ? name : QFileInfo(program).absoluteFilePath()), word(m_document.path()))
        .arg(m_planEditor->experimentId());
}

QString RunPage::commandObstacle() const
{
    // The command reads the plan from the file, so that must be there, be the plan on the screen, and stay.
    if (m_document.isUntitled()) {
        return tr("Save the session first: the command runs the plan of a saved file.");
    }
    if (m_document.isReadOnly()) {
        return tr("This session can only be read, so that no run can be recorded into it.");
    }
    if (m_document.isSaving()) {
        return tr("The session is being saved: wait until its file holds the plan.");
    }
    if (m_document.isModified()) {
        return tr("Save your changes first: the command runs the plan that is in the file.");
    }
    return startObstacle();
}

QList<charts::ChartSpec> RunPage::charts() const
{
    return m_run->runId() == 0 ? QList<charts::ChartSpec>() : m_run->charts()->specs();
}

QString RunPage::currentChart() const
{
    return m_run->charts()->currentChart();
}

std::optional<charts::Band> RunPage::visibleRange() const
{
    return m_run->charts()->visibleRange();
}

QList<QWidget*> RunPage::panes() const
{
    QList<QWidget*> all;
    if (m_plan->isVisible()) {
        all.append(m_planFocus);
    }
    if (m_run->tabs()->isVisible()) {
        all.append(m_run->tabs());
    }
    return all;
}

} // namespace assay::panes
