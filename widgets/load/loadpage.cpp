// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadpage.h"

#include "document/counted.h"
#include "document/qtext.h"
#include "load/planpane.h"
#include "load/resultspane.h"
#include "load/stepspane.h"
#include "models/sessiontreemodel.h"
#include "panes/chartgrid.h"
#include "panes/runbar.h"
#include "panes/rundetailspane.h"

#include <QAction>
#include <QCheckBox>
#include <QFileInfo>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace assay::loadpage {

using panes::ChartGrid;
using panes::RunBar;
using panes::RunDetailsPane;

using document::Notice;
using document::RunControl;
using document::SessionDocument;

namespace {

/// For a POSIX shell.
QString quoted(const QString& word)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:@%+-]+$"));
    if (plain.match(word).hasMatch()) {
        return word;
    }
    return u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

RunBar::Words runWords()
{
    const auto counts = [](const document::EngineRun::Progress& progress) {
        QStringList parts{counted(progress.users, LoadPage::tr("user"), LoadPage::tr("users")),
            counted(progress.completed, LoadPage::tr("request"), LoadPage::tr("requests"))};
        if (progress.failures > 0) {
            parts.append(LoadPage::tr("%1 failed").arg(QLocale().toString(progress.failures)));
        }
        return parts;
    };
    return {LoadPage::tr("Stopping: waiting for the requests in flight …"), counts};
}

} // namespace

