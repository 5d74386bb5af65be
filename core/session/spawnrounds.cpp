// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/spawnrounds.h"

#include "session/histogramblob.h"
#include "session/rowvalues.h"
#include "session/sqliteerror.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace assay::session {

const char* const spawnRoundTable = R"sql(
CREATE TABLE spawn_round (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    cell INTEGER NOT NULL,
    round INTEGER NOT NULL,
    start_ns INTEGER NOT NULL,
    length_ns INTEGER NOT NULL,
    spawns INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    problem TEXT NOT NULL,
    result TEXT NOT NULL,
    call_histogram BLOB NOT NULL,
    start_histogram BLOB NOT NULL,
    whole_histogram BLOB NOT NULL
);
CREATE INDEX spawn_round_by_run ON spawn_round (run_id);
)sql";

namespace {

bool readHistogram(SQLite::Statement& query, int column, stats::LatencyHistogram& histogram)
{
    const auto blob = query.getColumn(column);
    return unpackHistogram(
        {static_cast<const char*>(blob.getBlob()), static_cast<std::size_t>(blob.getBytes())}, histogram);
}

} // namespace

SpawnRoundRow::SpawnRoundRow(const SpawnRound& from)
    : cell(from.cell)
    , round(from.round)
    , startNs(from.startNs)
    , lengthNs(from.lengthNs)
    , spawns(from.spawns)
    , failures(from.failures)
    , problem(from.problem)
    , result(from.result)
    , call(packHistogram(from.call))
    , start(packHistogram(from.start))
    , whole(packHistogram(from.whole))
{ }

Result<void> readSpawnRounds(const SessionFile& file, std::int64_t runId, std::int64_t& lastId,
    const std::function<void(const SpawnRound&)>& use)
{
    return guarded(file.path(), [&]() -> Result<void> {
        SQLite::Statement query{file.database(),
            "SELECT id, cell, round, start_ns, length_ns, spawns, failures, problem, result, call_histogram,"
            " start_histogram, whole_histogram FROM spawn_round WHERE run_id = ? AND id > ? ORDER BY id"};
        query.bind(1, runId);
        query.bind(2, lastId);
        SpawnRound round;
        while (query.executeStep()) {
            RowValues row{query};
            const auto id = row.id();
            round.cell = row.count32();
            round.round = row.count32();
            round.startNs = row.durationNs();
            round.lengthNs = row.durationNs();
            round.spawns = row.count();
            round.failures = row.count();
            round.problem = row.text();
            round.result = row.text();
            const bool readable = readHistogram(query, 9, round.call) && readHistogram(query, 10, round.start)
                && readHistogram(query, 11, round.whole);
            if (!row.ok() || !readable) {
                return damagedError(file.path(), "a round of run " + std::to_string(runId) + " is wrong");
            }
            use(round);
            lastId = id;
        }
        return {};
    });
}

} // namespace assay::session
