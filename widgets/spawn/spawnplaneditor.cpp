// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnplaneditor.h"

#include <algorithm>

namespace assay::spawnpage {

using spawn::SpawnPlan;

namespace {

/// An axis that lost the baseline's value must not make the plan faulty.
void dropLostBaseline(SpawnPlan& plan)
{
    if (plan.baseline.empty()) {
        return;
    }
    SpawnPlan without = plan;
    without.baseline.clear();
    if (!without.validate().empty()) {
        return; // its cells cannot be told now; the user is in the middle of something
    }
    const auto cells = cellsOf(plan);
    if (std::ranges::find(cells, plan.baseline, spawn::cellKey) == cells.end()) {
        plan.baseline.clear();
    }
}

} // namespace

Result<void> SpawnPlanEditor::readPlan(const std::string& text, const std::string& source)
{
    auto plan = SpawnPlan::fromText(text, source);
    if (!plan) {
        return plan.error();
    }
    m_plan = std::move(*plan);
    return {};
}

Result<std::string> SpawnPlanEditor::normalised(const std::string& text) const
{
    auto plan = SpawnPlan::fromText(text, "The plan of the run");
    if (!plan) {
        return plan.error();
    }
    return plan->toText();
}

void SpawnPlanEditor::edit(
    const QString& text, const QString& mergeKey, const std::function<void(SpawnPlan&)>& change)
{
    if (!canEdit()) {
        return;
    }
    SpawnPlan plan = m_plan;
    change(plan);
    dropLostBaseline(plan);
    if (plan != m_plan) {
        push(plan.toText(), text, mergeKey);
    }
}

} // namespace assay::spawnpage
