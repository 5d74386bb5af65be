// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/recovery.h"

#include "document/qtext.h"
#include "session/sessionfile.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

namespace assay::document {

namespace {

std::unique_ptr<QLockFile> tryLock(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // however old, it counts while its process lives
    if (!lock->tryLock(0)) {
        return nullptr;
    }
    return lock;
}

} // namespace

QDateTime RecoverySlot::readLastModified() const
{
    QDateTime newest = QFileInfo(m_path).lastModified();
    const QFileInfo log(m_path + QStringLiteral("-wal"));
    return log.exists() ? std::max(newest, log.lastModified()) : newest;
}

void RecoverySlot::discard()
{
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
        QFile::remove(m_path + QLatin1String(suffix));
    }
    m_lock->unlock();
}

QString RecoveryFolder::defaultFolder()
{
    // Qt 6.4 has no QStandardPaths::StateLocation.
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(state)) {
        state = QDir::home().filePath(QStringLiteral(".local/state"));
    }
    return QDir(state).filePath(QStringLiteral("assay/recovery"));
}

RecoveryFolder::RecoveryFolder(QString folder)
    : m_folder(std::move(folder))
{ }

Result<std::unique_ptr<RecoverySlot>> RecoveryFolder::create() const
{
    if (!QDir().mkpath(m_folder)) {
        return environmentError("Cannot make the folder " + utf8(m_folder)
            + " that keeps unsaved sessions. Check its permissions and the free space.");
    }
    const QString name =
        QStringLiteral("untitled-%1.assay").arg(QUuid::createUuid().toString(QUuid::WithoutBraces));
    const QString path = QDir(m_folder).filePath(name);
    auto lock = tryLock(path);
    if (!lock) {
        return environmentError("Cannot write into the folder " + utf8(m_folder)
            + " that keeps unsaved sessions. Check its permissions and the free space.");
    }
    if (auto file = session::SessionFile::create(fsPath(path)); !file) {
        return file.error();
    }
    return std::make_unique<RecoverySlot>(path, std::move(lock));
}

std::vector<std::unique_ptr<RecoverySlot>> RecoveryFolder::takeLeftovers() const
{
    std::vector<std::unique_ptr<RecoverySlot>> found;
    const QDir folder(m_folder);
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.assay")}, QDir::Files, QDir::Time)) {
        if (auto lock = tryLock(file.absoluteFilePath())) {
            found.push_back(std::make_unique<RecoverySlot>(file.absoluteFilePath(), std::move(lock)));
        }
    }
    return found;
}

} // namespace assay::document
