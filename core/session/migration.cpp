// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/migration.h"

#include "session/filecopy.h"
#include "session/schema.h"
#include "session/spawnrounds.h"
#include "session/sqliteerror.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <array>

namespace assay::session {

namespace fs = std::filesystem;

namespace {

int versionOf(SQLite::Database& database)
{
    return database.execAndGet("PRAGMA user_version").getInt();
}

/// NAME.bak-vN, or with a number behind it where an earlier copy must not be lost.
fs::path backupPath(const fs::path& path, int version)
{
    const auto first = path.string() + ".bak-v" + std::to_string(version);
    auto candidate = first;
    for (int number = 2; fs::exists(candidate); ++number) {
        candidate = first + "-" + std::to_string(number);
    }
    return candidate;
}

struct ForeignKeysBackOn
{
    SQLite::Database& database;
    ~ForeignKeysBackOn() { database.tryExec("PRAGMA foreign_keys = ON"); }
};

} // namespace

std::span<const MigrationStep> migrationSteps()
{
    static const std::array steps{
        MigrationStep{1, [](SQLite::Database& database) { database.exec(spawnRoundTable); }},
    };
    return steps;
}

Result<void> migrate(
    SQLite::Database& database, const fs::path& path, std::span<const MigrationStep> steps, int targetVersion)
{
    return guarded(path, [&]() -> Result<void> {
        const int before = versionOf(database);
        if (before == targetVersion) {
            return {};
        }
        const auto hasStep = [&](int from) {
            return std::any_of(
                steps.begin(), steps.end(), [&](const auto& step) { return step.from == from; });
        };
        for (int version = before; version < targetVersion; ++version) {
            if (!hasStep(version)) {
                return damagedError(path,
                    "it claims to have the format " + std::to_string(before)
                        + ", which no Assay has ever written");
            }
        }
        if (auto copied = copyDatabase(database, path, backupPath(path, before)); !copied) {
            return copied;
        }
        // A step may rebuild a table; dropping the old one must not cascade. Can't be set within a
        // transaction.
        database.exec("PRAGMA foreign_keys = OFF");
        const ForeignKeysBackOn backOn{database};
        SQLite::Transaction transaction{database, SQLite::TransactionBehavior::IMMEDIATE};
        for (const auto& step : steps) {
            // Read anew each time: another process may have migrated the file before we got the lock.
            if (step.from < targetVersion && versionOf(database) == step.from) {
                step.apply(database);
                database.exec("PRAGMA user_version = " + std::to_string(step.from + 1));
            }
        }
        SQLite::Statement meta{database, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"};
        meta.bind(1, metaProgramVersion);
        meta.bind(2, ASSAY_VERSION);
        meta.exec();
        transaction.commit();
        return {};
    });
}

} // namespace assay::session
