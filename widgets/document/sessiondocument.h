// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/plancommand.h"
#include "document/recovery.h"
#include "document/sessioncontents.h"
#include "document/sessionworker.h"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <functional>
#include <set>

namespace assay::document {

/// One open session file: its experiments as they are being edited, their undo stack, and whether anything is
/// unsaved. Plan edits stay in memory until save(); meanwhile they are kept as drafts in the file, so that a
/// crash loses nothing. Everything that touches the file happens on a worker. GUI thread.
class SessionDocument : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(Result<void>)>;

    /// A named file; nothing is read before load().
    explicit SessionDocument(const QString& path);
    /// An untitled session; `recovered` = left over by a crash, so unsaved from the start.
    SessionDocument(std::unique_ptr<RecoverySlot> slot, bool recovered);
    ~SessionDocument() override;

    void load(Done done);

    const QString& path() const { return m_path; }
    bool isUntitled() const { return m_slot != nullptr; }
    QDateTime lastModified() const { return m_slot ? m_slot->lastModified() : QDateTime(); }
    /// File name without folder, or "Untitled".
    QString title() const;
    bool isReadOnly() const { return m_readOnly; }
    /// Why it can only be read.
    const QString& readOnlyReason() const { return m_readOnlyReason; }
    bool isModified() const;
    /// Not modified any more, but not in the file yet. Changes with modifiedChanged().
    bool isSaving() const { return m_saving > 0; }
    /// Whether a run is being recorded into the file, by whatever program, as far as is known here. Then the
    /// file can neither be moved nor thrown away.
    bool isBeingRecorded() const { return document::isBeingRecorded(m_runs); }
    /// Whether there is more in it than a new session begins with.
    bool holdsWork() const;

    QUndoStack& undoStack() { return m_undo; }
    const std::vector<session::Experiment>& experiments() const { return m_experiments; }
    /// nullptr if there is none with that id.
    const session::Experiment* experiment(std::int64_t id) const;
    const std::vector<session::Run>& runs() const { return m_runs; }
    const session::Run* run(std::int64_t id) const;

    /// Pushes an undoable edit; one that changes nothing is left out.
    void edit(
        std::int64_t experimentId, ExperimentEdit after, const QString& text, const QString& mergeKey = {});

    /// At once in the file and not undoable; `done` gets the new id.
    void addExperiment(session::Experiment experiment, std::function<void(Result<std::int64_t>)> done);
    /// What the session holds now is what a new one begins with, and no work of the user.
    void markUntouched(Done done);
    void removeExperiment(std::int64_t id, Done done);
    void removeRun(std::int64_t id, Done done);
    void setRunNote(std::int64_t id, const QString& note, Done done);

    /// Writes the edited plans into the file. An untitled session stays untitled.
    void save(Done done);
    /// Copies everything to `target`, which becomes this document's file. Fails while a run is being
    /// recorded: its writer would go on in the former file.
    void saveAs(const QString& target, Done done);
    /// Deletes an untitled session's file, and drafts of a named one: the user discarded them. Fails, with
    /// the file left where it is, while a run is being recorded into an untitled one.
    void discard(Done done);

    /// Drafts found by load(); each is offered once.
    std::vector<Draft> takeDrafts() { return std::exchange(m_drafts, {}); }
    bool hasDrafts() const { return !m_drafts.empty(); }
    void forgetDraft(std::int64_t experimentId);

    /// Reads the list of runs anew; `markInterrupted` first looks whether their writers still live.
    void refreshRuns(bool markInterrupted);

    SessionWorker& worker() { return *m_worker; }

Q_SIGNALS:
    void experimentsChanged();
    void experimentEdited(qint64 experimentId);
    void runsChanged();
    void modifiedChanged();
    void pathChanged();

private:
    friend class PlanCommand;
    void applyEdit(std::int64_t experimentId, const ExperimentEdit& edit);
    void takeContents(SessionContents contents);
    void storeDrafts();
    void updateModified();

    QString m_path;
    std::unique_ptr<RecoverySlot> m_slot;
    bool m_recovered = false;
    bool m_readOnly = false;
    QString m_readOnlyReason;
    bool m_wasModified = false;
    bool m_refreshing = false;
    bool m_refreshAgain = false;
    bool m_markAgain = false;
    std::vector<session::Experiment> m_experiments;
    std::vector<session::Run> m_runs;
    std::vector<Draft> m_drafts;
    std::string m_untouched; ///< fingerprint() of what the session began with
    std::set<std::int64_t> m_undrafted; ///< experiments edited since their draft was stored
    QTimer m_draftTimer;
    QUndoStack m_undo;
    int m_saving = 0;
    std::unique_ptr<SessionWorker> m_worker; // last: it ends first
};

} // namespace assay::document
