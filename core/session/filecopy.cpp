// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/filecopy.h"

#include "session/sqliteerror.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::session {

namespace fs = std::filesystem;

namespace {

std::string quoted(const fs::path& path)
{
    return "'" + path.string() + "'";
}

fs::path directoryOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path{"."};
}

Error cantWrite(const fs::path& path, int errnoValue)
{
    const auto message = withErrno(quoted(path) + " can't be written", errnoValue) + ".";
    return errnoValue == ENOSPC || errnoValue == EDQUOT || errnoValue == EIO ? environmentError(message)
                                                                             : usageError(message);
}

Error alreadyThere(const fs::path& path)
{
    return usageError(quoted(path) + " exists already. Choose another name.");
}

/// Flushes a file or a directory to the disk.
int syncPath(const fs::path& path)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return errno;
    }
    const int result = fsync(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    return result;
}

/// A log beside a database that gets replaced would be taken for the new one's and spoil it. If its owner is
/// gone, opening and closing the old database removes it; otherwise the owner has the file open.
Result<void> requireUnused(const fs::path& target)
{
    const auto hasCompanion = [&] {
        return fs::exists(target.string() + "-wal") || fs::exists(target.string() + "-journal");
    };
    if (!hasCompanion()) {
        return {};
    }
    try {
        SQLite::Database old{target.string(), SQLite::OPEN_READWRITE};
        old.exec("PRAGMA journal_mode = DELETE; SELECT count(*) FROM sqlite_master");
    } catch (const SQLite::Exception&) {
        // Whatever the reason: what counts is whether the companions are gone.
    }
    if (hasCompanion()) {
        return usageError(
            quoted(target) + " is open in another program. Close it there or choose another name.");
    }
    return {};
}

} // namespace

Result<fs::path> temporaryBeside(const fs::path& target)
{
    auto name = (directoryOf(target) / ("." + target.filename().string() + ".XXXXXX")).string();
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0) {
        return cantWrite(target, errno);
    }
    // mkstemp makes it private; a session gets the permissions that any new file of the user gets.
    const auto mask = umask(0);
    umask(mask);
    fchmod(descriptor, 0666 & ~mask);
    close(descriptor);
    return fs::path{name};
}

Result<void> moveIntoPlace(const fs::path& temporary, const fs::path& target, bool replace)
{
    if (const int error = syncPath(temporary); error != 0) {
        return cantWrite(target, error);
    }
    const auto flags = replace ? 0U : static_cast<unsigned>(RENAME_NOREPLACE);
    if (renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), flags) != 0) {
        if (errno == EEXIST) {
            return alreadyThere(target);
        }
        if (errno != EINVAL || replace) {
            return cantWrite(target, errno);
        }
        // This file system knows no exclusive rename.
        if (fs::exists(target)) {
            return alreadyThere(target);
        }
        if (std::rename(temporary.c_str(), target.c_str()) != 0) {
            return cantWrite(target, errno);
        }
    }
    syncPath(directoryOf(target));
    return {};
}

Result<void> copyDatabase(SQLite::Database& database, const fs::path& source, const fs::path& target)
{
    std::error_code error;
    if (fs::equivalent(source, target, error)) {
        return usageError(quoted(target) + " is the session itself. Choose another name for the copy.");
    }
    if (fs::is_directory(target, error)) {
        return usageError(quoted(target) + " is a directory. Choose the name of a file.");
    }
    if (auto unused = requireUnused(target); !unused) {
        return unused;
    }
    const auto temporary = temporaryBeside(target);
    if (!temporary) {
        return temporary.error();
    }
    auto copied = guarded(target, [&]() -> Result<void> {
        SQLite::Statement vacuum{database, "VACUUM INTO ?"};
        vacuum.bind(1, temporary->string());
        vacuum.exec();
        return {};
    });
    if (copied) {
        copied = moveIntoPlace(*temporary, target, /*replace=*/true);
    }
    if (!copied) {
        fs::remove(*temporary, error);
        fs::remove(temporary->string() + "-journal", error);
    }
    return copied;
}

} // namespace assay::session
