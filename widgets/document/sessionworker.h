// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/sessionfile.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace assay::document {

/// The worker's own connection to the session file, opened when first asked for. Worker thread only.
class SessionConnection
{
public:
    SessionConnection(QString path, session::SessionFile::Mode mode)
        : m_path(std::move(path))
        , m_mode(mode)
    { }

    Result<session::SessionFile*> file();
    const QString& path() const { return m_path; }
    /// Closes the connection; the next file() opens `path` in `mode`.
    void reopen(QString path, session::SessionFile::Mode mode);
    /// Closes the connection, so that the file can be removed or moved.
    void close() { m_file.reset(); }

private:
    QString m_path;
    session::SessionFile::Mode m_mode;
    std::optional<session::SessionFile> m_file;
};

/// A thread for everything that touches a session file, so that the GUI never waits for a disk or for the
/// engine's transaction. Jobs run one after the other. GUI thread, except where said.
class SessionWorker
{
public:
    SessionWorker(const QString& path, session::SessionFile::Mode mode);
    /// No `done` is called any more. Jobs that were posted still run, since they may hold what the user wants
    /// kept, and then the connection is closed: at once if nothing runs, else later and without being waited
    /// for. The end of the application waits for them.
    ~SessionWorker();
    SessionWorker(const SessionWorker&) = delete;
    SessionWorker& operator=(const SessionWorker&) = delete;

    /// Runs `job(SessionConnection&)` on the worker and hands its result to `done` on the GUI thread, unless
    /// `owner` or this worker is gone by then. A job may outlive both, so it must hold all that it uses.
    template <typename Job, typename Done> void post(QObject* owner, Job job, Done done)
    {
        m_core->post([owner = QPointer<QObject>(owner), job = std::move(job), done = std::move(done)](
                         Core& core) mutable {
            using Value = decltype(job(core.connection));
            auto value = std::make_shared<Value>(job(core.connection));
            core.deliver([owner = std::move(owner), value, done = std::move(done)]() mutable {
                if (owner) {
                    done(std::move(*value));
                }
            });
        });
    }

private:
    /// What the thread works with. It outlives the worker while a job runs.
    struct Core
    {
        Core(QString path, session::SessionFile::Mode mode);
        ~Core();

        void post(std::function<void(Core&)> job); ///< any thread
        void deliver(std::function<void()> call); ///< worker thread; nothing once abandoned
        void abandon(); ///< GUI thread
        bool waitForEnd(int timeoutMs) { return thread.wait(timeoutMs); }

        QThread thread;
        std::unique_ptr<QObject> there; ///< lives in the thread
        SessionConnection connection; ///< worker thread
        std::mutex homeMutex;
        std::unique_ptr<QObject> home; ///< lives in the GUI thread; none once abandoned
    };

    static void awaitAtExit(std::unique_ptr<Core> core);

    std::unique_ptr<Core> m_core;
};

} // namespace assay::document
