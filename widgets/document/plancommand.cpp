// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/plancommand.h"

#include "document/sessiondocument.h"

namespace assay::document {

PlanCommand::PlanCommand(SessionDocument& document, std::int64_t experimentId, ExperimentEdit after,
    const QString& text, QString mergeKey)
    : QUndoCommand(text)
    , m_document(document)
    , m_experimentId(experimentId)
    , m_after(std::move(after))
    , m_mergeKey(std::move(mergeKey))
{
    if (const auto* experiment = document.experiment(experimentId)) {
        m_before = {experiment->name, experiment->plan};
    }
}

void PlanCommand::undo()
{
    m_document.applyEdit(m_experimentId, m_before);
}

void PlanCommand::redo()
{
    m_document.applyEdit(m_experimentId, m_after);
}

bool PlanCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = static_cast<const PlanCommand*>(other); // same id(), so same class
    if (next->m_experimentId != m_experimentId || next->m_mergeKey != m_mergeKey) {
        return false;
    }
    m_after = next->m_after;
    setObsolete(m_after == m_before);
    return true;
}

} // namespace assay::document
