// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plantablemodel.h"

#include <QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace assay::loadpage {

/// A table of a list in the plan with buttons to add, remove and move rows, and what is wrong with it
/// beneath.
class TablePane : public QWidget
{
    Q_OBJECT

public:
    /// `name`: for accessibility, "Headers"; `emptyHint`: shown while there is no row. The model is borrowed.
    TablePane(models::PlanTableModel& model, models::LoadPlanEditor& editor, std::string faultPath,
        const QString& name, const QString& emptyHint, QWidget* parent = nullptr);

    QTableView* view() const { return m_view; }
    void setFaultPath(std::string path);

private:
    void addRow();
    void removeRows();
    void moveRow(int by);
    void updateState();
    QToolButton* addButton(const QString& text, const QString& name, const QString& tip);

    models::PlanTableModel& m_model;
    models::LoadPlanEditor& m_editor;
    std::string m_faultPath;
    QTableView* m_view;
    QLabel* m_emptyHint;
    QLabel* m_fault;
    QToolButton* m_remove = nullptr;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
};

} // namespace assay::loadpage
