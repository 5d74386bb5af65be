// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>

namespace SQLite {
class Database;
}

namespace assay::session {

/// Makes an empty file with a unique name in the directory of `target`.
Result<std::filesystem::path> temporaryBeside(const std::filesystem::path& target);

/// Makes the file durable and gives it the name `target` in one step. Without `replace` an existing file is
/// an error and stays as it is.
Result<void> moveIntoPlace(
    const std::filesystem::path& temporary, const std::filesystem::path& target, bool replace);

/// A complete, compact copy of the database (what is still in its log included), in place at once or not at
/// all. `source` is its path, for messages. An existing target is replaced, unless a program has it open.
Result<void> copyDatabase(
    SQLite::Database& database, const std::filesystem::path& source, const std::filesystem::path& target);

} // namespace assay::session
