// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <functional>
#include <span>

namespace SQLite {
class Database;
}

namespace assay::session {

/// Turns a file of format `from` into one of format `from` + 1. May throw SQLite::Exception.
struct MigrationStep
{
    int from;
    std::function<void(SQLite::Database&)> apply;
};

/// The steps that lead to SessionFile::formatVersion, in ascending order.
std::span<const MigrationStep> migrationSteps();

/// Brings the database to `targetVersion` in one transaction, after keeping a copy of the old file beside it
/// as NAME.bak-vN. Nothing happens if it is there already, also when another process was quicker. On an error
/// the file is as it was before.
Result<void> migrate(SQLite::Database& database, const std::filesystem::path& path,
    std::span<const MigrationStep> steps, int targetVersion);

} // namespace assay::session
