// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/recentfiles.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace assay::document {

namespace {

const QString recentKey = QStringLiteral("recentFiles");
const QString folderKey = QStringLiteral("lastFolder");

} // namespace

QStringList RecentFiles::list()
{
    return QSettings().value(recentKey).toStringList().mid(0, limit);
}

void RecentFiles::add(const QString& path)
{
    QStringList paths = list();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    QSettings().setValue(recentKey, paths.mid(0, limit));
}

void RecentFiles::clear()
{
    QSettings().remove(recentKey);
}

QString lastFolder()
{
    const QString folder = QSettings().value(folderKey).toString();
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

void setLastFolder(const QString& path)
{
    QSettings().setValue(folderKey, QFileInfo(path).absolutePath());
}

} // namespace assay::document
