// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/planeditor.h"
#include "spawn/spawnplan.h"

#include <functional>

namespace assay::spawnpage {

/// One experiment's spawn plan as a value. GUI thread.
class SpawnPlanEditor : public models::PlanEditor
{
    Q_OBJECT

public:
    using PlanEditor::PlanEditor;

    const spawn::SpawnPlan& plan() const { return m_plan; }

    /// Changes the plan as one undoable step called `text`; see PlanCommand about `mergeKey`. A baseline
    /// that is no cell of the plan any more is dropped.
    void edit(
        const QString& text, const QString& mergeKey, const std::function<void(spawn::SpawnPlan&)>& change);

protected:
    void clearPlan() override { m_plan = {}; }
    Result<void> readPlan(const std::string& text, const std::string& source) override;
    std::vector<Fault> validatePlan() const override { return m_plan.validate(); }
    Result<std::string> normalised(const std::string& text) const override;

private:
    spawn::SpawnPlan m_plan;
};

} // namespace assay::spawnpage
