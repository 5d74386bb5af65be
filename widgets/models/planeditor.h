// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "document/sessiondocument.h"

#include <QObject>

namespace assay::models {

/// One experiment's plan, kept in step with the document whoever edits it (undo included). What is the same
/// for every instrument; subclasses hold the plan as a value. GUI thread.
class PlanEditor : public QObject
{
    Q_OBJECT

public:
    explicit PlanEditor(document::SessionDocument& document);

    /// 0: nothing is edited, the plan is empty.
    void setExperiment(std::int64_t id);
    std::int64_t experimentId() const { return m_experimentId; }
    /// Why the stored plan cannot be read (made by a newer version …); then it cannot be edited either.
    const QString& unreadable() const { return m_unreadable; }

    /// Everything that validate() finds, and the plain warnings.
    const std::vector<Fault>& faults() const { return m_faults; }
    /// Messages about the field, joined; empty if it is well.
    QString faultText(const std::string& field) const;
    /// Whether anything in or under the field is at fault.
    bool hasFaultUnder(const std::string& field) const;

    /// The next edit starts a new undo step, whatever its key: the user went to another field.
    void endMerge() { ++m_mergeSeries; }

    /// Makes the plan what `planText` says, as one undoable step.
    Result<void> restore(const std::string& planText, const QString& text);

Q_SIGNALS:
    void planReset(); ///< another experiment, or all of it may be different
    void planChanged(); ///< after each change, faults() renewed

protected:
    /// Forgets the plan.
    virtual void clearPlan() = 0;
    /// Takes the plan from its text without a signal.
    virtual Result<void> readPlan(const std::string& text, const std::string& source) = 0;
    /// Tells by signals in what the plan differs from the one before the last readPlan().
    virtual void tellChanges() { }
    virtual std::vector<Fault> validatePlan() const = 0;
    /// The text that stands for a plan that was read: other words for the same plan are no edit.
    virtual Result<std::string> normalised(const std::string& text) const = 0;

    bool canEdit() const;
    /// Pushes the edited plan; see PlanCommand about `mergeKey`.
    void push(const std::string& planText, const QString& text, const QString& mergeKey);

private:
    void followDocument();

    document::SessionDocument& m_document;
    std::int64_t m_experimentId = 0;
    std::string m_text; ///< of the plan, as the document has it
    QString m_unreadable;
    std::vector<Fault> m_faults;
    int m_mergeSeries = 0;
};

} // namespace assay::models
