// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sessionfile.h"

#include "session/databasefile.h"
#include "session/filecopy.h"
#include "session/interruptedrun.h"
#include "session/migration.h"
#include "session/rowvalues.h"
#include "session/schema.h"
#include "session/sqliteerror.h"
#include "session/writerprocess.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <sqlite3.h>

namespace assay::session {

namespace fs = std::filesystem;

struct SessionFile::Impl
{
    fs::path path;
    Mode mode = Mode::ReadOnly;
    OpenedDatabase opened;

    ~Impl()
    {
        opened.database.reset();
        if (opened.leavesCompanions) {
            removeCompanions(path);
        }
    }

    std::string name() const { return "'" + path.string() + "'"; }
};

SessionFile::SessionFile(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{ }

SessionFile::SessionFile(SessionFile&&) noexcept = default;
SessionFile& SessionFile::operator=(SessionFile&&) noexcept = default;
SessionFile::~SessionFile() = default;

namespace {

int versionOf(SQLite::Database& database)
{
    return database.execAndGet("PRAGMA user_version").getInt();
}

/// Who wrote a file that is newer than we are. Its tables may be anything; `meta` stays (schema.h).
std::string writerVersion(SQLite::Database& database)
{
    try {
        SQLite::Statement query{database, "SELECT value FROM meta WHERE key = ?"};
        query.bind(1, metaProgramVersion);
        if (query.executeStep()) {
            return query.getColumn(0).getString();
        }
    } catch (const SQLite::Exception&) {
        // Not even that can be read: the sentence does without it.
    }
    return {};
}

Result<void> checkVersion(SQLite::Database& database, const fs::path& path, SessionFile::Mode mode)
{
    const int version = versionOf(database);
    const auto name = "'" + path.string() + "'";
    if (version > SessionFile::formatVersion) {
        const auto writer = writerVersion(database);
        return usageError(name + " has the session format " + std::to_string(version)
            + (writer.empty() ? std::string{} : ", written by Assay " + writer) + "; this is Assay "
            + ASSAY_VERSION + ", which reads formats up to " + std::to_string(SessionFile::formatVersion)
            + ". Use a newer Assay to open it.");
    }
    const bool readOnly = mode == SessionFile::Mode::ReadOnly;
    if (readOnly && version >= SessionFile::oldestReadableVersion) {
        return {};
    }
    if (version < SessionFile::formatVersion && readOnly) {
        return usageError(name + " has the older session format " + std::to_string(version)
            + ". Open it once for writing in Assay, which brings it to format "
            + std::to_string(SessionFile::formatVersion) + " and keeps a copy of the old file.");
    }
    return migrate(database, path, migrationSteps(), SessionFile::formatVersion);
}

/// What other code of this room relies on. Fails early, with one clear sentence, on a file that only
/// pretends.
Result<void> checkTables(SQLite::Database& database, const fs::path& path)
{
    for (const char* table : {"meta", "experiment", "run", "label", "interval", "sample_block", "failure",
             "metric", "annotation", "view"}) {
        SQLite::Statement query{database, "SELECT type FROM sqlite_master WHERE name = ?"};
        query.bind(1, table);
        if (!query.executeStep() || query.getColumn(0).getString() != "table") {
            return damagedError(path, std::string{"its table '"} + table + "' is missing");
        }
    }
    return {};
}

Experiment experimentOf(SQLite::Statement& query)
{
    RowValues row{query};
    Experiment experiment;
    experiment.id = row.id();
    experiment.instrument = row.text();
    experiment.name = row.text();
    experiment.position = static_cast<int>(row.id());
    experiment.plan = row.text();
    return experiment;
}

/// Fails if a run of the selection is being recorded now: its writer would stumble over the missing rows.
Result<void> requireNotRecording(
    SQLite::Database& database, const fs::path& path, const char* condition, std::int64_t id)
{
    SQLite::Statement query{database,
        std::string{"SELECT id, writer FROM run WHERE state = 'running' AND "} + condition + " = ?"};
    query.bind(1, id);
    while (query.executeStep()) {
        if (isWriterAlive(query.getColumn(1).getString())) {
            return usageError("Run " + query.getColumn(0).getString() + " in '" + path.string()
                + "' is being recorded. Stop it before removing it.");
        }
    }
    return {};
}

} // namespace

Result<SessionFile> SessionFile::create(const fs::path& path)
{
    if (auto created = createDatabase(path); !created) {
        return created.error();
    }
    return open(path, Mode::ReadWrite);
}

Result<SessionFile> SessionFile::open(const fs::path& path, Mode mode)
{
    auto database = openDatabase(path, mode == Mode::ReadWrite);
    if (!database) {
        return database.error();
    }
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->mode = mode;
    impl->opened = std::move(*database);
    auto checked = guarded(path, [&]() -> Result<void> {
        auto version = checkVersion(*impl->opened.database, path, mode);
        return version ? checkTables(*impl->opened.database, path) : version;
    });
    if (!checked) {
        return checked.error();
    }
    impl->opened.database->setBusyTimeout(busyTimeoutMs);
    return SessionFile{std::move(impl)};
}

Result<SessionFile> SessionFile::openOrCreate(const fs::path& path)
{
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error)) ? open(path, Mode::ReadWrite) : create(path);
}

int SessionFile::version() const
{
    return versionOf(database());
}

