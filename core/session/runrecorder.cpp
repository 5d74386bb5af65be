// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/runrecorder.h"

#include "base/clock.h"
#include "session/databasefile.h"
#include "session/histogramblob.h"
#include "session/runrows.h"
#include "session/sampleblock.h"
#include "session/sqliteerror.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <sqlite3.h>

#include <algorithm>
#include <functional>
#include <optional>

#include <sys/stat.h>

namespace assay::session {

namespace {

/// A block is closed when it is full, or at a commit when it has the lower number; with fewer its row is
/// written anew at each commit, so that a slow run gets good compression too.
constexpr std::size_t fullBlockSamples = 16'384;
constexpr std::size_t closedBlockSamples = 8'192;

/// Rows wait in memory, so that the file is locked only while a commit writes them; beyond this many bytes
/// they are committed without being asked.
constexpr std::size_t maxPendingBytes = 8U << 20;

/// While another program has the file locked the rows go on waiting: a commit must not hold up its caller,
/// who has buffers to empty. This is when recording gives up.
constexpr int commitTimeoutMs = 250;
constexpr std::int64_t patienceNs = 30 * nsPerSecond;
constexpr std::size_t patienceBytes = 128U << 20;

struct Pending
{
    std::vector<BlockRow> blocks;
    std::vector<IntervalRow> intervals;
    std::vector<FailureDetail> failures;
    std::vector<MetricValue> metrics;
    std::size_t bytes = 0;

    bool empty() const { return bytes == 0; }
    void clear()
    {
        blocks.clear();
        intervals.clear();
        failures.clear();
        metrics.clear();
        bytes = 0;
    }
};

BlockRow blockOf(const std::vector<Sample>& samples)
{
    const auto first = std::min_element(samples.begin(), samples.end(),
        [](const Sample& a, const Sample& b) { return a.startNs < b.startNs; });
    return {first->startNs, samples.size(), encodeSampleBlock(samples)};
}

struct RunEnd
{
    RunState state;
    const std::string& reason;
    const std::string& summary;
    std::int64_t lengthNs;
};

} // namespace

struct RunRecorder::Impl
{
    explicit Impl(SessionFile& file)
        : path(file.path())
        , database(file.database())
        , rows(database)
    {
        open.reserve(fullBlockSamples);
    }

    std::filesystem::path path;
    SQLite::Database& database;
    RunRows rows;
    std::int64_t runId = 0;
    dev_t device = 0;
    ino_t inode = 0;
    std::optional<Error> failed;

    std::vector<Sample> open; ///< the block that is not full yet
    bool openChanged = false; ///< since it was committed
    std::optional<std::int64_t> openRow; ///< where an earlier state of it stands in the file
    std::uint64_t sampleCount = 0;
    std::int64_t lengthNs = 0;
    Pending pending;
    std::int64_t lastCommitNs = monotonicNs();