LoadPage::LoadPage(SessionDocument& document, RunControl& control, QWidget* parent)
    : InstrumentPage(parent)
    , m_document(document)
    , m_control(control)
    , m_editor(document)
    , m_plan(new PlanPane(m_editor, this))
    , m_bar(new RunBar(control, runWords(), this))
    , m_results(new ResultsPane(document.path(), this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
{
    makeActions();
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
    column->addWidget(m_results, 1);
    m_splitter->addWidget(m_plan);
    m_splitter->addWidget(lower);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_splitter);
    connectDocument();
}

void LoadPage::makeActions()
{
    m_planAction = new QAction(tr("Show &plan"), this);
    m_planAction->setObjectName(QStringLiteral("view.plan"));
    m_planAction->setCheckable(true);
    m_planAction->setChecked(true);
    m_planAction->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
    m_planAction->setToolTip(tr("Shows or hides the plan above the results (Ctrl+P)."));
    connect(m_planAction, &QAction::toggled, m_plan, &QWidget::setVisible);

    auto* logarithmic = new QAction(tr("&Logarithmic response times"), this);
    logarithmic->setObjectName(QStringLiteral("view.logarithmic"));
    logarithmic->setCheckable(true);
    logarithmic->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
    connect(logarithmic, &QAction::toggled, m_results->logarithmicBox(), &QCheckBox::setChecked);
    connect(m_results->logarithmicBox(), &QCheckBox::toggled, logarithmic, &QAction::setChecked);

    auto* enlarge = new QAction(tr("&Enlarge chart"), this);
    enlarge->setObjectName(QStringLiteral("view.enlarge"));
    enlarge->setCheckable(true);
    enlarge->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    enlarge->setToolTip(tr("Shows the chart that was used last alone."));
    connect(enlarge, &QAction::toggled, m_results->charts(), &ChartGrid::setEnlarged);

    auto* zoomOut = new QAction(tr("&Whole time range"), this);
    zoomOut->setObjectName(QStringLiteral("view.resetZoom"));
    zoomOut->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
    connect(zoomOut, &QAction::triggered, m_results->charts(), &ChartGrid::resetZoom);
    m_viewActions = {m_planAction, logarithmic, enlarge, zoomOut};
}

void LoadPage::connectDocument()
{
    connect(m_plan, &PlanPane::rejected, this, [this](const QString& sentence) {
        Q_EMIT noticed({Notice::Kind::Warning, sentence});
    });
    connect(m_results, &ResultsPane::noticed, this, &InstrumentPage::noticed);
    connect(m_results, &ResultsPane::runLoaded, this, &LoadPage::chartsChanged);
    connect(m_results->exportButton(), &QPushButton::clicked, this, [this] { Q_EMIT exportRequested({}); });
    connect(m_results->charts(), &ChartGrid::exportRequested, this, &LoadPage::exportRequested);
    connect(&m_editor, &models::LoadPlanEditor::planChanged, this, [this] {
        m_bar->setObstacle(startObstacle());
        Q_EMIT planStateChanged();
    });
    connect(m_bar, &RunBar::startClicked, this, [this] { m_control.start(m_editor.experimentId()); });
    connect(&m_document, &SessionDocument::runsChanged, this, &LoadPage::followRuns);
    connect(&m_document, &SessionDocument::pathChanged, this,
        [this] { m_results->setSessionPath(m_document.path()); });
    connect(&m_control, &RunControl::runStarted, this, [this](qint64 runId) {
        if (m_control.experimentId() == m_editor.experimentId()) {
            m_planAction->setChecked(false); // from here on the charts matter
            shareRoom(true);
            m_results->showRun(runId, runTitle(runId));
            Q_EMIT runShown(runId);
        }
    });
    connect(&m_control, &RunControl::runFinished, this, [this] { m_results->refresh(); });
    connect(m_results->details(), &RunDetailsPane::noteEdited, this, [this](const QString& note) {
        m_document.setRunNote(m_results->runId(), note, [this](Result<void> set) {
            if (!set) {
                Q_EMIT noticed({Notice::Kind::Error, qtext(set.error().message)});
            }
        });
    });
    connect(
        m_results->details(), &RunDetailsPane::restorePlanRequested, this, [this](const std::string& text) {
            auto plan = load::LoadPlan::fromText(text, "The plan of the run");
            if (!plan) {
                Q_EMIT noticed({Notice::Kind::Error, qtext(plan.error().message)});
                return;
            }
            m_editor.edit(
                tr("Use the plan of a run again"), {}, [&](load::LoadPlan& edited) { edited = *plan; });
            m_planAction->setChecked(true);
        });
}

void LoadPage::showExperiment(std::int64_t experimentId)
{
    if (experimentId != m_editor.experimentId()) {
        m_editor.setExperiment(experimentId);
    }
    const auto latest = latestRun(experimentId);
    m_results->showRun(latest, runTitle(latest));
    shareRoom(latest != 0);
    m_planAction->setChecked(true);
    if (!m_editor.unreadable().isEmpty()) {
        Q_EMIT noticed({Notice::Kind::Error, m_editor.unreadable()});
    }
}

void LoadPage::showRun(std::int64_t runId)
{
    const auto* run = m_document.run(runId);
    if (!run) {
        return;
    }
    if (run->experimentId != m_editor.experimentId()) {
        m_editor.setExperiment(run->experimentId);
    }
    m_results->showRun(runId, runTitle(runId));
    m_planAction->setChecked(false);
}

void LoadPage::shareRoom(bool withResults)
{
    // Without a run there is little to see below; a user's own division is left alone.
    if (withResults != m_roomForResults) {
        m_roomForResults = withResults;
        const int height = std::max(m_splitter->height(), 10);
        m_splitter->setSizes(withResults ? QList<int>{height * 9 / 20, height * 11 / 20}
                                         : QList<int>{height * 3 / 4, height / 4});
    }
}

std::int64_t LoadPage::runId() const
{
    return m_results->runId();
}

std::int64_t LoadPage::latestRun(std::int64_t experimentId) const
{
    std::int64_t latest = 0;
    for (const auto& run : m_document.runs()) {
        if (run.experimentId == experimentId) {
            latest = run.id;
        }
    }
    return latest;
}

QString LoadPage::runTitle(std::int64_t runId) const
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

void LoadPage::followRuns()
{
    const auto shown = m_results->runId();
    if (shown != 0 && !m_document.run(shown) && m_control.runId() != shown) {
        const auto latest = latestRun(m_editor.experimentId()); // the one that was shown has been removed
        m_results->showRun(latest, runTitle(latest));
    } else {
        m_results->showRun(shown, runTitle(shown));
    }
}

QString LoadPage::startObstacle() const
{
    if (!m_editor.unreadable().isEmpty()) {
        return tr("This plan cannot be read, so it cannot run.");
    }
    if (!m_editor.faults().empty()) {
        const auto& first = m_editor.faults().front();
        return tr("Not ready to run: %1 %2").arg(qtext(first.field), qtext(first.message));
    }
    return {};
}

QString LoadPage::commandLine() const
{
    // The name alone where a shell finds this very program by it.
    const QString program = m_control.engineProgram();
    const QString name = QFileInfo(program).fileName();
    const bool inPath = QFileInfo(QStandardPaths::findExecutable(name)) == QFileInfo(program);
    return QStringLiteral("%1 run --session %2 --experiment %3")
        .arg(inPath ? quoted(name) : quoted(QFileInfo(program).absoluteFilePath()), quoted(m_document.path()))
        .arg(m_editor.experimentId());
}

QString LoadPage::commandObstacle() const
{
    // The command reads the plan from the file, so that must be there, be the plan on the screen, and stay.
    if (m_document.isUntitled()) {
        return tr("Save the session first: the command runs the plan of a saved file.");
    }
    if (m_document.isReadOnly()) {
        return tr("This session can only be read, so that no run can be recorded into it.");
    }
    if (m_document.isModified()) {
        return tr("Save your changes first: the command runs the plan that is in the file.");
    }
    return startObstacle();
}

QList<charts::ChartSpec> LoadPage::charts() const
{
    return m_results->runId() == 0 ? QList<charts::ChartSpec>() : m_results->charts()->specs();
}

QString LoadPage::currentChart() const
{
    return m_results->charts()->currentChart();
}

std::optional<charts::Band> LoadPage::visibleRange() const
{
    return m_results->charts()->visibleRange();
}

QList<QWidget*> LoadPage::panes() const
{
    QList<QWidget*> all;
    if (m_plan->isVisible()) {
        all.append(m_plan->tabs());
    }
    if (m_results->tabs()->isVisible()) {
        all.append(m_results->tabs());
    }
    return all;
}

} // namespace assay::loadpage
