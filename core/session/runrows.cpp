// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/runrows.h"

#include "session/writerprocess.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <limits>

namespace assay::session {

namespace {

/// Binds one value after the other to a statement, cut to what RowValues accepts when it reads them.
class Binder
{
public:
    explicit Binder(SQLite::Statement& statement)
        : m_statement(statement)
    {
        // Also resets a statement that failed before: its error was reported then.
        m_statement.tryReset();
    }

    Binder& id(std::int64_t value) { return bound(value); }
    Binder& timeNs(std::int64_t value) { return bound(std::clamp(value, -maxTimeNs, maxTimeNs)); }
    Binder& durationNs(std::int64_t value) { return bound(std::clamp<std::int64_t>(value, 0, maxTimeNs)); }

    Binder& count(std::uint64_t value)
    {
        constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return bound(static_cast<std::int64_t>(std::min(value, most)));
    }

    /// A number that is none becomes NULL.
    Binder& real(double value)
    {
        m_statement.bind(m_next++, value);
        return *this;
    }

    Binder& text(const std::string& value)
    {
        m_statement.bind(m_next++, value);
        return *this;
    }

    Binder& textOrNull(const std::string& value)
    {
        if (value.empty()) {
            m_statement.bind(m_next++);
            return *this;
        }
        return text(value);
    }

    /// The bytes must stay until the statement has run.
    Binder& blob(const std::string& bytes)
    {
        m_statement.bindNoCopy(m_next++, bytes.data(), static_cast<int>(bytes.size()));
        return *this;
    }

    void run()
    {
        m_statement.exec();
        m_statement.reset();
    }

private:
    Binder& bound(std::int64_t value)
    {
        m_statement.bind(m_next++, value);
        return *this;
    }

