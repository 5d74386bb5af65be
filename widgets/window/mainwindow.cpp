// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/mainwindow.h"

#include "dialogs/banner.h"
#include "document/qtext.h"
#include "window/sessiondock.h"
#include "window/welcomepage.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>

namespace assay::window {

using document::InstrumentPage;
using document::Notice;
using document::SessionDocument;

namespace {

const QString geometryKey = QStringLiteral("window/geometry");
const QString layoutKey = QStringLiteral("window/layout");

models::SessionTreeModel::Headline headlineOf(const std::vector<document::Instrument>& instruments)
{
    return [instruments](const session::Run& run) {
        for (const auto& instrument : instruments) {
            if (instrument.id == run.instrument) {
                return instrument.headline(run);
            }
        }
        return QString();
    };
}

QStringList droppedFiles(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls()) {
        const QString path = url.toLocalFile();
        if (path.endsWith(u".assay", Qt::CaseInsensitive) || path.endsWith(u".json", Qt::CaseInsensitive)) {
            paths.append(path);
        }
    }
    return paths;
}

} // namespace

MainWindow::MainWindow(WindowParts parts, QWidget* parent)
    : QMainWindow(parent)
    , m_parts(std::move(parts))
    , m_actions(*this, m_undo)
    , m_owner(*m_parts.dialogs, m_parts.recovery, m_parts.engineProgram, this)
    , m_pages(new QStackedWidget(this))
    , m_welcome(new WelcomePage(m_pages))
    , m_banner(new dialogs::Banner(this))
    , m_dock(new SessionDock(headlineOf(m_parts.instruments), this))
{
    setAcceptDrops(true);
    m_pages->addWidget(m_welcome);
    auto* central = new QWidget(this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_pages, 1);
    setCentralWidget(central);
    addDockWidget(Qt::LeftDockWidgetArea, m_dock);
    resizeDocks({m_dock}, {fontMetrics().averageCharWidth() * 42}, Qt::Horizontal);
    statusBar()->setSizeGripEnabled(true);

    connectFileActions();
    connectEditActions();
    connectRunActions();
    connectViewActions();
    connectHelpActions();
    connectOwner();
    takeDocument();
    restoreLayout();
}

MainWindow::~MainWindow()
{
    dropPages();
}

void MainWindow::connectOwner()
{
    connect(&m_owner, &DocumentOwner::documentChanged, this, &MainWindow::takeDocument);
    connect(&m_owner, &DocumentOwner::noticed, this, &MainWindow::tell);
    connect(&m_owner, &DocumentOwner::busyChanged, this,
        [this](const QString& text) { statusBar()->showMessage(text); });
    connect(&m_owner, &DocumentOwner::leftoverFound, this, [this](const QString& sentence, bool live) {
        std::vector<dialogs::Banner::Choice> choices{{tr("&Open it"), [this] { m_owner.adoptLeftover(); }}};
        if (!live) {
            choices.push_back({tr("&Discard it"), [this] { m_owner.discardLeftover(); }});
        }
        m_banner->tell(
            {Notice::Kind::Info, sentence}, std::move(choices), [this] { m_owner.postponeLeftover(); });
    });
    connect(m_dock, &SessionDock::experimentChosen, this, &MainWindow::showExperiment);
    connect(m_dock, &SessionDock::runChosen, this, &MainWindow::showRun);
    connect(m_dock, &SessionDock::nothingChosen, this, [this] { showPage(nullptr); });
    connect(m_dock, &SessionDock::renameRequested, this, &MainWindow::renameExperiment);
    connect(m_welcome, &WelcomePage::newRequested, this, &MainWindow::newSession);
    connect(m_welcome, &WelcomePage::openRequested, &m_owner, &DocumentOwner::chooseAndOpen);
    connect(m_welcome, &WelcomePage::demoRequested, this, [this] { runDemo(); });
    connect(m_welcome, &WelcomePage::recentRequested, &m_owner,
        [this](const QString& path) { m_owner.open(path); });
}

const document::Instrument* MainWindow::instrument(const std::string& id) const
{
    for (const auto& candidate : m_parts.instruments) {
        if (candidate.id == id) {
            return &candidate;
        }
    }
    return nullptr;
}

