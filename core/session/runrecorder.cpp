// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/runrecorder.h"

#include "session/databasefile.h"
#include "session/histogramblob.h"
#include "session/runwriter.h"
#include "session/sqliteerror.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace assay::session {

namespace {

IntervalRow rowOf(const IntervalCounts& counts, const stats::LatencyHistogram& service,
    const stats::LatencyHistogram& response)
{
    IntervalRow row{{counts}, packHistogram(service), packHistogram(response)};
    auto& point = row.point;
    point.latencyCount = service.count();
    point.minNs = service.minNs();
    point.p50Ns = service.percentileNs(50);
    point.p90Ns = service.percentileNs(90);
    point.p95Ns = service.percentileNs(95);
    point.p99Ns = service.percentileNs(99);
    point.p999Ns = service.percentileNs(99.9);
    point.maxNs = service.maxNs();
    point.meanNs = service.meanNs();
    point.responseP50Ns = response.percentileNs(50);
    point.responseP99Ns = response.percentileNs(99);
    point.responseMaxNs = response.maxNs();
    return row;
}

} // namespace

struct RunRecorder::Impl
{
    RunWriter writer;

    /// Adds a row unless recording has failed.
    template <typename... Row> Result<void> add(Row&&... row)
    {
        if (writer.failed()) {
            return *writer.failed();
        }
        writer.add(std::forward<Row>(row)...);
        return writer.commitIfMuch();
    }
};

RunRecorder::RunRecorder(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{ }

RunRecorder::RunRecorder(RunRecorder&&) noexcept = default;
RunRecorder& RunRecorder::operator=(RunRecorder&&) noexcept = default;
RunRecorder::~RunRecorder() = default;

Result<RunRecorder> RunRecorder::begin(SessionFile& file, const RunStart& start)
{
    return guarded(file.path(), [&]() -> Result<RunRecorder> {
        if (const auto experiment = file.experiment(start.experimentId); !experiment) {
            return experiment.error();
        }
        if (!useWriteAheadLog(file.database())) {
            return environmentError("'" + file.path().string()
                + "' lies on a file system where it can't be read while it is written (a network drive, "
                  "perhaps). Choose a directory on a local disk.");
        }
        SQLite::Transaction transaction{file.database(), SQLite::TransactionBehavior::IMMEDIATE};
        const auto runId = RunRows::insertRun(file.database(), start);
        transaction.commit();
        return RunRecorder{std::unique_ptr<Impl>{new Impl{RunWriter{file, runId}}}};
    });
}

std::int64_t RunRecorder::runId() const
{
    return m_impl->writer.runId();
}

Result<void> RunRecorder::addSamples(std::span<const Sample> samples)
{
    return m_impl->add(samples);
}

Result<void> RunRecorder::addInterval(const IntervalCounts& counts, const stats::LatencyHistogram& service,
    const stats::LatencyHistogram& response)
{
    return m_impl->add(rowOf(counts, service, response));
}

Result<void> RunRecorder::addFailure(const FailureDetail& failure)
{
    return m_impl->add(failure);
}

Result<void> RunRecorder::addMetrics(std::span<const MetricValue> values)
{
    return m_impl->add(values);
}

Result<void> RunRecorder::addSpawnRound(const SpawnRound& round)
{
    return m_impl->add(SpawnRoundRow{round});
}

Result<void> RunRecorder::commit()
{
    auto& writer = m_impl->writer;
    return writer.failed() ? Result<void>{*writer.failed()} : writer.commit(nullptr);
}

Result<void> RunRecorder::finish(RunState state, const std::string& endReason, const std::string& summaryJson,
    std::int64_t lengthNs, std::int64_t holdEndNs)
{
    auto& writer = m_impl->writer;
    if (writer.failed()) {
        return *writer.failed();
    }
    const RunEnd end{state, endReason, summaryJson, lengthNs, holdEndNs};
    auto finished = writer.commit(&end);
    if (finished) {
        writer.close(environmentError("The run has been finished already."));
    }
    return finished;
}

} // namespace assay::session
