// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/mainwindow.h"

#include "base/textfile.h"
#include "dialogs/exportdialog.h"
#include "document/qtext.h"
#include "theme/themechoice.h"
#include "window/recentmenu.h"
#include "window/sessiondock.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QSaveFile>
#include <QStatusBar>
#include <QTreeView>

/// What the actions of the main window do.
namespace assay::window {

using document::Notice;

void MainWindow::connectFileActions()
{
    connect(m_actions.newSession, &QAction::triggered, this, &MainWindow::newSession);
    connect(m_actions.open, &QAction::triggered, &m_owner, &DocumentOwner::chooseAndOpen);
    makeRecentMenu(m_actions.recent, [this](const QString& path) { m_owner.open(path); });
    connect(m_actions.save, &QAction::triggered, this, [this] { m_owner.save(); });
    connect(m_actions.saveAs, &QAction::triggered, this, [this] { m_owner.saveAs(); });
    connect(m_actions.importPlan, &QAction::triggered, this, &MainWindow::importPlan);
    connect(m_actions.exportPlan, &QAction::triggered, this, &MainWindow::exportPlan);
    connect(m_actions.exportCharts, &QAction::triggered, this,
        [this] { exportCharts(m_page ? m_page->currentChart() : QString()); });
    connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::connectEditActions()
{
    for (const auto& kind : m_parts.instruments) {
        auto* action = m_actions.addExperiment->addAction(kind.title);
        action->setObjectName(QStringLiteral("edit.add.") + qtext(kind.id));
        connect(action, &QAction::triggered, this,
            [this, kind] { addExperiment(newExperiment(kind, kind.newName)); });
    }
    connect(m_actions.rename, &QAction::triggered, this, [this] {
        m_dock->show();
        m_dock->view()->edit(m_dock->model().experimentIndex(m_dock->currentExperiment()));
    });
    connect(m_actions.duplicate, &QAction::triggered, this, &MainWindow::duplicateExperiment);
    connect(m_actions.remove, &QAction::triggered, this, &MainWindow::removeSelected);
    connect(m_actions.copyChart, &QAction::triggered, this, &MainWindow::copyChart);
    connect(m_actions.copyCommand, &QAction::triggered, this, [this] {
        if (m_page) {
            QGuiApplication::clipboard()->setText(m_page->commandLine());
            statusBar()->showMessage(tr("The command was copied."), 5000);
        }
    });
    m_dock->view()->addActions(
        {m_actions.rename, m_actions.duplicate, m_actions.remove, m_actions.start, m_actions.copyCommand});
    connect(&m_undo, &QUndoGroup::indexChanged, this, &MainWindow::updateActions);
}

void MainWindow::connectRunActions()
{
    connect(m_actions.start, &QAction::triggered, this, [this] {
        if (m_page) {
            m_owner.runControl()->start(m_page->experimentId());
        }
    });
    connect(m_actions.stop, &QAction::triggered, this, [this] { m_owner.runControl()->stop(); });
    connect(m_actions.demo, &QAction::triggered, this, [this] { runDemo(); });
}

void MainWindow::connectViewActions()
{
    theme::makeThemeMenu(m_actions.theme);
    connect(m_actions.nextPane, &QAction::triggered, this, [this] { movePane(1); });
    connect(m_actions.previousPane, &QAction::triggered, this, [this] { movePane(-1); });
    connect(m_actions.resetLayout, &QAction::triggered, this, [this] {
        restoreState(m_firstLayout, layoutVersion);
        m_dock->setVisible(m_owner.document() != nullptr);
    });
    auto* toggle = m_dock->toggleViewAction();
    toggle->setObjectName(QStringLiteral("view.session"));
    toggle->setText(tr("&Session tree"));
    m_actions.view->addAction(toggle);
}

void MainWindow::connectHelpActions()
{
    connect(m_actions.tour, &QAction::triggered, this,
        [this] { (new dialogs::TourDialog(m_parts.tour, this))->show(); });
    connect(m_actions.about, &QAction::triggered, this, [this] {
        auto* box = new QMessageBox(
            QMessageBox::NoIcon, tr("About Assay"), dialogs::aboutText(), QMessageBox::Close, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setTextInteractionFlags(Qt::TextSelectableByMouse);
        box->show();
    });
    connect(m_actions.aboutQt, &QAction::triggered, qApp, &QApplication::aboutQt);
}

session::Experiment MainWindow::newExperiment(const document::Instrument& kind, const QString& name) const
{
    session::Experiment experiment;
    experiment.instrument = kind.id;
    experiment.name = utf8(name);
    experiment.plan = kind.newPlan(name);
    return experiment;
}

void MainWindow::newSession()
{
    const auto& first = m_parts.instruments.front();
    m_owner.newSession(
        newExperiment(first, first.newName), DocumentOwner::Begun::Untouched, [this](bool made) {
            if (made) {
                m_dock->selectExperiment(m_owner.document()->experiments().back().id);
            }
        });
}

void MainWindow::addExperiment(const session::Experiment& experiment, std::function<void(std::int64_t)> then)
{
    const auto done = [this, then = std::move(then)](std::int64_t id) {
        m_dock->selectExperiment(id);
        if (then) {
            then(id);
        }
    };
    if (!m_owner.document()) {
        m_owner.newSession(experiment, DocumentOwner::Begun::WithWork, [this, done](bool made) {
            if (made) {
                done(m_owner.document()->experiments().back().id);
            }
        });
        return;
    }
    m_owner.document()->addExperiment(experiment, [this, done](Result<std::int64_t> id) {
        if (id) {
            done(*id);
        } else {
            tell({Notice::Kind::Error, qtext(id.error().message)});
        }
    });
}

void MainWindow::runDemo(const QString& path)
{
    session::Experiment demo = newExperiment(m_parts.instruments.front(), tr("Demo: 50 users, pool of 8"));
    demo.plan = m_parts.demoPlan();
    const auto start = [this](std::int64_t id) { m_owner.runControl()->start(id); };
    if (path.isEmpty()) {
        m_owner.newSession(demo, DocumentOwner::Begun::Untouched, [this, start](bool made) {
            if (made) {
                const auto id = m_owner.document()->experiments().back().id;
                m_dock->selectExperiment(id);
                start(id);
            }
        });
        return;
    }
    m_owner.openOrCreate(path, [this, demo, start](bool opened) {
        if (opened) {
            addExperiment(demo, start);
        }
    });
}

void MainWindow::duplicateExperiment()
{
    if (const auto* original = m_owner.document()->experiment(m_dock->currentExperiment())) {
        session::Experiment copy = *original;
        copy.id = 0;
        const QString name = tr("%1 (copy)").arg(qtext(original->name));
        copy.name = utf8(name);
        if (const auto* kind = instrument(copy.instrument)) {
            copy.plan = kind->renamed(copy.plan, name);
        }
        addExperiment(copy);
    }
}

void MainWindow::removeSelected()
{
    const auto report = [this](Result<void> removed) {
        if (!removed) {
            tell({Notice::Kind::Error, qtext(removed.error().message)});
        }
    };
    auto* document = m_owner.document();
    if (const auto run = m_dock->currentRun()) {
        if (m_parts.dialogs->confirm(this, tr("Remove this run?"),
                tr("Everything it measured is deleted from the session at once. This cannot be undone."),
                tr("&Remove run"))) {
            document->removeRun(run, report);
        }
        return;
    }
    const auto id = m_dock->currentExperiment();
    if (m_parts.dialogs->confirm(this, tr("Remove this experiment?"),
            tr("Its plan and all its runs are deleted from the session at once. This cannot be undone."),
            tr("&Remove experiment"))) {
        document->removeExperiment(id, report);
    }
}

void MainWindow::renameExperiment(std::int64_t id, const QString& name)
{
    const auto* experiment = m_owner.document()->experiment(id);
    const auto* kind = experiment ? instrument(experiment->instrument) : nullptr;
    if (experiment) {
        const std::string plan = kind ? kind->renamed(experiment->plan, name) : experiment->plan;
        m_owner.document()->edit(id, {utf8(name), plan}, tr("Rename experiment"));
    }
}

const document::Instrument& MainWindow::instrumentOfPlan(const std::string& text) const
{
    const QString format =
        QJsonDocument::fromJson(QByteArray::fromStdString(text)).object().value(u"format").toString();
    for (const auto& kind : m_parts.instruments) {
        if (qtext(kind.planFormat) == format) {
            return kind;
        }
    }
    return m_parts.instruments.front(); // which says what is wrong with it
}

void MainWindow::importPlan()
{
    const QString path =
        m_parts.dialogs->chooseFileToOpen(this, tr("Import plan"), tr("Assay plans (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        importPlanFile(path);
    }
}

void MainWindow::importPlanFile(const QString& path)
{
    const auto text = readTextFile(fsPath(path));
    if (!text) {
        return tell({Notice::Kind::Error, qtext(text.error().message)});
    }
    const auto& kind = instrumentOfPlan(*text);
    auto plan = kind.importPlan(*text, utf8(QFileInfo(path).fileName()));
    if (!plan) {
        return tell({Notice::Kind::Error, qtext(plan.error().message)});
    }
    const QString name = plan->second.isEmpty() ? QFileInfo(path).completeBaseName() : plan->second;
    session::Experiment experiment = newExperiment(kind, name);
    experiment.plan = plan->first;
    addExperiment(experiment);
}

void MainWindow::exportPlan()
{
    const auto* experiment = m_owner.document()->experiment(m_dock->currentExperiment());
    const QString path = m_parts.dialogs->chooseFileToSave(this, tr("Export plan"),
        qtext(experiment->name).simplified().replace(u'/', u'-').replace(u':', u'-')
            + QStringLiteral(".json"),
        tr("Assay plans (*.json)"));
    if (path.isEmpty()) {
        return;
    }
    QSaveFile file(path);
    const QByteArray text = QByteArray::fromStdString(experiment->plan);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit()) {
        return tell({Notice::Kind::Error,
            tr("Cannot write %1: %2. Choose another folder or free some space.")
                .arg(path, file.errorString())});
    }
    statusBar()->showMessage(tr("The plan was written to %1.").arg(path), 5000);
}

void MainWindow::exportCharts(const QString& chartId)
{
    if (!m_page || m_page->charts().isEmpty()) {
        return;
    }
    auto* dialog =
        new dialogs::ExportDialog(m_page->charts(), chartId, m_page->visibleRange(), *m_parts.dialogs, this);
    connect(dialog, &dialogs::ExportDialog::noticed, this, &MainWindow::tell);
    connect(dialog, &dialogs::ExportDialog::exported, this,
        [this](const QString& what) { statusBar()->showMessage(what, 8000); });
    dialog->show();
}

void MainWindow::copyChart()
{
    if (m_page) {
        dialogs::copyChartToClipboard(
            m_page->charts(), m_page->currentChart(), m_page->visibleRange(), palette());
        statusBar()->showMessage(tr("The chart was copied as image and data."), 5000);
    }
}

void MainWindow::movePane(int by)
{
    QList<QWidget*> panes;
    if (m_dock->isVisible()) {
        panes.append(m_dock->view());
    }
    if (m_page) {
        panes.append(m_page->panes());
    }
    if (panes.isEmpty()) {
        return;
    }
    qsizetype current = by > 0 ? -1 : 0;
    for (qsizetype i = 0; i < panes.size(); ++i) {
        if (panes[i]->hasFocus() || panes[i]->isAncestorOf(QApplication::focusWidget())) {
            current = i;
        }
    }
    panes[(current + by + panes.size()) % panes.size()]->setFocus(Qt::ShortcutFocusReason);
}

} // namespace assay::window
