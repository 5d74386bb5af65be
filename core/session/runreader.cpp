// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/runreader.h"

#include "base/json.h"
#include "session/histogramblob.h"
#include "session/interruptedrun.h"
#include "session/rowvalues.h"
#include "session/samplemerge.h"
#include "session/sqliteerror.h"
#include "session/writerprocess.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/json/parse.hpp>

#include <sqlite3.h>

#include <cmath>

namespace assay::session {

namespace {

constexpr const char* runColumns =
    "SELECT id, experiment_id, instrument, state, started_utc, program_version, planned_ns, hold_start_ns,"
    " hold_end_ns, length_ns, sample_count, writer, end_reason, note, summary, host, plan FROM run ";

constexpr const char* intervalColumns =
    "SELECT start_ns, length_ns, label, users, started, completed, failures, retries, unserved, dropped,"
    " bytes_in, bytes_out, latency_count, min_ns, p50_ns, p90_ns, p95_ns, p99_ns, p999_ns, max_ns, mean_ns,"
    " response_p50_ns, response_p99_ns, response_max_ns, failures_by_kind FROM interval ";

Result<std::vector<std::string>> labelsOf(const SessionFile& file, std::int64_t runId)
{
    SQLite::Statement query{
        file.database(), "SELECT number, name FROM label WHERE run_id = ? ORDER BY number"};
    query.bind(1, runId);
    std::vector<std::string> labels;
    while (query.executeStep()) {
        labels.push_back(query.getColumn(1).getString());
        if (query.getColumn(0).getInt64() != static_cast<std::int64_t>(labels.size())) {
            return damagedError(file.path(), "the labels of run " + std::to_string(runId) + " have gaps");
        }
    }
    return labels;
}

Result<Run> runOf(const SessionFile& file, SQLite::Statement& query)
{
    RowValues row{query};
    Run run;
    run.id = row.id();
    run.experimentId = row.id();
    run.instrument = row.text();
    const auto state = runStateFromName(row.text());
    run.startedUtc = row.text();
    run.programVersion = row.text();
    run.plannedNs = row.durationNs();
    run.holdStartNs = row.durationNs();
    run.holdEndNs = row.durationNs();
    run.lengthNs = row.durationNs();
    run.sampleCount = row.count();
    const auto writer = row.text();
    run.endReason = row.text();
    run.note = row.text();
    run.summary = row.text();
    run.host = row.text();
    run.plan = row.text();
    if (!row.ok() || !state) {
        return damagedError(file.path(), "the description of run " + std::to_string(run.id) + " is wrong");
    }
    run.state = *state;
    if (run.state == RunState::Running && !isWriterAlive(writer)) {
        run.state = RunState::Interrupted;
        run.endReason = interruptedReason;
        run.lengthNs = recordedLengthNs(file.database(), run.id);
    }
    auto labels = labelsOf(file, run.id);
    if (!labels) {
        return labels.error();
    }
    run.labels = std::move(*labels);
    return run;
}

/// {"reset": 3, …} as the recorder writes it.
bool readFailures(const std::string& text, FailureCounts& counts)
{
    if (text.empty()) {
        return true;
    }
    boost::system::error_code error;
    const auto value = json::parse(text, error);
    if (error || !value.is_object()) {
        return false;
    }
    for (const auto& [name, count] : value.get_object()) {
        const auto kind = failureFromName(name);
        if (!kind || !count.is_int64() || count.get_int64() < 0) {
            return false;
        }
        counts[static_cast<std::size_t>(*kind)] = static_cast<std::uint64_t>(count.get_int64());
    }
    return true;
}

IntervalPoint intervalOf(RowValues& row)
{
    IntervalPoint point;
    point.startNs = row.durationNs();
    point.lengthNs = row.durationNs();
    point.label = row.count32();
    point.users = row.count32();
    point.started = row.count();
    point.completed = row.count();
    point.failures = row.count();
    point.retries = row.count();
    point.unserved = row.count();
    point.dropped = row.count();
    point.bytesIn = row.count();
    point.bytesOut = row.count();
    point.latencyCount = row.count();
    point.minNs = row.durationNs();
    point.p50Ns = row.durationNs();
    point.p90Ns = row.durationNs();
    point.p95Ns = row.durationNs();
    point.p99Ns = row.durationNs();
    point.p999Ns = row.durationNs();
    point.maxNs = row.durationNs();
    point.meanNs = row.real();
    point.responseP50Ns = row.durationNs();
    point.responseP99Ns = row.durationNs();
    point.responseMaxNs = row.durationNs();
    if (!readFailures(row.text(), point.failuresByKind) || !std::isfinite(point.meanNs)) {
        row.refuse();
    }
    return point;
}

std::string_view blobOf(const SQLite::Column& column)
{
    return {static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

/// Several statements see the same state of the file.
class Snapshot
{
public:
    explicit Snapshot(SQLite::Database& database)
    {
        if (sqlite3_get_autocommit(database.getHandle()) != 0) {
            m_transaction.emplace(database);
        }
    }

private:
    std::optional<SQLite::Transaction> m_transaction; ///< ended without a change
};

} // namespace

RunReader::RunReader(const SessionFile& file)
    : m_file(file)
{ }

Result<std::vector<Run>> RunReader::runs() const
{
    return guarded(m_file.path(), [&]() -> Result<std::vector<Run>> {
        const Snapshot snapshot{m_file.database()};
        SQLite::Statement query{m_file.database(), std::string{runColumns} + "ORDER BY id"};
        std::vector<Run> runs;
        while (query.executeStep()) {
            auto run = runOf(m_file, query);
            if (!run) {
                return run.error();
            }
            runs.push_back(std::move(*run));
        }
        return runs;
    });
}

Result<Run> RunReader::run(std::int64_t runId) const
{
    return guarded(m_file.path(), [&]() -> Result<Run> {
        const Snapshot snapshot{m_file.database()};
        SQLite::Statement query{m_file.database(), std::string{runColumns} + "WHERE id = ?"};
        query.bind(1, runId);
        if (!query.executeStep()) {
            return usageError(
                "There is no run " + std::to_string(runId) + " in '" + m_file.path().string() + "'.");
        }
        return runOf(m_file, query);
    });
}

Result<std::vector<IntervalPoint>> RunReader::intervals(
    std::int64_t runId, std::uint32_t label, std::int64_t fromNs) const
{
    return guarded(m_file.path(), [&]() -> Result<std::vector<IntervalPoint>> {
        SQLite::Statement query{m_file.database(),
            std::string{intervalColumns}
                + "WHERE run_id = ? AND label = ? AND start_ns >= ? ORDER BY start_ns"};
        query.bind(1, runId);
        query.bind(2, label);
        query.bind(3, fromNs);
        std::vector<IntervalPoint> points;
        while (query.executeStep()) {
            RowValues row{query};
            points.push_back(intervalOf(row));
            if (!row.ok()) {
                return damagedError(
                    m_file.path(), "an interval of run " + std::to_string(runId) + " is wrong");
            }
        }
        return points;
    });
}

Result<stats::LatencyHistogram> RunReader::histogram(
    std::int64_t runId, std::uint32_t label, LatencyKind kind, std::int64_t fromNs, std::int64_t toNs) const
{
    return guarded(m_file.path(), [&]() -> Result<stats::LatencyHistogram> {
        const std::string column = kind == LatencyKind::Service ? "service_histogram" : "response_histogram";
        SQLite::Statement query{m_file.database(),
            "SELECT " + column
                + " FROM interval WHERE run_id = ? AND label = ? AND start_ns >= ? AND start_ns < ?"};
        query.bind(1, runId);
        query.bind(2, label);
        query.bind(3, fromNs);
        query.bind(4, toNs);
        stats::LatencyHistogram merged;
        stats::LatencyHistogram one;
        while (query.executeStep()) {
            if (!unpackHistogram(blobOf(query.getColumn(0)), one)) {
                return damagedError(m_file.path(), "a latency histogram can't be read");
            }
            merged.merge(one);
        }
        return merged;
    });
}

Result<void> RunReader::samples(std::int64_t runId, const std::function<bool(const Sample&)>& visit) const
{
    return guarded(m_file.path(), [&]() -> Result<void> {
        const Snapshot snapshot{m_file.database()};
        return mergeSamples(m_file.database(), m_file.path(), runId, visit);
    });
}

Result<std::vector<FailureDetail>> RunReader::failures(
    std::int64_t runId, std::int64_t afterId, int limit) const
{
    return guarded(m_file.path(), [&]() -> Result<std::vector<FailureDetail>> {
        SQLite::Statement query{m_file.database(),
            "SELECT id, label, kind, time_ns, user, status, message, sent, received FROM failure"
            " WHERE run_id = ? AND id > ? ORDER BY id LIMIT ?"};
        query.bind(1, runId);
        query.bind(2, afterId);
        query.bind(3, limit);
        std::vector<FailureDetail> failures;
        while (query.executeStep()) {
            RowValues row{query};
            FailureDetail failure;
            failure.id = row.id();
            failure.label = row.count32();
            const auto kind = failureFromName(row.text());
            failure.timeNs = row.timeNs();
            failure.user = row.count32();
            failure.status = row.count16();
            failure.message = row.text();
            failure.sent = row.text();
            failure.received = row.text();
            if (!row.ok() || !kind) {
                return damagedError(m_file.path(), "a failure of run " + std::to_string(runId) + " is wrong");
            }
            failure.kind = *kind;
            failures.push_back(std::move(failure));
        }
        return failures;
    });
}

Result<std::vector<MetricValue>> RunReader::metrics(std::int64_t runId, std::int64_t afterNs) const
{
    return guarded(m_file.path(), [&]() -> Result<std::vector<MetricValue>> {
        SQLite::Statement query{m_file.database(),
            "SELECT source, name, unit, time_ns, value FROM metric WHERE run_id = ? AND time_ns > ?"
            " ORDER BY time_ns"};
        query.bind(1, runId);
        query.bind(2, afterNs);
        std::vector<MetricValue> values;
        while (query.executeStep()) {
            RowValues row{query};
            MetricValue value;
            value.source = row.text();
            value.name = row.text();
            value.unit = row.text();
            value.timeNs = row.timeNs();
            value.value = row.real();
            if (!row.ok()) {
                return damagedError(
                    m_file.path(), "a measurement of run " + std::to_string(runId) + " is wrong");
            }
            values.push_back(std::move(value));
        }
        return values;
    });
}

} // namespace assay::session
