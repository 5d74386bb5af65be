// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/documentowner.h"

#include "document/qtext.h"
#include "document/recentfiles.h"

#include <QFileInfo>

#include <utility>

namespace assay::window {

using dialogs::Dialogs;
using document::Notice;
using document::RecentFiles;
using document::RunControl;
using document::SessionDocument;

namespace {

void finish(const DocumentOwner::Then& then, bool done)
{
    if (then) {
        then(done);
    }
}

} // namespace

DocumentOwner::DocumentOwner(
    Dialogs& dialogs, document::RecoveryFolder recovery, QString engineProgram, QWidget* window)
    : m_dialogs(dialogs)
    , m_recovery(std::move(recovery))
    , m_engineProgram(std::move(engineProgram))
    , m_window(window)
{ }

DocumentOwner::~DocumentOwner() = default;

void DocumentOwner::fail(const Error& error)
{
    Q_EMIT busyChanged({});
    Q_EMIT noticed({Notice::Kind::Error, qtext(error.message)});
}

void DocumentOwner::load(std::unique_ptr<SessionDocument> opening, Then then)
{
    // One that is still being opened is given up: the user chose another.
    m_opening = std::move(opening);
    Q_EMIT busyChanged(tr("Opening %1 …").arg(m_opening->title()));
    m_opening->load([this, then = std::move(then)](Result<void> loaded) {
        Q_EMIT busyChanged({});
        if (!loaded) {
            fail(loaded.error());
            m_opening.release()->deleteLater(); // it is the one that calls
            return finish(then, false);
        }
        letGo([this, then](bool free) {
            if (!free || !m_opening) {
                if (m_opening) {
                    m_opening.release()->deleteLater();
                }
                return finish(then, false);
            }
            replaceWith(std::move(m_opening));
            finish(then, true);
        });
    });
}

void DocumentOwner::replaceWith(std::unique_ptr<SessionDocument> next)
{
    finish(std::exchange(m_afterStop, {}), false);
    auto* former = m_document.release();
    auto* formerControl = m_control.release();
    m_document = std::move(next);
    if (m_document) {
        m_control = std::make_unique<RunControl>(*m_document, m_engineProgram);
        // Later: it may end while it is being called.
        connect(m_control.get(), &RunControl::runFinished, this, &DocumentOwner::takeRunFinished,
            Qt::QueuedConnection);
        if (!m_document->isUntitled()) {
            RecentFiles::add(m_document->path());
        }
    }
    Q_EMIT documentChanged();
    // Later, and in this order: one of them may be what calls this.
    if (formerControl) {
        formerControl->deleteLater();
    }
    if (former) {
        former->deleteLater();
    }
}

void DocumentOwner::newSession(const session::Experiment& first, Begun begun, Then then)
{
    auto slot = m_recovery.create();
    if (!slot) {
        fail(slot.error());
        return finish(then, false);
    }
    load(std::make_unique<SessionDocument>(std::move(*slot), false), [this, first, begun, then](bool opened) {
        if (!opened) {
            return finish(then, false);
        }
        addTo(*m_document, first, [this, begun, then](bool added) {
            if (!added || begun == Begun::WithWork) {
                return finish(then, added);
            }
            // Were it not kept, an untouched session would be offered after a crash: no harm.
            m_document->markUntouched([then](Result<void>) { finish(then, true); });
        });
    });
}

void DocumentOwner::addTo(SessionDocument& document, const session::Experiment& experiment, Then then)
{
    document.addExperiment(experiment, [this, then](Result<std::int64_t> added) {
        if (!added) {
            fail(added.error());
        }
        finish(then, added.has_value());
    });
}

void DocumentOwner::open(const QString& path, Then then)
{
    if (m_document && QFileInfo(path) == QFileInfo(m_document->path())) {
        return finish(then, true);
    }
    load(std::make_unique<SessionDocument>(path), std::move(then));
}

void DocumentOwner::openOrCreate(const QString& path, Then then)
{
    if (!QFileInfo::exists(path)) {
        if (auto created = session::SessionFile::create(fsPath(path)); !created) {
            fail(created.error());
            return finish(then, false);
        }
    }
    open(path, std::move(then));
}

void DocumentOwner::chooseAndOpen()
{
    const QString path = m_dialogs.chooseFileToOpen(
        m_window, tr("Open session"), tr("Assay sessions (*.assay);;All files (*)"));
    if (!path.isEmpty()) {
        open(path);
    }
}

void DocumentOwner::save(Then then)
{
    if (!m_document) {
        return finish(then, false);
    }
    if (m_document->isUntitled() || m_document->isReadOnly()) {
        return saveAs(std::move(then));
    }
    m_document->save([this, then](Result<void> saved) {
        if (!saved) {
            fail(saved.error());
        }
        finish(then, saved.has_value());
    });
}

void DocumentOwner::saveAs(Then then)
{
    if (!m_document) {
        return finish(then, false);
    }
    if (m_control->isActive() || m_document->isBeingRecorded()) {
        // The engine, ours or another window's, has the file open under its present name.
        Q_EMIT noticed({Notice::Kind::Info,
            tr("The session can be saved under another name once the run has ended. Until then everything is "
               "kept in %1.")
                .arg(m_document->path())});
        return finish(then, false);
    }
    const QString suggestion = m_document->isUntitled() ? tr("session.assay") : m_document->path();
    const QString target =
        m_dialogs.chooseFileToSave(m_window, tr("Save session"), suggestion, tr("Assay sessions (*.assay)"));
    if (target.isEmpty()) {
        return finish(then, false);
    }
    Q_EMIT busyChanged(tr("Saving %1 …").arg(QFileInfo(target).fileName()));
    m_document->saveAs(target, [this, then](Result<void> saved) {
        Q_EMIT busyChanged({});
        if (saved) {
            RecentFiles::add(m_document->path());
        } else {
            fail(saved.error());
        }
        finish(then, saved.has_value());
    });
}

void DocumentOwner::letGo(Then then)
{
    if (!m_document) {
        return finish(then, true);
    }
    if (!m_control->isActive()) {
        // Into an untitled file another program records: it stays, and is offered next time.
        return m_document->isUntitled() && m_document->isBeingRecorded() ? leaveBehind(std::move(then))
                                                                         : askUnsaved(std::move(then));
    }
    switch (m_dialogs.askWhileRunning(m_window, m_document->title())) {
    case Dialogs::WhileRunning::KeepRunning:
        // The engine goes on writing; an untitled file stays in the recovery folder and is offered next time.
        return m_document->isUntitled() ? leaveBehind(std::move(then)) : askUnsaved(std::move(then));
    case Dialogs::WhileRunning::Stop:
        return stopThenLetGo(std::move(then));
    case Dialogs::WhileRunning::Cancel:
        return finish(then, false);
    }
}

/// An untitled session stays in the recovery folder, the latest edits included.
void DocumentOwner::leaveBehind(Then then)
{
    m_document->save([this, then](Result<void> saved) {
        if (!saved) {
            fail(saved.error());
        }
        finish(then, saved.has_value());
    });
}

void DocumentOwner::stopThenLetGo(Then then)
{
    // Asked twice, the later wish counts.
    finish(std::exchange(m_afterStop, std::move(then)), false);
    m_control->stop();
}

void DocumentOwner::takeRunFinished()
{
    if (auto then = std::exchange(m_afterStop, {})) {
        if (sender() == m_control.get() && !m_control->isActive()) {
            askUnsaved(std::move(then));
        } else {
            finish(then, false);
        }
    }
}

void DocumentOwner::askUnsaved(Then then)
{
    if (!m_document->isModified()) {
        if (m_document->isUntitled()) {
            return m_document->discard([then](Result<void>) { finish(then, true); });
        }
        return finish(then, true);
    }
    switch (m_dialogs.askUnsaved(m_window, m_document->title())) {
    case Dialogs::Unsaved::Save:
        return save(std::move(then));
    case Dialogs::Unsaved::Discard:
        return m_document->discard([then](Result<void>) { finish(then, true); });
    case Dialogs::Unsaved::Cancel:
        return finish(then, false);
    }
}

} // namespace assay::window
