// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/sessionworker.h"

#include "document/qtext.h"

#include <QCoreApplication>

#include <vector>

namespace assay::document {

Result<session::SessionFile*> SessionConnection::file()
{
    if (!m_file) {
        auto opened = session::SessionFile::open(fsPath(m_path), m_mode);
        if (!opened) {
            return opened.error();
        }
        m_file.emplace(std::move(*opened));
    }
    return &*m_file;
}

void SessionConnection::reopen(QString path, session::SessionFile::Mode mode)
{
    m_file.reset();
    m_path = std::move(path);
    m_mode = mode;
}

SessionWorker::Core::Core(QString path, session::SessionFile::Mode mode)
    : there(std::make_unique<QObject>())
    , connection(std::move(path), mode)
    , home(std::make_unique<QObject>())
{
    there->moveToThread(&thread);
    thread.setObjectName(QStringLiteral("session worker"));
    thread.start();
}

SessionWorker::Core::~Core()
{
    thread.wait();
}

void SessionWorker::Core::post(std::function<void(Core&)> job)
{
    QMetaObject::invokeMethod(
        there.get(), [this, job = std::move(job)]() mutable { job(*this); }, Qt::QueuedConnection);
}

void SessionWorker::Core::deliver(std::function<void()> call)
{
    const std::lock_guard lock(homeMutex); // held for a moment only: the call is queued, not made
    if (home) {
        QMetaObject::invokeMethod(home.get(), std::move(call), Qt::QueuedConnection);
    }
}

void SessionWorker::Core::abandon()
{
    {
        const std::lock_guard lock(homeMutex);
        home.reset(); // with the calls that are queued for it
    }
    post([](Core& core) {
        core.connection.close(); // on the thread that used it, since closing may take as long as writing
        core.thread.quit();
    });
}

SessionWorker::SessionWorker(const QString& path, session::SessionFile::Mode mode)
    : m_core(std::make_unique<Core>(path, mode))
{ }

SessionWorker::~SessionWorker()
{
    // So short that nobody sees it, and mostly enough: then the file is closed when this returns.
    constexpr int patienceMs = 20;
    m_core->abandon();
    if (!m_core->waitForEnd(patienceMs) && QCoreApplication::instance()) {
        awaitAtExit(std::move(m_core));
    }
}

void SessionWorker::awaitAtExit(std::unique_ptr<Core> core)
{
    static std::vector<std::unique_ptr<Core>> ending; // GUI thread
    std::erase_if(ending, [](const auto& other) { return other->thread.isFinished(); });
    if (ending.empty()) {
        qAddPostRoutine([] { ending.clear(); });
    }
    ending.push_back(std::move(core));
}

} // namespace assay::document
