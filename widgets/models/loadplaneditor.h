// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"
#include "models/planeditor.h"
#include "models/steppath.h"

#include <functional>

namespace assay::models {

/// One experiment's load plan as a value. Says exactly which part changed, so that a view never loses its
/// place. GUI thread.
class LoadPlanEditor : public PlanEditor
{
    Q_OBJECT

public:
    using PlanEditor::PlanEditor;

    const load::LoadPlan& plan() const { return m_plan; }

    /// Changes the plan as one undoable step called `text`; see PlanCommand about `mergeKey`.
    void edit(
        const QString& text, const QString& mergeKey, const std::function<void(load::LoadPlan&)>& change);

Q_SIGNALS:
    void stepsReset(); ///< steps were added, removed or moved
    void stepChanged(const assay::models::StepPath& path);
    void variablesChanged();
    void profileChanged();
    void optionsChanged(); ///< any of the plain fields

protected:
    void clearPlan() override { m_plan = {}; }
    Result<void> readPlan(const std::string& text, const std::string& source) override;
    void tellChanges() override;
    std::vector<Fault> validatePlan() const override { return m_plan.validate(); }
    Result<std::string> normalised(const std::string& text) const override;

private:
    void reportSteps(
        const std::vector<load::Step>& before, const std::vector<load::Step>& after, StepPath& at);

    load::LoadPlan m_plan;
    load::LoadPlan m_before;
};

} // namespace assay::models
