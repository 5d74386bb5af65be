// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUndoCommand>

#include <cstdint>
#include <string>

namespace assay::document {

class SessionDocument;

/// What an edit of an experiment can change.
struct ExperimentEdit
{
    std::string name;
    std::string plan; ///< JSON text of its instrument

    bool operator==(const ExperimentEdit&) const = default;
};

/// Changes one experiment of a document. Commands with the same non-empty `mergeKey` that follow one another
/// become one step, so that typing a word or spinning a value is undone at once.
class PlanCommand : public QUndoCommand
{
public:
    PlanCommand(SessionDocument& document, std::int64_t experimentId, ExperimentEdit after,
        const QString& text, QString mergeKey);

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    SessionDocument& m_document; // owns the stack that owns this
    std::int64_t m_experimentId;
    ExperimentEdit m_before;
    ExperimentEdit m_after;
    QString m_mergeKey;
};

} // namespace assay::document