void MainWindow::dropPages()
{
    m_page = nullptr;
    for (auto& [id, page] : m_pageOf) {
        m_pages->removeWidget(page);
        page->hide();
        page->deleteLater(); // before its document, whose deletion is asked for later
    }
    m_pageOf.clear();
}

void MainWindow::takeDocument()
{
    dropPages();
    m_dock->setDocument(nullptr);
    auto* document = m_owner.document();
    m_dock->setVisible(document != nullptr);
    if (document) {
        m_undo.addStack(&document->undoStack());
        m_undo.setActiveStack(&document->undoStack());
        connect(document, &SessionDocument::modifiedChanged, this, &MainWindow::updateTitle);
        connect(document, &SessionDocument::pathChanged, this, &MainWindow::updateTitle);
        connect(document, &SessionDocument::runsChanged, this, &MainWindow::updateActions);
        connect(document, &SessionDocument::experimentEdited, this, [this](qint64 id) {
            if (id != m_dock->currentExperiment()) {
                m_dock->selectExperiment(id); // an undo must be seen happening
            }
        });
        auto* control = m_owner.runControl();
        connect(control, &document::RunControl::stateChanged, this, &MainWindow::updateActions);
        connect(control, &document::RunControl::troubled, this, [this](const QString& sentence) {
            tell({Notice::Kind::Error, sentence});
        });
        connect(control, &document::RunControl::noticed, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, 10'000); });
        m_dock->setDocument(document);
        if (document->isReadOnly()) {
            tell({Notice::Kind::Warning,
                tr("%1 can only be read. Use “Save as” to change it or to record into it. (%2)")
                    .arg(document->title(), document->readOnlyReason())});
        }
        offerDrafts();
        if (!document->experiments().empty()) {
            const auto& runs = document->runs();
            const auto first = runs.empty() ? document->experiments().front().id : runs.back().experimentId;
            m_dock->selectExperiment(first);
        }
    }
    if (!m_page) {
        showPage(nullptr);
    }
    m_welcome->refresh();
    updateTitle();
    updateActions();
}

void MainWindow::offerDrafts()
{
    auto* document = m_owner.document();
    auto drafts = document->takeDrafts();
    if (drafts.empty()) {
        return;
    }
    const auto restore = [this, document, drafts] {
        if (document != m_owner.document()) {
            return;
        }
        for (const auto& draft : drafts) {
            if (const auto* experiment = document->experiment(draft.experimentId)) {
                document->edit(
                    draft.experimentId, {experiment->name, draft.plan}, tr("Bring back unsaved changes"));
            }
        }
    };
    if (document->isUntitled()) {
        return restore(); // it was opened to be recovered
    }
    const auto forget = [document, drafts, this] {
        for (const auto& draft : drafts) {
            if (document == m_owner.document()) {
                document->forgetDraft(draft.experimentId);
            }
        }
    };
    m_banner->tell(
        {Notice::Kind::Info,
            tr("%1 holds changes of its plans that were never saved, since Assay did not end properly.")
                .arg(document->title())},
        {{tr("&Bring them back"), restore}, {tr("&Discard them"), forget}});
}

InstrumentPage* MainWindow::pageFor(const std::string& id)
{
    if (const auto found = m_pageOf.find(id); found != m_pageOf.end()) {
        return found->second;
    }
    const auto* kind = instrument(id);
    if (!kind) {
        tell({Notice::Kind::Warning,
            tr("This experiment was made by a newer Assay: this one does not know the instrument “%1”.")
                .arg(qtext(id))});
        return nullptr;
    }
    auto* page = kind->createPage(*m_owner.document(), *m_owner.runControl(), m_pages);
    connect(page, &InstrumentPage::noticed, this, &MainWindow::tell);
    connect(page, &InstrumentPage::planStateChanged, this, &MainWindow::updateActions);
    connect(page, &InstrumentPage::chartsChanged, this, &MainWindow::updateActions);
    connect(page, &InstrumentPage::exportRequested, this, &MainWindow::exportCharts);
    connect(page, &InstrumentPage::runShown, m_dock, [this](qint64 runId) {
        m_dock->selectRun(runId); // if the tree has it already
    });
    m_pages->addWidget(page);
    m_pageOf.emplace(id, page);
    return page;
}

void MainWindow::showExperiment(std::int64_t id)
{
    const auto* experiment = m_owner.document()->experiment(id);
    auto* page = experiment ? pageFor(experiment->instrument) : nullptr;
    showPage(page);
    if (page) {
        page->showExperiment(id);
    }
    updateActions();
}

void MainWindow::showRun(std::int64_t id)
{
    const auto* run = m_owner.document()->run(id);
    auto* page = run ? pageFor(run->instrument) : nullptr;
    showPage(page);
    if (page) {
        page->showRun(id);
    }
    updateActions();
}

void MainWindow::showPage(InstrumentPage* page)
{
    if (page == m_page && m_pages->currentWidget() == (page ? static_cast<QWidget*>(page) : m_welcome)) {
        return;
    }
    if (m_page) {
        for (auto* action : m_page->viewActions()) {
            m_actions.view->removeAction(action);
        }
    }
    m_page = page;
    m_pages->setCurrentWidget(page ? static_cast<QWidget*>(page) : m_welcome);
    if (page) {
        m_actions.view->addActions(page->viewActions());
    }
    Q_EMIT pageChanged();
}

void MainWindow::updateTitle()
{
    const auto* document = m_owner.document();
    setWindowTitle(document ? tr("%1[*] – Assay").arg(document->title()) : tr("Assay"));
    setWindowModified(document && document->isModified());
    setWindowFilePath(document && !document->isUntitled() ? document->path() : QString());
    updateActions();
}

void MainWindow::updateActions()
{
    const auto* document = m_owner.document();
    const auto* control = m_owner.runControl();
    const bool any = document && m_dock->currentExperiment() != 0;
    const bool active = control && control->isActive();
    m_actions.save->setEnabled(document && (document->isModified() || document->isUntitled()));
    m_actions.saveAs->setEnabled(document && !active && !document->isBeingRecorded());
    m_actions.exportPlan->setEnabled(any);
    m_actions.exportCharts->setEnabled(m_page && !m_page->charts().isEmpty());
    m_actions.copyChart->setEnabled(m_actions.exportCharts->isEnabled());
    const QString noCommand = m_page ? m_page->commandObstacle() : QString();
    m_actions.copyCommand->setEnabled(m_page && noCommand.isEmpty());
    m_actions.copyCommand->setToolTip(
        noCommand.isEmpty() ? tr("Copies the shell command that runs this plan again.") : noCommand);
    m_actions.rename->setEnabled(any);
    m_actions.duplicate->setEnabled(any);
    m_actions.remove->setEnabled(any && !active);
    m_actions.start->setEnabled(m_page && !active && m_page->startObstacle().isEmpty());
    m_actions.stop->setEnabled(active && !control->isStopping());
}

void MainWindow::tell(const Notice& notice)
{
    m_banner->tell(notice);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_closing) {
        QSettings settings;
        settings.setValue(geometryKey, saveGeometry());
        settings.setValue(layoutKey, saveState(layoutVersion));
        event->accept();
        return;
    }
    event->ignore();
    m_owner.letGo([this](bool free) {
        if (free) {
            m_closing = true;
            QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
        }
    });
}

void MainWindow::restoreLayout()
{
    m_firstLayout = saveState(layoutVersion);
    const QSettings settings;
    if (!restoreGeometry(settings.value(geometryKey).toByteArray())) {
        const QSize room = screen()->availableSize() * 0.85;
        resize(room.boundedTo({fontMetrics().averageCharWidth() * 250, fontMetrics().lineSpacing() * 75}));
    }
    restoreState(settings.value(layoutKey).toByteArray(), layoutVersion);
    m_dock->setVisible(m_owner.document() != nullptr);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFiles(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QString& path : droppedFiles(event->mimeData())) {
        if (path.endsWith(u".json", Qt::CaseInsensitive)) {
            importPlanFile(path);
        } else {
            m_owner.open(path);
        }
    }
    event->acceptProposedAction();
}

} // namespace assay::window
