// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/loadplaneditor.h"

#include "document/qtext.h"

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

LoadPlanEditor::LoadPlanEditor(document::SessionDocument& document)
    : m_document(document)
{
    connect(&document, &document::SessionDocument::experimentEdited, this, [this](qint64 id) {
        if (id == m_experimentId) {
            readPlan();
        }
    });
}

void LoadPlanEditor::setExperiment(std::int64_t id)
{
    m_experimentId = id;
    m_text.clear();
    m_plan = {};
    m_unreadable.clear();
    m_faults.clear();
    endMerge();
    const auto* experiment = m_document.experiment(id);
    if (experiment) {
        m_text = experiment->plan;
        if (auto plan = LoadPlan::fromText(m_text, experiment->name)) {
            m_plan = std::move(*plan);
            m_faults = m_plan.validate();
        } else {
            m_unreadable = qtext(plan.error().message);
        }
    }
    Q_EMIT planReset();
    Q_EMIT planChanged();
}

void LoadPlanEditor::readPlan()
{
    const auto* experiment = m_document.experiment(m_experimentId);
    if (!experiment || experiment->plan == m_text) {
        return;
    }
    auto plan = LoadPlan::fromText(experiment->plan, experiment->name);
    if (!plan || !m_unreadable.isEmpty()) {
        setExperiment(m_experimentId);
        return;
    }
    m_text = experiment->plan;
    adopt(std::move(*plan));
}

void LoadPlanEditor::adopt(LoadPlan plan)
{
    const LoadPlan before = std::exchange(m_plan, std::move(plan));
    m_faults = m_plan.validate();
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
    Q_EMIT planChanged();
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
    const auto* experiment = m_document.experiment(m_experimentId);
    if (!experiment || !m_unreadable.isEmpty()) {
        return;
    }
    LoadPlan plan = m_plan;
    change(plan);
    if (plan == m_plan) {
        return;
    }
    const QString key =
        mergeKey.isEmpty() ? QString() : QStringLiteral("%1#%2").arg(mergeKey).arg(m_mergeSeries);
    m_document.edit(m_experimentId, {experiment->name, plan.toText()}, text, key);
}

QString LoadPlanEditor::faultText(const std::string& field) const
{
    QStringList messages;
    for (const auto& fault : m_faults) {
        if (fault.field == field) {
            QString message = qtext(fault.message);
            if (!message.isEmpty()) {
                message[0] = message[0].toUpper();
            }
            messages.append(message);
        }
    }
    return messages.join(u'\n');
}

bool LoadPlanEditor::hasFaultUnder(const std::string& field) const
{
    for (const auto& fault : m_faults) {
        if (fault.field.starts_with(field)
            && (fault.field.size() == field.size() || fault.field[field.size()] == '.'
                || fault.field[field.size()] == '[')) {
            return true;
        }
    }
    return false;
}

} // namespace assay::models
