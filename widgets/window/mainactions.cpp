// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/mainactions.h"

#include "theme/paletteicon.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

namespace assay::window {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("MainWindow", text);
}

} // namespace

MainActions::MainActions(QMainWindow& window, QUndoGroup& undoGroup)
    : m_window(window)
{
    makeFileMenu();
    makeEditMenu(undoGroup);
    makeRunMenu();
    makeViewMenu();
    makeHelpMenu();
    makeToolBar();
}

QAction* MainActions::add(
    QMenu* menu, const char* id, const QString& text, const QString& tip, const QKeySequence& keys)
{
    auto* action = menu->addAction(text);
    action->setObjectName(QString::fromLatin1(id));
    action->setStatusTip(tip);
    const QString shown =
        keys.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText));
    action->setToolTip(shown);
    action->setShortcut(keys);
    return action;
}

void MainActions::makeFileMenu()
{
    auto* menu = m_window.menuBar()->addMenu(tr("&File"));
    newSession = add(menu, "file.new", tr("&New session"), tr("Begins an empty session."), QKeySequence::New);
    open = add(menu, "file.open", tr("&Open …"), tr("Opens a session file."), QKeySequence::Open);
    recent = menu->addMenu(tr("Open &recent"));
    recent->menuAction()->setObjectName(QStringLiteral("file.recent"));
    menu->addSeparator();
    save = add(menu, "file.save", tr("&Save"), tr("Saves the session."), QKeySequence::Save);
    saveAs = add(menu, "file.saveAs", tr("Save &as …"), tr("Saves the session under another name."),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    menu->addSeparator();
    importPlan = add(menu, "file.importPlan", tr("&Import plan …"), tr("Adds a plan from a JSON file."));
    exportPlan =
        add(menu, "file.exportPlan", tr("Export &plan …"), tr("Writes the current plan to a JSON file."));
    exportCharts = add(menu, "file.exportCharts", tr("&Export charts …"),
        tr("Writes charts to PNG, SVG, PDF or CSV files."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    menu->addSeparator();
    quit = add(menu, "file.quit", tr("&Quit"), tr("Closes the window."), QKeySequence(Qt::CTRL | Qt::Key_Q));
}

void MainActions::makeEditMenu(QUndoGroup& undoGroup)
{
    auto* menu = m_window.menuBar()->addMenu(tr("&Edit"));
    undo = undoGroup.createUndoAction(&m_window, tr("&Undo"));
    undo->setObjectName(QStringLiteral("edit.undo"));
    undo->setShortcut(QKeySequence::Undo);
    redo = undoGroup.createRedoAction(&m_window, tr("&Redo"));
    redo->setObjectName(QStringLiteral("edit.redo"));
    redo->setShortcut(QKeySequence::Redo);
    menu->addActions({undo, redo});
    menu->addSeparator();
    addExperiment = menu->addMenu(tr("&Add experiment"));
    addExperiment->menuAction()->setObjectName(QStringLiteral("edit.add"));
    rename = add(menu, "edit.rename", tr("Re&name experiment"), tr("Gives the experiment another name."),
        QKeySequence(Qt::Key_F2));
    duplicate = add(menu, "edit.duplicate", tr("&Duplicate experiment"),
        tr("Adds a copy of the experiment, without its runs."));
    remove = add(
        menu, "edit.remove", tr("Re&move …"), tr("Removes the selected experiment or run from the session."));
    menu->addSeparator();
    copyChart = add(menu, "edit.copyChart", tr("&Copy chart"),
        tr("Copies the current chart as image and data."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    copyCommand = add(menu, "edit.copyCommand", tr("Copy as command &line"),
        tr("Copies the command that runs this plan without the window."));
}

void MainActions::makeRunMenu()
{
    auto* menu = m_window.menuBar()->addMenu(tr("&Run"));
    start =
        add(menu, "run.start", tr("&Start run"), tr("Saves the plan and runs it."), QKeySequence(Qt::Key_F5));
    stop = add(menu, "run.stop", tr("S&top run"), tr("Ends the run gracefully and keeps what was measured."),
        QKeySequence(Qt::SHIFT | Qt::Key_F5));
    menu->addSeparator();
    demo = add(menu, "run.demo", tr("Run the &demo"),
        tr("Opens a ready load test against the built-in server and starts it."));
}

void MainActions::makeViewMenu()
{
    view = m_window.menuBar()->addMenu(tr("&View"));
    nextPane = add(view, "view.nextPane", tr("&Next pane"), tr("Moves the focus to the next pane."),
        QKeySequence(Qt::Key_F6));
    previousPane = add(view, "view.previousPane", tr("&Previous pane"),
        tr("Moves the focus to the previous pane."), QKeySequence(Qt::SHIFT | Qt::Key_F6));
    view->addSeparator();
    theme = view->addMenu(tr("&Theme"));
    theme->menuAction()->setObjectName(QStringLiteral("view.theme"));
    resetLayout =
        add(view, "view.resetLayout", tr("Reset la&yout"), tr("Puts all panes where they were at first."));
    view->addSeparator();
}

void MainActions::makeHelpMenu()
{
    auto* menu = m_window.menuBar()->addMenu(tr("&Help"));
    tour = add(menu, "help.tour", tr("&Tour"), tr("Explains the window and its charts in a few pages."),
        QKeySequence::HelpContents);
    about = add(menu, "help.about", tr("&About Assay"), tr("Shows the versions of Assay and its libraries."));
    aboutQt = add(menu, "help.aboutQt", tr("About &Qt"), tr("Shows the version of Qt."));
}

void MainActions::makeToolBar()
{
    auto* bar = m_window.addToolBar(tr("Main tool bar"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    newSession->setIcon(theme::icon("new"));
    open->setIcon(theme::icon("open"));
    save->setIcon(theme::icon("save"));
    undo->setIcon(theme::icon("undo"));
    redo->setIcon(theme::icon("redo"));
    start->setIcon(theme::icon("play"));
    stop->setIcon(theme::icon("stop"));
    exportCharts->setIcon(theme::icon("export"));
    newSession->setIconText(tr("New"));
    open->setIconText(tr("Open"));
    save->setIconText(tr("Save"));
    undo->setIconText(tr("Undo"));
    redo->setIconText(tr("Redo"));
    exportCharts->setIconText(tr("Export charts"));
    bar->addActions({newSession, open, save});
    bar->addSeparator();
    bar->addActions({undo, redo});
    bar->addSeparator();
    bar->addAction(exportCharts);
    for (auto* action : bar->actions()) {
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action))) {
            button->setFocusPolicy(Qt::TabFocus);
            button->setAccessibleName(action->iconText());
        }
    }
}

} // namespace assay::window
