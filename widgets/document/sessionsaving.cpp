// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/filejob.h"
#include "document/qtext.h"
#include "document/sessiondocument.h"

#include <QFileInfo>

/// How a SessionDocument is saved, copied and thrown away.
namespace assay::document {

using session::SessionFile;

namespace {

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

/// Asked of the file itself: since the list of runs was read, another program may have begun one.
Result<void> requireNotRecording(const SessionFile& file, const char* what)
{
    auto recording = isBeingRecorded(file);
    if (!recording) {
        return recording.error();
    }
    if (*recording) {
        return usageError("A run is still being recorded into '" + file.path().string()
            + "', so that it cannot be " + what + " now. Wait for the run's end or stop it.");
    }
    return {};
}

/// A complete copy of `original` at `path`, with the plans as they are being edited.
Result<void> saveCopy(
    SessionFile& original, const QString& path, const std::vector<session::Experiment>& experiments)
{
    if (auto idle = requireNotRecording(original, "saved under another name"); !idle) {
        return idle;
    }
    if (auto copied = original.copyTo(fsPath(path)); !copied) {
        return copied;
    }
    auto copy = SessionFile::open(fsPath(path), SessionFile::Mode::ReadWrite);
    if (!copy) {
        return copy.error();
    }
    if (auto put = putAll(*copy, experiments); !put) {
        return put;
    }
    for (const auto& experiment : experiments) {
        (void)storeDraft(original, experiment.id, {}); // the original keeps none; it may be read-only
    }
    return {};
}

} // namespace

void SessionDocument::save(Done done)
{
    // Clean from now on: what is edited while the worker writes is a new change.
    ++m_saving;
    m_undo.setClean();
    m_draftTimer.stop();
    m_undrafted.clear();
    m_worker->post(this, withFile([all = m_experiments](SessionFile& file) { return putAll(file, all); }),
        [this, done = std::move(done)](Result<void> saved) {
            --m_saving;
            Q_EMIT modifiedChanged();
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
    ++m_saving;
    m_undo.setClean();
    m_draftTimer.stop();
    m_undrafted.clear();
    auto job = [path, all = m_experiments](SessionConnection& connection) -> Result<void> {
        auto file = connection.file();
        if (!file) {
            return file.error();
        }
        auto saved = saveCopy(**file, path, all);
        if (saved) {
            connection.reopen(path, SessionFile::Mode::ReadWrite);
        }
        return saved;
    };
    m_worker->post(this, std::move(job), [this, path, done = std::move(done)](Result<void> saved) {
        --m_saving;
        Q_EMIT modifiedChanged();
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
        auto file = connection.file();
        if (remove) {
            // What cannot even be opened has no writer that was recording into it.
            auto idle = file ? requireNotRecording(**file, "thrown away") : Result<void>();
            if (idle) {
                connection.close();
            }
            return idle;
        }
        if (file) {
            for (const auto& experiment : all) {
                (void)storeDraft(**file, experiment.id, {});
            }
        }
        return {};
    };
    m_worker->post(this, std::move(job), [this, done = std::move(done)](Result<void> discarded) {
        if (m_slot && discarded) {
            m_slot->discard();
        }
        done(discarded);
    });
}

} // namespace assay::document
