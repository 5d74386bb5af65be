// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/sessiondocument.h"
#include "load/loadplan.h"
#include "models/steppath.h"

#include <QObject>

#include <functional>

namespace assay::models {

/// One experiment's load plan as a value, kept in step with the document whoever edits it (undo included).
/// Says exactly which part changed, so that a view never loses its place. GUI thread.
class LoadPlanEditor : public QObject
{
    Q_OBJECT

public:
    explicit LoadPlanEditor(document::SessionDocument& document);

    /// 0: nothing is edited, the plan is empty.
    void setExperiment(std::int64_t id);
    std::int64_t experimentId() const { return m_experimentId; }
    const load::LoadPlan& plan() const { return m_plan; }
    /// Why the stored plan cannot be read (made by a newer version …); then it cannot be edited either.
    const QString& unreadable() const { return m_unreadable; }

    /// Everything that validate() finds, and the plain warnings.
    const std::vector<Fault>& faults() const { return m_faults; }
    /// Messages about the field, joined; empty if it is well.
    QString faultText(const std::string& field) const;
    /// Whether anything in or under the field is at fault.
    bool hasFaultUnder(const std::string& field) const;

    /// Changes the plan as one undoable step called `text`; see PlanCommand about `mergeKey`.
    void edit(
        const QString& text, const QString& mergeKey, const std::function<void(load::LoadPlan&)>& change);
    /// The next edit starts a new undo step, whatever its key: the user went to another field.
    void endMerge() { ++m_mergeSeries; }

Q_SIGNALS:
    void planReset(); ///< another experiment, or all of it may be different
    void stepsReset(); ///< steps were added, removed or moved
    void stepChanged(const assay::models::StepPath& path);
    void variablesChanged();
    void profileChanged();
    void optionsChanged(); ///< any of the plain fields
    void planChanged(); ///< after each of the above, faults() renewed

private:
    void readPlan();
    void adopt(load::LoadPlan plan);
    void reportSteps(
        const std::vector<load::Step>& before, const std::vector<load::Step>& after, StepPath& at);

    document::SessionDocument& m_document;
    std::int64_t m_experimentId = 0;
    std::string m_text; ///< of m_plan, as the document has it
    load::LoadPlan m_plan;
    QString m_unreadable;
    std::vector<Fault> m_faults;
    int m_mergeSeries = 0;
};

} // namespace assay::models
