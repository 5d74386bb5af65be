// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/loadplaneditor.h"

namespace assay::models {

using load::LoadPlan;
using load::LoopStep;
using load::Step;

namespace {

/// The plan without what has signals of its own, to see whether any plain field differs.
LoadPlan plainFields(LoadPlan plan)
{
    plan.variables.clear();
    plan.steps.clear();
    plan.profile = {};
    return plan;
}

} // namespace

Result<void> LoadPlanEditor::readPlan(const std::string& text, const std::string& source)
{
    auto plan = LoadPlan::fromText(text, source);
    if (!plan) {
        return plan.error();
    }
    m_before = std::exchange(m_plan, std::move(*plan));
    return {};
}

Result<std::string> LoadPlanEditor::normalised(const std::string& text) const
{
    auto plan = LoadPlan::fromText(text, "The plan of the run");
    if (!plan) {
        return plan.error();
    }
    return plan->toText();
}

void LoadPlanEditor::tellChanges()
{
    const LoadPlan before = std::exchange(m_before, {});
    if (!sameShape(before.steps, m_plan.steps)) {
        Q_EMIT stepsReset();
    } else {
        StepPath at;
        reportSteps(before.steps, m_plan.steps, at);
    }
    if (before.variables != m_plan.variables) {
        Q_EMIT variablesChanged();
    }
    if (before.profile != m_plan.profile) {
        Q_EMIT profileChanged();
    }
    if (plainFields(before) != plainFields(m_plan)) {
        Q_EMIT optionsChanged();
    }
}

void LoadPlanEditor::reportSteps(
    const std::vector<Step>& before, const std::vector<Step>& after, StepPath& at)
{
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i] == after[i]) {
            continue;
        }
        at.push_back(static_cast<int>(i));
        const auto* loopBefore = std::get_if<LoopStep>(&before[i].item);
        const auto* loopAfter = std::get_if<LoopStep>(&after[i].item);
        if (loopBefore && loopAfter) {
            reportSteps(loopBefore->steps, loopAfter->steps, at);
        }
        Q_EMIT stepChanged(at);
        at.pop_back();
    }
}

void LoadPlanEditor::edit(
    const QString& text, const QString& mergeKey, const std::function<void(LoadPlan&)>& change)
{
    if (!canEdit()) {
        return;
    }
    LoadPlan plan = m_plan;
    change(plan);
    if (plan != m_plan) {
        push(plan.toText(), text, mergeKey);
    }
}

} // namespace assay::models
