// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planeditor.h"

#include "document/qtext.h"

namespace assay::models {

PlanEditor::PlanEditor(document::SessionDocument& document)
    : m_document(document)
{
    connect(&document, &document::SessionDocument::experimentEdited, this, [this](qint64 id) {
        if (id == m_experimentId) {
            followDocument();
        }
    });
}

void PlanEditor::setExperiment(std::int64_t id)
{
    m_experimentId = id;
    m_text.clear();
    clearPlan();
    m_unreadable.clear();
    m_faults.clear();
    endMerge();
    if (const auto* experiment = m_document.experiment(id)) {
        m_text = experiment->plan;
        if (auto read = readPlan(m_text, experiment->name)) {
            m_faults = validatePlan();
        } else {
            m_unreadable = qtext(read.error().message);
        }
    }
    Q_EMIT planReset();
    Q_EMIT planChanged();
}

void PlanEditor::followDocument()
{
    const auto* experiment = m_document.experiment(m_experimentId);
    if (!experiment || experiment->plan == m_text) {
        return;
    }
    const std::string text = experiment->plan;
    if (!m_unreadable.isEmpty() || !readPlan(text, experiment->name)) {
        setExperiment(m_experimentId);
        return;
    }
    m_text = text;
    m_faults = validatePlan();
    tellChanges();
    Q_EMIT planChanged();
}

bool PlanEditor::canEdit() const
{
    return m_document.experiment(m_experimentId) && m_unreadable.isEmpty();
}

void PlanEditor::push(const std::string& planText, const QString& text, const QString& mergeKey)
{
    const auto* experiment = m_document.experiment(m_experimentId);
    const QString key =
        mergeKey.isEmpty() ? QString() : QStringLiteral("%1#%2").arg(mergeKey).arg(m_mergeSeries);
    m_document.edit(m_experimentId, {experiment->name, planText}, text, key);
}

Result<void> PlanEditor::restore(const std::string& planText, const QString& text)
{
    auto plan = normalised(planText);
    if (!plan) {
        return plan.error();
    }
    if (canEdit()) {
        push(*plan, text, {});
    }
    return {};
}

QString PlanEditor::faultText(const std::string& field) const
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

bool PlanEditor::hasFaultUnder(const std::string& field) const
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
