// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/planoverview.h"

#include <QScrollArea>

#include <vector>

class QComboBox;

namespace assay::panes {
class FieldForm;
}

namespace assay::spawnpage {

/// How much of each cell is done, how often, and what it is compared with.
class WorkForm : public QScrollArea
{
    Q_OBJECT

public:
    WorkForm(SpawnPlanEditor& editor, PlanOverview& overview, QWidget* parent = nullptr);

    QComboBox* baselineBox() const { return m_baseline; }

private:
    struct Limits
    {
        double least = 0;
        double most = 0;
        int decimals = 0;
        QString zeroText; ///< shown instead of the least
    };
    void addNumber(const QString& label, const QString& hint, const char* path, const Limits& limits,
        std::function<double(const spawn::SpawnPlan&)> get,
        std::function<void(spawn::SpawnPlan&, double)> set);
    void addDuration(const QString& label, const QString& hint, const char* path,
        std::function<std::int64_t&(spawn::SpawnPlan&)> part);
    void addBaseline();
    void refreshBaseline();
    void refresh();

    SpawnPlanEditor& m_editor;
    PlanOverview& m_overview;
    panes::FieldForm* m_form;
    QComboBox* m_baseline = nullptr;
    std::vector<std::function<void(const spawn::SpawnPlan&)>> m_refreshers;
};

} // namespace assay::spawnpage