const fs::path& SessionFile::path() const
{
    return m_impl->path;
}

SQLite::Database& SessionFile::database() const
{
    return *m_impl->opened.database;
}

Result<std::vector<Experiment>> SessionFile::experiments() const
{
    return guarded(path(), [&]() -> Result<std::vector<Experiment>> {
        SQLite::Statement query{
            database(), "SELECT id, instrument, name, position, plan FROM experiment ORDER BY position, id"};
        std::vector<Experiment> all;
        while (query.executeStep()) {
            all.push_back(experimentOf(query));
        }
        return all;
    });
}

Result<Experiment> SessionFile::experiment(std::int64_t id) const
{
    return guarded(path(), [&]() -> Result<Experiment> {
        SQLite::Statement query{
            database(), "SELECT id, instrument, name, position, plan FROM experiment WHERE id = ?"};
        query.bind(1, id);
        if (!query.executeStep()) {
            return usageError("There is no experiment " + std::to_string(id) + " in " + m_impl->name() + ".");
        }
        return experimentOf(query);
    });
}

Result<std::int64_t> SessionFile::putExperiment(const Experiment& experiment)
{
    return guarded(path(), [&]() -> Result<std::int64_t> {
        useWriteAheadLog(database());
        SQLite::Statement put{database(),
            "INSERT INTO experiment (id, instrument, name, position, plan) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET instrument = excluded.instrument, name = excluded.name,"
            " position = excluded.position, plan = excluded.plan"};
        if (experiment.id == 0) {
            put.bind(1);
        } else {
            put.bind(1, experiment.id);
        }
        put.bind(2, experiment.instrument);
        put.bind(3, experiment.name);
        put.bind(4, experiment.position);
        put.bind(5, experiment.plan);
        put.exec();
        return experiment.id == 0 ? database().getLastInsertRowid() : experiment.id;
    });
}

Result<void> SessionFile::removeExperiment(std::int64_t id)
{
    return guarded(path(), [&]() -> Result<void> {
        if (auto idle = requireNotRecording(database(), path(), "experiment_id", id); !idle) {
            return idle;
        }
        useWriteAheadLog(database());
        SQLite::Statement remove{database(), "DELETE FROM experiment WHERE id = ?"};
        remove.bind(1, id);
        if (remove.exec() == 0) {
            return usageError("There is no experiment " + std::to_string(id) + " in " + m_impl->name() + ".");
        }
        return {};
    });
}

Result<void> SessionFile::removeRun(std::int64_t runId)
{
    return guarded(path(), [&]() -> Result<void> {
        if (auto idle = requireNotRecording(database(), path(), "id", runId); !idle) {
            return idle;
        }
        useWriteAheadLog(database());
        SQLite::Statement remove{database(), "DELETE FROM run WHERE id = ?"};
        remove.bind(1, runId);
        if (remove.exec() == 0) {
            return usageError("There is no run " + std::to_string(runId) + " in " + m_impl->name() + ".");
        }
        return {};
    });
}

Result<void> SessionFile::setRunNote(std::int64_t runId, const std::string& note)
{
    return guarded(path(), [&]() -> Result<void> {
        useWriteAheadLog(database());
        SQLite::Statement update{database(), "UPDATE run SET note = ? WHERE id = ?"};
        update.bind(1, note);
        update.bind(2, runId);
        if (update.exec() == 0) {
            return usageError("There is no run " + std::to_string(runId) + " in " + m_impl->name() + ".");
        }
        return {};
    });
}

Result<std::optional<std::string>> SessionFile::view(const std::string& key) const
{
    return guarded(path(), [&]() -> Result<std::optional<std::string>> {
        SQLite::Statement query{database(), "SELECT value FROM view WHERE key = ?"};
        query.bind(1, key);
        return query.executeStep() ? std::optional{query.getColumn(0).getString()} : std::nullopt;
    });
}

Result<void> SessionFile::setView(const std::string& key, const std::string& value)
{
    return guarded(path(), [&]() -> Result<void> {
        useWriteAheadLog(database());
        SQLite::Statement put{database(), "INSERT OR REPLACE INTO view (key, value) VALUES (?, ?)"};
        put.bind(1, key);
        put.bind(2, value);
        put.exec();
        return {};
    });
}

Result<void> SessionFile::markInterruptedRuns()
{
    return guarded(path(), [&]() -> Result<void> {
        useWriteAheadLog(database());
        markInterrupted(database());
        return {};
    });
}

Result<void> SessionFile::settle()
{
    if (m_impl->mode == Mode::ReadOnly) {
        return {};
    }
    return guarded(path(), [&]() -> Result<void> {
        // Waiting is pointless: as long as others have the file open they need its companions.
        database().setBusyTimeout(0);
        auto settled = guarded(path(), [&]() -> Result<void> {
            try {
                // Leaving write-ahead mode writes everything into the file first.
                database().exec("PRAGMA journal_mode = DELETE");
            } catch (const SQLite::Exception& exception) {
                if (exception.getErrorCode() != SQLITE_BUSY && exception.getErrorCode() != SQLITE_LOCKED) {
                    throw;
                }
            }
            return {};
        });
        database().setBusyTimeout(busyTimeoutMs);
        return settled;
    });
}

Result<void> SessionFile::copyTo(const fs::path& target) const
{
    return copyDatabase(database(), path(), target);
}

} // namespace assay::session
