// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/sessiondocument.h"

#include "document/filejob.h"
#include "document/qtext.h"
#include "session/runreader.h"

#include <QFileInfo>

#include <algorithm>

namespace assay::document {

using session::SessionFile;

namespace {

constexpr int draftDelayMs = 700;

template <typename Rows> auto* byId(Rows& rows, std::int64_t id)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [id](const auto& row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

} // namespace

SessionDocument::SessionDocument(const QString& path)
    : m_path(QFileInfo(path).absoluteFilePath())
    , m_worker(std::make_unique<SessionWorker>(m_path, SessionFile::Mode::ReadWrite))
{
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(draftDelayMs);
    connect(&m_draftTimer, &QTimer::timeout, this, &SessionDocument::storeDrafts);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &SessionDocument::updateModified);
    connect(&m_undo, &QUndoStack::indexChanged, this, &SessionDocument::updateModified);
}

SessionDocument::SessionDocument(std::unique_ptr<RecoverySlot> slot, bool recovered)
    : SessionDocument(slot->path())
{
    m_slot = std::move(slot);
    m_recovered = recovered;
}

SessionDocument::~SessionDocument()
{
    m_undo.disconnect(this);
}

void SessionDocument::load(Done done)
{
    struct Loaded
    {
        Result<SessionContents> contents;
        QString readOnlyReason;
    };
    m_worker->post(
        this,
        [](SessionConnection& connection) -> Loaded {
            QString reason;
            auto file = connection.file();
            if (!file) {
                const Error first = file.error();
                connection.reopen(connection.path(), SessionFile::Mode::ReadOnly);
                file = connection.file();
                if (!file) {
                    return {first, {}};
                }
                reason = qtext(first.message);
            }
            return {loadContents(**file), reason};
        },
        [this, done = std::move(done)](Loaded loaded) {
            if (!loaded.contents) {
                return done(loaded.contents.error());
            }
            m_readOnly = !loaded.readOnlyReason.isEmpty();
            m_readOnlyReason = loaded.readOnlyReason;
            takeContents(std::move(*loaded.contents));
            done({});
        });
}

void SessionDocument::takeContents(SessionContents contents)
{
    m_experiments = std::move(contents.experiments);
    m_runs = std::move(contents.runs);
    m_drafts = std::move(contents.drafts);
    m_untouched = std::move(contents.untouched);
    Q_EMIT experimentsChanged();
    Q_EMIT runsChanged();
    updateModified();
}

QString SessionDocument::title() const
{
    return isUntitled() ? tr("Untitled") : QFileInfo(m_path).fileName();
}

bool SessionDocument::isModified() const
{
    if (isUntitled()) {
        return m_recovered || m_undo.count() > 0 || holdsWork();
    }
    return !m_undo.isClean();
}

bool SessionDocument::holdsWork() const
{
    return !m_runs.empty() || !m_drafts.empty()
        || (!m_experiments.empty() && fingerprint(m_experiments) != m_untouched);
}

void SessionDocument::markUntouched(Done done)
{
    m_untouched = fingerprint(m_experiments);
    m_worker->post(this,
        withFile([text = m_untouched](SessionFile& file) { return storeUntouched(file, text); }),
        std::move(done));
    updateModified();
}

void SessionDocument::updateModified()
{
    const bool modified = isModified();
    if (modified != std::exchange(m_wasModified, modified)) {
        Q_EMIT modifiedChanged();
    }
}

const session::Experiment* SessionDocument::experiment(std::int64_t id) const
{
    return byId(m_experiments, id);
}

const session::Run* SessionDocument::run(std::int64_t id) const
{
    return byId(m_runs, id);
}

void SessionDocument::edit(
    std::int64_t experimentId, ExperimentEdit after, const QString& text, const QString& mergeKey)
{
    const auto* current = experiment(experimentId);
    if (!current || after == ExperimentEdit{current->name, current->plan}) {
        return;
    }
    m_undo.push(new PlanCommand(*this, experimentId, std::move(after), text, mergeKey));
}

void SessionDocument::applyEdit(std::int64_t experimentId, const ExperimentEdit& edit)
{
    if (auto* edited = byId(m_experiments, experimentId)) {
        edited->name = edit.name;
        edited->plan = edit.plan;
        m_undrafted.insert(experimentId);
        m_draftTimer.start();
        Q_EMIT experimentEdited(experimentId);
    }
}

void SessionDocument::storeDrafts()
{
    if (m_readOnly) {
        return;
    }
    for (const auto id : std::exchange(m_undrafted, {})) {
        if (const auto* edited = experiment(id)) {
            // A draft that could not be kept is no reason to disturb: Save will tell.
            m_worker->post(this,
                withFile([id, plan = edited->plan](SessionFile& file) { return storeDraft(file, id, plan); }),
                [](Result<void>) {});
        }
    }
}

void SessionDocument::forgetDraft(std::int64_t experimentId)
{
    m_worker->post(this,
        withFile([experimentId](SessionFile& file) { return storeDraft(file, experimentId, {}); }),
        [](Result<void>) {});
}

void SessionDocument::addExperiment(session::Experiment added, std::function<void(Result<std::int64_t>)> done)
{
    int position = 0;
    for (const auto& other : m_experiments) {
        position = std::max(position, other.position + 1);
    }
    added.position = position;
    m_worker->post(this, withFile([added](SessionFile& file) { return file.putExperiment(added); }),
        [this, added, done = std::move(done)](Result<std::int64_t> id) mutable {
            if (id) {
                added.id = *id;
                m_experiments.push_back(added);
                Q_EMIT experimentsChanged();
                updateModified();
            }
            done(id);
        });
}

void SessionDocument::removeExperiment(std::int64_t id, Done done)
{
    m_worker->post(this, withFile([id](SessionFile& file) { return file.removeExperiment(id); }),
        [this, id, done = std::move(done)](Result<void> removed) {
            if (removed) {
                std::erase_if(m_experiments, [id](const auto& row) { return row.id == id; });
                std::erase_if(m_runs, [id](const auto& row) { return row.experimentId == id; });
                Q_EMIT experimentsChanged();
                Q_EMIT runsChanged();
                updateModified();
            }
            done(removed);
        });
}

void SessionDocument::removeRun(std::int64_t id, Done done)
{
    m_worker->post(this, withFile([id](SessionFile& file) { return file.removeRun(id); }),
        [this, id, done = std::move(done)](Result<void> removed) {
            if (removed) {
                std::erase_if(m_runs, [id](const auto& row) { return row.id == id; });
                Q_EMIT runsChanged();
                updateModified();
            }
            done(removed);
        });
}

void SessionDocument::setRunNote(std::int64_t id, const QString& note, Done done)
{
    m_worker->post(this,
        withFile([id, text = utf8(note)](SessionFile& file) { return file.setRunNote(id, text); }),
        [this, done = std::move(done)](Result<void> set) {
            refreshRuns(false);
            done(set);
        });
}

void SessionDocument::refreshRuns(bool markInterrupted)
{
    if (std::exchange(m_refreshing, true)) {
        m_refreshAgain = true; // one at a time: a slow disk must not pile them up
        m_markAgain = m_markAgain || markInterrupted;
        return;
    }
    m_worker->post(this, withFile([markInterrupted](SessionFile& file) {
        if (markInterrupted) {
            (void)file.markInterruptedRuns();
        }
        return session::RunReader(file).runs();
    }),
        [this](Result<std::vector<session::Run>> runs) {
            m_refreshing = false;
            if (runs) {
                m_runs = std::move(*runs);
                Q_EMIT runsChanged();
                updateModified();
            }
            if (std::exchange(m_refreshAgain, false)) {
                refreshRuns(std::exchange(m_markAgain, false));
            }
        });
}

} // namespace assay::document
