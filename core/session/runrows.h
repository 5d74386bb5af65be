// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/records.h"
#include "session/spawnrounds.h"

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <string>

namespace assay::session {

struct IntervalRow
{
    IntervalPoint point;
    std::string service; ///< packed histograms
    std::string response;
};

struct BlockRow
{
    std::int64_t firstNs = 0;
    std::size_t sampleCount = 0;
    std::string data;
};

/// The statements that write a run, prepared once. Belongs to no transaction of its own. All throw
/// SQLite::Exception.
class RunRows
{
public:
    explicit RunRows(SQLite::Database& database);

    /// Inserts run and labels; gives the run's id.
    static std::int64_t insertRun(SQLite::Database& database, const RunStart& start);

    void insert(std::int64_t runId, const IntervalRow& row);
    /// Gives the row's id, for remove().
    std::int64_t insert(std::int64_t runId, const BlockRow& row);
    void removeBlock(std::int64_t id);
    void insert(std::int64_t runId, const FailureDetail& failure);
    void insert(std::int64_t runId, const MetricValue& value);
    void insert(std::int64_t runId, const SpawnRoundRow& row);
    void setSampleCount(std::int64_t runId, std::uint64_t count);
    void end(std::int64_t runId, RunState state, const std::string& reason, const std::string& summary,
        std::int64_t lengthNs, std::int64_t holdEndNs);

private:
    SQLite::Database& m_database;
    SQLite::Statement m_interval;
    SQLite::Statement m_block;
    SQLite::Statement m_removeBlock;
    SQLite::Statement m_failure;
    SQLite::Statement m_metric;
    SQLite::Statement m_spawnRound;
    SQLite::Statement m_sampleCount;
    SQLite::Statement m_end;
};

} // namespace assay::session
