// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/schema.h"

#include "base/clock.h"
#include "session/sessionfile.h"
#include "session/spawnrounds.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace assay::session {

namespace {

// Where a row can be long, the columns that lists and charts read come first: SQLite keeps the beginning of a
// row in the table's page and chains the rest, and what stands behind a blob can only be reached through it.
constexpr const char* tables = R"sql(
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE experiment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    instrument TEXT NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    plan TEXT NOT NULL
);

CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    experiment_id INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
    instrument TEXT NOT NULL,
    state TEXT NOT NULL,
    started_utc TEXT NOT NULL,
    program_version TEXT NOT NULL,
    planned_ns INTEGER NOT NULL,
    hold_start_ns INTEGER NOT NULL,
    hold_end_ns INTEGER NOT NULL,
    length_ns INTEGER NOT NULL DEFAULT 0,
    sample_count INTEGER NOT NULL DEFAULT 0,
    writer TEXT NOT NULL,
    end_reason TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',
    summary TEXT NOT NULL DEFAULT '',
    host TEXT NOT NULL,
    plan TEXT NOT NULL
);
CREATE INDEX run_by_experiment ON run (experiment_id);

CREATE TABLE label (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (run_id, number)
) WITHOUT ROWID;

CREATE TABLE interval (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    label INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    length_ns INTEGER NOT NULL,
    users INTEGER NOT NULL,
    started INTEGER NOT NULL,
    completed INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    unserved INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    bytes_in INTEGER NOT NULL,
    bytes_out INTEGER NOT NULL,
    latency_count INTEGER NOT NULL,
    min_ns INTEGER NOT NULL,
    p50_ns INTEGER NOT NULL,
    p90_ns INTEGER NOT NULL,
    p95_ns INTEGER NOT NULL,
    p99_ns INTEGER NOT NULL,
    p999_ns INTEGER NOT NULL,
    max_ns INTEGER NOT NULL,
    mean_ns REAL NOT NULL,
    response_p50_ns INTEGER NOT NULL,
    response_p99_ns INTEGER NOT NULL,
    response_max_ns INTEGER NOT NULL,
    failures_by_kind TEXT,
    service_histogram BLOB NOT NULL,
    response_histogram BLOB NOT NULL,
    PRIMARY KEY (run_id, label, start_ns)
) WITHOUT ROWID;

CREATE TABLE sample_block (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    first_ns INTEGER NOT NULL,
    sample_count INTEGER NOT NULL,
    data BLOB NOT NULL
);
CREATE INDEX sample_block_by_start ON sample_block (run_id, first_ns);

CREATE TABLE failure (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    label INTEGER NOT NULL,
    kind TEXT NOT NULL,
    time_ns INTEGER NOT NULL,
    user INTEGER NOT NULL,
    status INTEGER NOT NULL,
    message TEXT NOT NULL,
    sent BLOB NOT NULL,
    received BLOB NOT NULL
);
CREATE INDEX failure_by_run ON failure (run_id);

CREATE TABLE metric (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    time_ns INTEGER NOT NULL,
    source TEXT NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    value REAL,
    PRIMARY KEY (run_id, time_ns, source, name)
) WITHOUT ROWID;

CREATE TABLE annotation (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    time_ns INTEGER NOT NULL,
    length_ns INTEGER NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX annotation_by_run ON annotation (run_id);

CREATE TABLE view (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
)sql";

} // namespace

void createSchema(SQLite::Database& database)
{
    SQLite::Transaction transaction{database};
    database.exec(tables);
    database.exec(spawnRoundTable);
    SQLite::Statement meta{database, "INSERT INTO meta (key, value) VALUES (?, ?)"};
    meta.bind(1, metaProgramVersion);
    meta.bind(2, ASSAY_VERSION);
    meta.exec();
    meta.reset();
    meta.bind(1, "created_utc");
    meta.bind(2, utcNow());
    meta.exec();
    database.exec("PRAGMA application_id = " + std::to_string(SessionFile::applicationId));
    database.exec("PRAGMA user_version = " + std::to_string(SessionFile::formatVersion));
    transaction.commit();
}

} // namespace assay::session
