// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sqliteerror.h"

#include <sqlite3.h>

namespace assay::session {

Error damagedError(const std::filesystem::path& file, const std::string& what)
{
    return usageError(
        "'" + file.string() + "' is damaged: " + what + ". Use a copy of the file if there is one.");
}

Error sqliteError(const SQLite::Exception& exception, const std::filesystem::path& file)
{
    const auto name = "'" + file.string() + "'";
    const int extended = exception.getExtendedErrorCode();
    switch (exception.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return usageError(name + " is locked by another program. Close it there and try again.");
    case SQLITE_FULL:
        return environmentError(
            "The disk that holds " + name + " is full. Free some space on it and try again.");
    case SQLITE_READONLY:
        if (extended == SQLITE_READONLY_ROLLBACK || extended == SQLITE_READONLY_RECOVERY
            || extended == SQLITE_READONLY_CANTINIT) {
            break;
        }
        return usageError(
            name + " can't be written: the file or its directory is read-only. Copy it to a writable place.");
    case SQLITE_CANTOPEN:
        break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return damagedError(file, exception.what());
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return usageError(name + " can't be opened: permission denied.");
    case SQLITE_NOMEM:
        return environmentError("There is not enough memory to work with " + name + ".");
    case SQLITE_IOERR:
        return environmentError("The system failed to read or write " + name + " (" + exception.what()
            + "). Check the disk: it may be full, over a quota or broken.");
    default:
        return usageError(name + " can't be used as an Assay session: " + exception.what() + ".");
    }
    // A program was killed while it wrote: SQLite must first put the file in order, and can't do it here.
    return usageError(name
        + " was not closed properly by the program that wrote it, and can only be put in order where it can "
          "be "
          "written. Copy it, together with the files beside it that end in -wal, -shm or -journal, to a "
          "writable "
          "directory and open the copy.");
}

} // namespace assay::session
