// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMainWindow>
#include <QUndoGroup>

namespace assay::window {

/// Every action of the main window, made once and put into its menus and tool bar. What they do is connected
/// by the window.
struct MainActions
{
    explicit MainActions(QMainWindow& window, QUndoGroup& undo);

    QAction* newSession;
    QAction* open;
    QMenu* recent;
    QAction* save;
    QAction* saveAs;
    QAction* importPlan;
    QAction* exportPlan;
    QAction* exportCharts;
    QAction* quit;

    QAction* undo;
    QAction* redo;
    QMenu* addExperiment;
    QAction* rename;
    QAction* duplicate;
    QAction* remove;
    QAction* copyChart;
    QAction* copyCommand;

    QAction* start;
    QAction* stop;
    QAction* demo;

    QMenu* view;
    QMenu* theme;
    QAction* nextPane;
    QAction* previousPane;
    QAction* resetLayout;

    QAction* tour;
    QAction* about;
    QAction* aboutQt;

private:
    QAction* add(
        QMenu* menu, const char* id, const QString& text, const QString& tip, const QKeySequence& keys = {});
    void makeFileMenu();
    void makeEditMenu(QUndoGroup& undo);
    void makeRunMenu();
    void makeViewMenu();
    void makeHelpMenu();
    void makeToolBar();

    QMainWindow& m_window;
};

} // namespace assay::window
