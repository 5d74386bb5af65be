// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/sessionfile.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <functional>
#include <memory>
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
    /// Waits for the job that is running, drops those that wait; no `done` is called any more.
    ~SessionWorker();
    SessionWorker(const SessionWorker&) = delete;
    SessionWorker& operator=(const SessionWorker&) = delete;

    /// Runs `job(SessionConnection&)` on the worker and hands its result to `done` on the GUI thread, unless
    /// `owner` is gone by then.
    template <typename Job, typename Done> void post(QObject* owner, Job job, Done done)
    {
        postRaw([this, owner = QPointer<QObject>(owner), job = std::move(job), done = std::move(done)](
                    SessionConnection& connection) mutable {
            using Value = decltype(job(connection));
            auto value = std::make_shared<Value>(job(connection));
            deliver([owner = std::move(owner), value, done = std::move(done)]() mutable {
                if (owner) {
                    done(std::move(*value));
                }
            });
        });
    }

private:
    void postRaw(std::function<void(SessionConnection&)> job);
    void deliver(std::function<void()> call);

    QThread m_thread;
    std::unique_ptr<QObject> m_there; // lives in m_thread
    QObject m_home;
    std::shared_ptr<SessionConnection> m_connection;
};

} // namespace assay::document
