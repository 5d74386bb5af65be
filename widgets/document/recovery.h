// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace assay::document {

/// An untitled session's file and the lock that says its window is alive. Whoever holds it owns the file;
/// destroying it frees the lock and leaves the file.
class RecoverySlot
{
public:
    RecoverySlot(QString path, std::unique_ptr<QLockFile> lock)
        : m_path(std::move(path))
        , m_lock(std::move(lock))
        , m_lastModified(readLastModified())
    { }

    const QString& path() const { return m_path; }
    /// Before this program touched it.
    const QDateTime& lastModified() const { return m_lastModified; }
    /// Removes the session file and its companions: it was saved elsewhere, or is not wanted.
    void discard();

private:
    QDateTime readLastModified() const;

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    QDateTime m_lastModified;
};

/// The folder of untitled sessions, which is the autosave: a file in it without a living owner was left by a
/// crash.
class RecoveryFolder
{
public:
    /// Default: $XDG_STATE_HOME/assay/recovery.
    explicit RecoveryFolder(QString folder = defaultFolder());

    static QString defaultFolder();

    /// A new empty session file, locked.
    Result<std::unique_ptr<RecoverySlot>> create() const;
    /// The sessions that nobody owns, newest first; they are owned by the caller from now on.
    std::vector<std::unique_ptr<RecoverySlot>> takeLeftovers() const;

private:
    QString m_folder;
};

} // namespace assay::document
