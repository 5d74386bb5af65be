// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/plancellsmodel.h"

#include <QWidget>

class QLabel;
class QMenu;
class QPlainTextEdit;
class QTabWidget;
class QToolButton;

namespace assay::charts {
class FlowLayout;
}
namespace assay::panes {
class FieldForm;
}

namespace assay::spawnpage {

class AxisBox;
class ChoicesModel;
class ListEdit;
class PoolPane;
class WorkForm;
struct Choice;

/// The plan: its axes as check lists and lists of numbers, what is done in a cell, the cells that follow; and
/// always in sight how many they are and how long they take.
class PlanPane : public QWidget
{
    Q_OBJECT

public:
    explicit PlanPane(SpawnPlanEditor& editor, QWidget* parent = nullptr);

    QTabWidget* tabs() const { return m_tabs; }
    QMenu* presets() const { return m_presets; }
    PlanOverview& overview() { return m_overview; }
    PoolPane* pool() const { return m_pool; }
    QString sentence() const;

Q_SIGNALS:
    /// Something that was asked for did not happen.
    void rejected(const QString& sentence);

private:
    QWidget* makeHeader();
    QWidget* makeAxesTab();
    QWidget* makeProcessTab();
    QWidget* makeCellsTab();
    AxisBox* addAxis(charts::FlowLayout* flow, const QString& title, const QString& axis,
        std::vector<Choice> choices, const char* field, QWidget* parent);
    void addList(panes::FieldForm* form, const QString& label, const QString& hint, const char* field,
        bool sizes, std::vector<std::int64_t> spawn::SpawnPlan::*values);
    void addChildren(panes::FieldForm* form);
    void takePreset(const spawn::SpawnPreset& preset);
    void refresh();
    void showOverview();

    SpawnPlanEditor& m_editor;
    PlanOverview m_overview;
    PlanCellsModel m_cells;
    QTabWidget* m_tabs;
    QMenu* m_presets = nullptr;
    QLabel* m_sentence = nullptr;
    PoolPane* m_pool;
    WorkForm* m_work;
    QPlainTextEdit* m_children = nullptr;
    std::vector<AxisBox*> m_axes;
    std::vector<std::function<void()>> m_refreshers;
    std::vector<panes::FieldForm*> m_forms;
};

/// Programs as lines of a text: a line each, words as a shell splits them; "built-in" is the child that
/// comes with Assay.
QString childrenText(const std::vector<std::vector<std::string>>& children);
std::vector<std::vector<std::string>> childrenFromText(const QString& text);

} // namespace assay::spawnpage
