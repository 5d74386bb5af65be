// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stepsmodel.h"

#include <QWidget>

class QAction;
class QSplitter;
class QToolBar;
class QTreeView;

namespace assay::loadpage {

class StepDetail;

/// The steps as a tree, what can be done to them, and the details of the selected one beside it.
class StepsPane : public QWidget
{
    Q_OBJECT

public:
    explicit StepsPane(models::LoadPlanEditor& editor, QWidget* parent = nullptr);

    QTreeView* view() const { return m_view; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void setUpView();
    QToolBar* makeToolBar();
    QAction* addAction(QToolBar* bar, const QString& text, const QString& tip, const QKeySequence& keys,
        models::StepPath (models::StepsModel::*edit)(const models::StepPath&));
    models::StepPath current() const;
    void select(const models::StepPath& path);
    void restoreSelection();
    void updateActions();

    models::LoadPlanEditor& m_editor;
    models::StepsModel m_model;
    models::StepPath m_selected;
    QTreeView* m_view;
    StepDetail* m_detail;
    QSplitter* m_splitter;
    QAction* m_duplicate = nullptr;
    QAction* m_remove = nullptr;
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
    QAction* m_indent = nullptr;
    QAction* m_outdent = nullptr;
};

} // namespace assay::loadpage
