// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/sessiondocument.h"

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

Result<void> putAll(SessionFile& file, const std::vector<session::Experiment>& experiments)
{
    for (const auto& experiment : experiments) {
        if (auto put = file.putExperiment(experiment); !put) {
            return put.error();
        }
        if (auto forgotten = storeDraft(file, experiment.id, {}); !forgotten) {
            return forgotten;
        }
    }
    return {};
}

/// Wraps a function of the open file as a worker's job.
template <typename Work> auto withFile(Work work)
{
    return [work = std::move(work)](
               SessionConnection& connection) mutable -> decltype(work(*(SessionFile*)nullptr)) {
        auto file = connection.file();
        if (!file) {
            return file.error();
        }
        return work(**file);
    };
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
        return m_recovered || m_undo.count() > 0 || !m_runs.empty();
    }
    return !m_undo.isClean();
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

void SessionDocument::save(Done done)
{
    // Clean from now on: what is edited while the worker writes is a new change.
    m_undo.setClean();
    m_draftTimer.stop();
    m_undrafted.clear();
    m_worker->post(this, withFile([all = m_experiments](SessionFile& file) { return putAll(file, all); }),
        [this, done = std::move(done)](Result<void> saved) {
            if (!saved) {
                m_undo.resetClean();
            }
            done(saved);
        });
}

void SessionDocument::saveAs(const QString& target, Done done)
{
    const QString path = QFileInfo(target).absoluteFilePath();
    if (path == m_path) {
        return save(std::move(done));
    }
    m_undo.setClean();
    m_draftTimer.stop();
    m_undrafted.clear();
    auto job = [path, all = m_experiments](SessionConnection& connection) -> Result<void> {
        auto file = connection.file();
        if (!file) {
            return file.error();
        }
        if (auto copied = (*file)->copyTo(fsPath(path)); !copied) {
            return copied;
        }
        auto copy = SessionFile::open(fsPath(path), SessionFile::Mode::ReadWrite);
        if (!copy) {
            return copy.error();
        }
        if (auto put = putAll(*copy, all); !put) {
            return put;
        }
        for (const auto& experiment : all) {
            (void)storeDraft(**file, experiment.id, {}); // the original keeps none; it may be read-only
        }
        connection.reopen(path, SessionFile::Mode::ReadWrite);
        return {};
    };
    m_worker->post(this, std::move(job), [this, path, done = std::move(done)](Result<void> saved) {
        if (!saved) {
            m_undo.resetClean();
            return done(saved);
        }
        if (m_slot) {
            m_slot->discard();
            m_slot.reset();
        }
        m_path = path;
        m_recovered = false;
        m_readOnly = false;
        updateModified();
        Q_EMIT pathChanged();
        done(saved);
    });
}

void SessionDocument::discard(Done done)
{
    m_draftTimer.stop();
    m_undrafted.clear();
    auto job = [remove = m_slot != nullptr, all = m_experiments](
                   SessionConnection& connection) -> Result<void> {
        if (remove) {
            connection.close();
            return {};
        }
        if (auto file = connection.file()) {
            for (const auto& experiment : all) {
                (void)storeDraft(**file, experiment.id, {});
            }
        }
        return {};
    };
    m_worker->post(this, std::move(job), [this, done = std::move(done)](Result<void> discarded) {
        if (m_slot) {
            m_slot->discard();
        }
        done(discarded);
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
