// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace assay::document {

/// The ten session files used last, newest first, kept in the settings. GUI thread.
class RecentFiles
{
public:
    static constexpr int limit = 10;

    static QStringList list();
    static void add(const QString& path);
    static void clear();
};

/// Folder of the last file dialog, kept in the settings; the home folder at first.
QString lastFolder();
void setLastFolder(const QString& path);

} // namespace assay::document
