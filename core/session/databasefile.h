// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <memory>
#include <string>

namespace assay::session {

/// How long a statement waits for another program's lock.
constexpr int openTimeoutMs = 1'000;
constexpr int busyTimeoutMs = 5'000;

struct OpenedDatabase
{
    std::unique_ptr<SQLite::Database> database;
    /// A reader of a file in write-ahead mode made companions beside it that SQLite won't remove when the
    /// reader closes: call removeCompanions() then.
    bool leavesCompanions = false;
};

/// Opens an existing session's database. Looks at the file itself first, so that a foreign file is refused
/// before SQLite touches it, and so that reading works without write access to the file and its directory.
/// Checks neither version nor tables.
Result<OpenedDatabase> openDatabase(const std::filesystem::path& path, bool forWriting);

/// Removes -wal and -shm, unless somebody has the file open. Changes nothing in the file.
void removeCompanions(const std::filesystem::path& path) noexcept;

/// Makes a new database with the present schema at `path`, complete or not at all.
Result<void> createDatabase(const std::filesystem::path& path);

/// The settings that every connection gets: foreign keys on, and nothing that a file brings along (views,
/// triggers, functions in its schema) is ever run.
void configureConnection(SQLite::Database& database);

/// Switches to write-ahead mode (readers and one writer at the same time, no fsync a commit, and no state
/// that a reader without write access would have to repair). False where the file system can't do it. May
/// throw SQLite::Exception.
bool useWriteAheadLog(SQLite::Database& database);

} // namespace assay::session