    Result<void> checkFile();
    Result<void> fail(const Error& error);
    void closeBlock();
    Result<void> commitIfMuch();
    Result<void> commit(const RunEnd* end);
    void write(const RunEnd* end);
};

/// A file that was deleted or replaced still takes rows, but nobody would ever see them.
Result<void> RunRecorder::Impl::checkFile()
{
    struct stat now = {};
    if (stat(path.c_str(), &now) != 0 || now.st_dev != device || now.st_ino != inode) {
        return environmentError("'" + path.string() + "' was deleted, moved or replaced.");
    }
    return {};
}

/// Remembers the first error, and tries to put it into the run, so that whoever opens the file learns why it
/// ends there. On a full disk that often succeeds: the log has the room that the failed commit gave back.
Result<void> RunRecorder::Impl::fail(const Error& error)
{
    failed = Error{
        ErrorKind::Environment, "Recording stopped: " + error.message + " What was recorded before is kept."};
    try {
        rows.end(runId, RunState::Failed, failed->message, {}, lengthNs);
    } catch (const SQLite::Exception&) {
        // Then the run is left as running, and readers find its writer gone when this process has ended.
    }
    return *failed;
}

void RunRecorder::Impl::closeBlock()
{
    pending.blocks.push_back(blockOf(open));
    pending.bytes += pending.blocks.back().data.size();
    open.clear();
    openChanged = false;
}

Result<void> RunRecorder::Impl::commitIfMuch()
{
    return pending.bytes < maxPendingBytes ? Result<void>{} : commit(nullptr);
}

Result<void> RunRecorder::Impl::commit(const RunEnd* end)
{
    if (pending.empty() && !openChanged && !end) {
        return {};
    }
    if (auto there = checkFile(); !there) {
        return fail(there.error());
    }
    if (open.size() >= closedBlockSamples) {
        closeBlock();
    }
    bool locked = false;
    const auto written = guarded(path, [&]() -> Result<void> {
        try {
            write(end);
        } catch (const SQLite::Exception& exception) {
            locked = exception.getErrorCode() == SQLITE_BUSY;
            throw;
        }
        return {};
    });
    if (written) {
        lastCommitNs = monotonicNs();
        return {};
    }
    const bool patient = monotonicNs() - lastCommitNs < patienceNs && pending.bytes < patienceBytes;
    if (!locked || !patient) {
        return fail(written.error());
    }
    return end ? commit(end) : Result<void>{};
}

void RunRecorder::Impl::write(const RunEnd* end)
{
    database.setBusyTimeout(commitTimeoutMs);
    SQLite::Transaction transaction{database, SQLite::TransactionBehavior::IMMEDIATE};
    const bool replaceOpen = openRow && (openChanged || !pending.blocks.empty());
    if (replaceOpen) {
        rows.removeBlock(*openRow);
    }
    for (const auto& block : pending.blocks) {
        rows.insert(runId, block);
    }
    for (const auto& interval : pending.intervals) {
        rows.insert(runId, interval);
    }
    for (const auto& failure : pending.failures) {
        rows.insert(runId, failure);
    }
    for (const auto& value : pending.metrics) {
        rows.insert(runId, value);
    }
    std::optional<std::int64_t> newRow = replaceOpen ? std::nullopt : openRow;
    if (openChanged) {
        newRow = rows.insert(runId, blockOf(open));
    }
    rows.setSampleCount(runId, sampleCount);
    if (end) {
        rows.end(runId, end->state, end->reason, end->summary, end->lengthNs);
    }
    transaction.commit();
    openRow = newRow;
    openChanged = false;
    pending.clear();
}

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
                  "perhaps)."
                  " Choose a directory on a local disk.");
        }
        auto impl = std::make_unique<Impl>(file);
        struct stat identity = {};
        if (stat(file.path().c_str(), &identity) != 0) {
            return environmentError("'" + file.path().string() + "' was deleted or moved.");
        }
        impl->device = identity.st_dev;
        impl->inode = identity.st_ino;
        SQLite::Transaction transaction{file.database(), SQLite::TransactionBehavior::IMMEDIATE};
        impl->runId = RunRows::insertRun(file.database(), start);
        transaction.commit();
        return RunRecorder{std::move(impl)};
    });
}

std::int64_t RunRecorder::runId() const
{
    return m_impl->runId;
}

Result<void> RunRecorder::addSamples(std::span<const Sample> samples)
{
    auto& impl = *m_impl;
    if (impl.failed) {
        return *impl.failed;
    }
    impl.sampleCount += samples.size();
    while (!samples.empty()) {
        const auto part = std::min(samples.size(), fullBlockSamples - impl.open.size());
        impl.open.insert(
            impl.open.end(), samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(part));
        impl.openChanged = true;
        samples = samples.subspan(part);
        if (impl.open.size() == fullBlockSamples) {
            impl.closeBlock();
        }
    }
    return impl.commitIfMuch();
}

Result<void> RunRecorder::addInterval(const IntervalCounts& counts, const stats::LatencyHistogram& service,
    const stats::LatencyHistogram& response)
{
    auto& impl = *m_impl;
    if (impl.failed) {
        return *impl.failed;
    }
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
    impl.lengthNs = std::max(impl.lengthNs, counts.startNs + counts.lengthNs);
    impl.pending.bytes += sizeof row + row.service.size() + row.response.size();
    impl.pending.intervals.push_back(std::move(row));
    return impl.commitIfMuch();
}

Result<void> RunRecorder::addFailure(const FailureDetail& failure)
{
    auto& impl = *m_impl;
    if (impl.failed) {
        return *impl.failed;
    }
    impl.pending.bytes +=
        sizeof failure + failure.message.size() + failure.sent.size() + failure.received.size();
    impl.pending.failures.push_back(failure);
    return impl.commitIfMuch();
}

Result<void> RunRecorder::addMetrics(std::span<const MetricValue> values)
{
    auto& impl = *m_impl;
    if (impl.failed) {
        return *impl.failed;
    }
    impl.pending.metrics.insert(impl.pending.metrics.end(), values.begin(), values.end());
    impl.pending.bytes += values.size_bytes();
    return impl.commitIfMuch();
}

Result<void> RunRecorder::commit()
{
    return m_impl->failed ? Result<void>{*m_impl->failed} : m_impl->commit(nullptr);
}

Result<void> RunRecorder::finish(
    RunState state, const std::string& endReason, const std::string& summaryJson, std::int64_t lengthNs)
{
    if (m_impl->failed) {
        return *m_impl->failed;
    }
    const RunEnd end{state, endReason, summaryJson, lengthNs};
    auto finished = m_impl->commit(&end);
    if (finished) {
        m_impl->failed = environmentError("The run has been finished already.");
    }
    return finished;
}

} // namespace assay::session
