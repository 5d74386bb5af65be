// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/interruptedrun.h"

#include "session/rowvalues.h"
#include "session/writerprocess.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <vector>

namespace assay::session {

namespace {

/// The end of the last row of the selection, 0 if there is none.
std::int64_t lastEndNs(SQLite::Database& database, const char* selection, std::int64_t runId)
{
    SQLite::Statement query{database,
        std::string{"SELECT start_ns, length_ns FROM "} + selection + " ORDER BY start_ns DESC LIMIT 1"};
    query.bind(1, runId);
    if (!query.executeStep()) {
        return 0;
    }
    RowValues row{query};
    const auto startNs = row.durationNs();
    const auto lengthNs = row.durationNs();
    return row.ok() ? startNs + lengthNs : 0;
}

} // namespace

std::int64_t recordedLengthNs(SQLite::Database& database, std::int64_t runId)
{
    const auto intervals = lastEndNs(database, "interval WHERE run_id = ? AND label = 0", runId);
    if (intervals > 0 || !database.tableExists("spawn_round")) {
        return intervals;
    }
    return lastEndNs(database, "spawn_round WHERE run_id = ?", runId);
}

void markInterrupted(SQLite::Database& database)
{
    std::vector<std::int64_t> gone;
    SQLite::Statement query{database, "SELECT id, writer FROM run WHERE state = 'running'"};
    while (query.executeStep()) {
        if (!isWriterAlive(query.getColumn(1).getString())) {
            gone.push_back(query.getColumn(0).getInt64());
        }
    }
    query.reset();
    for (const auto id : gone) {
        SQLite::Statement update{database,
            "UPDATE run SET state = 'interrupted', end_reason = ?, length_ns = ?"
            " WHERE id = ? AND state = 'running'"};
        update.bind(1, interruptedReason);
        update.bind(2, recordedLengthNs(database, id));
        update.bind(3, id);
        update.exec();
    }
}

} // namespace assay::session