    SQLite::Statement& m_statement;
    int m_next = 1;
};

std::string failuresText(const FailureCounts& counts)
{
    std::string text;
    for (std::size_t kind = 1; kind < counts.size(); ++kind) {
        if (counts[kind] != 0) {
            text += text.empty() ? "{\"" : ",\"";
            text += failureName(static_cast<FailureKind>(kind));
            text += "\":" + std::to_string(counts[kind]);
        }
    }
    return text.empty() ? text : text + "}";
}

} // namespace

RunRows::RunRows(SQLite::Database& database)
    : m_database(database)
    , m_interval(database,
          "INSERT INTO interval (run_id, start_ns, length_ns, label, users, started, completed, failures,"
          " retries, unserved, dropped, bytes_in, bytes_out, latency_count, min_ns, p50_ns, p90_ns, p95_ns,"
          " p99_ns, p999_ns, max_ns, mean_ns, response_p50_ns, response_p99_ns, response_max_ns,"
          " failures_by_kind, service_histogram, response_histogram) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
          " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    , m_block(database, "INSERT INTO sample_block (run_id, first_ns, sample_count, data) VALUES (?, ?, ?, ?)")
    , m_removeBlock(database, "DELETE FROM sample_block WHERE id = ?")
    , m_failure(database,
          "INSERT INTO failure (run_id, label, kind, time_ns, user, status, message, sent, received)"
          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    , m_metric(database,
          "INSERT OR REPLACE INTO metric (run_id, time_ns, source, name, unit, value) VALUES (?, ?, ?, ?, ?, "
          "?)")
    , m_spawnRound(database,
          "INSERT INTO spawn_round (run_id, cell, round, start_ns, length_ns, spawns, failures, problem, "
          "result, call_histogram, start_histogram, whole_histogram) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
          "?, ?)")
    , m_sampleCount(database, "UPDATE run SET sample_count = ? WHERE id = ?")
    , m_end(database,
          "UPDATE run SET state = ?, end_reason = ?, summary = ?, length_ns = ?,"
          " hold_end_ns = MAX(hold_start_ns, MIN(hold_end_ns, ?)) WHERE id = ?")
{ }

std::int64_t RunRows::insertRun(SQLite::Database& database, const RunStart& start)
{
    SQLite::Statement run{database,
        "INSERT INTO run (experiment_id, instrument, state, started_utc, program_version, planned_ns,"
        " hold_start_ns, hold_end_ns, writer, host, plan) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    Binder{run}
        .id(start.experimentId)
        .text(start.instrument)
        .text(std::string{runStateName(RunState::Running)})
        .text(start.startedUtc)
        .text(start.programVersion)
        .durationNs(start.plannedNs)
        .durationNs(start.holdStartNs)
        .durationNs(start.holdEndNs)
        .text(currentWriter())
        .text(start.host)
        .text(start.plan)
        .run();
    const auto id = database.getLastInsertRowid();
    SQLite::Statement label{database, "INSERT INTO label (run_id, number, name) VALUES (?, ?, ?)"};
    for (std::size_t i = 0; i < start.labels.size(); ++i) {
        Binder{label}.id(id).count(i + 1).text(start.labels[i]).run();
    }
    return id;
}

void RunRows::insert(std::int64_t runId, const IntervalRow& row)
{
    const auto& p = row.point;
    Binder binder{m_interval};
    binder.id(runId).durationNs(p.startNs).durationNs(p.lengthNs).count(p.label).count(p.users);
    binder.count(p.started).count(p.completed).count(p.failures).count(p.retries).count(p.unserved);
    binder.count(p.dropped).count(p.bytesIn).count(p.bytesOut).count(p.latencyCount);
    for (const auto ns : {p.minNs, p.p50Ns, p.p90Ns, p.p95Ns, p.p99Ns, p.p999Ns, p.maxNs}) {
        binder.durationNs(ns);
    }
    binder.real(p.meanNs);
    binder.durationNs(p.responseP50Ns).durationNs(p.responseP99Ns).durationNs(p.responseMaxNs);
    binder.textOrNull(failuresText(p.failuresByKind)).blob(row.service).blob(row.response).run();
}

std::int64_t RunRows::insert(std::int64_t runId, const BlockRow& row)
{
    Binder{m_block}.id(runId).timeNs(row.firstNs).count(row.sampleCount).blob(row.data).run();
    return m_database.getLastInsertRowid();
}

void RunRows::removeBlock(std::int64_t id)
{
    Binder{m_removeBlock}.id(id).run();
}

void RunRows::insert(std::int64_t runId, const FailureDetail& failure)
{
    Binder{m_failure}
        .id(runId)
        .count(failure.label)
        .text(std::string{failureName(failure.kind)})
        .timeNs(failure.timeNs)
        .count(failure.user)
        .count(failure.status)
        .text(failure.message)
        .blob(failure.sent)
        .blob(failure.received)
        .run();
}

void RunRows::insert(std::int64_t runId, const MetricValue& value)
{
    Binder{m_metric}
        .id(runId)
        .timeNs(value.timeNs)
        .text(value.source)
        .text(value.name)
        .text(value.unit)
        .real(value.value)
        .run();
}

void RunRows::insert(std::int64_t runId, const SpawnRoundRow& row)
{
    Binder binder{m_spawnRound};
    binder.id(runId).count(row.cell).count(row.round).durationNs(row.startNs).durationNs(row.lengthNs);
    binder.count(row.spawns).count(row.failures).text(row.problem).text(row.result);
    binder.blob(row.call).blob(row.start).blob(row.whole).run();
}

void RunRows::setSampleCount(std::int64_t runId, std::uint64_t count)
{
    Binder{m_sampleCount}.count(count).id(runId).run();
}

void RunRows::end(std::int64_t runId, RunState state, const std::string& reason, const std::string& summary,
    std::int64_t lengthNs, std::int64_t holdEndNs)
{
    Binder{m_end}
        .text(std::string{runStateName(state)})
        .text(reason)
        .text(summary)
        .durationNs(lengthNs)
        .durationNs(holdEndNs)
        .id(runId)
        .run();
}

} // namespace assay::session
