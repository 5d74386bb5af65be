// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/sessionworker.h"

#include "document/qtext.h"

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

SessionWorker::SessionWorker(const QString& path, session::SessionFile::Mode mode)
    : m_there(std::make_unique<QObject>())
    , m_connection(std::make_shared<SessionConnection>(path, mode))
{
    m_there->moveToThread(&m_thread);
    m_thread.setObjectName(QStringLiteral("session worker"));
    m_thread.start();
}

SessionWorker::~SessionWorker()
{
    m_thread.quit();
    m_thread.wait();
    m_connection->close();
}

void SessionWorker::postRaw(std::function<void(SessionConnection&)> job)
{
    QMetaObject::invokeMethod(
        m_there.get(), [job = std::move(job), connection = m_connection]() mutable { job(*connection); },
        Qt::QueuedConnection);
}

void SessionWorker::deliver(std::function<void()> call)
{
    QMetaObject::invokeMethod(&m_home, std::move(call), Qt::QueuedConnection);
}

} // namespace assay::document
