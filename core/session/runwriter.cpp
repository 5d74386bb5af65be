// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/runwriter.h"

#include "base/clock.h"
#include "session/databasefile.h"
#include "session/sampleblock.h"
#include "session/sqliteerror.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <sqlite3.h>

#include <algorithm>

#include <sys/stat.h>

namespace assay::session {

namespace {

/// A block is closed when it is full, or at a commit when it has the lower number; with fewer its row is
/// written anew at each commit, so that a slow run gets good compression too.
constexpr std::size_t fullBlockSamples = 16'384;
constexpr std::size_t closedBlockSamples = 8'192;

/// Waiting rows beyond this many bytes are committed without being asked.
constexpr std::size_t maxPendingBytes = 8U << 20;

/// A commit must not hold up its caller, who has buffers to empty: so it waits little for a lock, and tries
/// again next time. This is when recording gives up.
constexpr int commitTimeoutMs = 250;
constexpr std::int64_t patienceNs = 30 * nsPerSecond;
constexpr std::size_t patienceBytes = 128U << 20;

BlockRow blockOf(const std::vector<Sample>& samples)
{
    const auto first = std::min_element(samples.begin(), samples.end(),
        [](const Sample& a, const Sample& b) { return a.startNs < b.startNs; });
    return {first->startNs, samples.size(), encodeSampleBlock(samples)};
}

/// The connection's owner goes on with the usual patience afterwards.
class ShortPatience
{
public:
    explicit ShortPatience(SQLite::Database& database)
        : m_database(database)
    {
        sqlite3_busy_timeout(m_database.getHandle(), commitTimeoutMs);
    }
    ~ShortPatience() { sqlite3_busy_timeout(m_database.getHandle(), busyTimeoutMs); }

private:
    SQLite::Database& m_database;
};

} // namespace

RunWriter::RunWriter(const SessionFile& file, std::int64_t runId)
    : m_path(std::filesystem::absolute(file.path()))
    , m_database(file.database())
    , m_rows(m_database)
    , m_runId(runId)
{
    m_open.reserve(fullBlockSamples);
    struct stat identity = {};
    if (stat(m_path.c_str(), &identity) == 0) {
        m_device = identity.st_dev;
        m_inode = identity.st_ino;
    }
}

void RunWriter::add(std::span<const Sample> samples)
{
    m_sampleCount += samples.size();
    while (!samples.empty()) {
        const auto part = samples.first(std::min(samples.size(), fullBlockSamples - m_open.size()));
        m_open.insert(m_open.end(), part.begin(), part.end());
        m_openChanged = true;
        samples = samples.subspan(part.size());
        if (m_open.size() == fullBlockSamples) {
            closeBlock();
        }
    }
}

void RunWriter::add(IntervalRow row)
{
    m_lengthNs = std::max(m_lengthNs, row.point.startNs + row.point.lengthNs);
    m_pending.bytes += sizeof row + row.service.size() + row.response.size();
    m_pending.intervals.push_back(std::move(row));
}

void RunWriter::add(const FailureDetail& failure)
{
    m_pending.bytes +=
        sizeof failure + failure.message.size() + failure.sent.size() + failure.received.size();
    m_pending.failures.push_back(failure);
}

void RunWriter::add(std::span<const MetricValue> values)
{
    m_pending.bytes += values.size_bytes();
    m_pending.metrics.insert(m_pending.metrics.end(), values.begin(), values.end());
}

void RunWriter::add(SpawnRoundRow row)
{
    m_lengthNs = std::max(m_lengthNs, row.startNs + row.lengthNs);
    m_pending.bytes += row.bytes();
    m_pending.spawnRounds.push_back(std::move(row));
}

Result<void> RunWriter::commitIfMuch()
{
    const bool due = m_pending.bytes >= maxPendingBytes && monotonicNs() >= m_retryNs;
    return due ? commit(nullptr) : Result<void>{};
}

Result<void> RunWriter::commit(const RunEnd* end)
{
    if (m_pending.bytes == 0 && !m_openChanged && !end) {
        return {};
    }
    if (!isInPlace()) {
        return fail("'" + m_path.string() + "' was deleted, moved or replaced.");
    }
    if (m_open.size() >= closedBlockSamples) {
        closeBlock();
    }
    for (;;) {
        bool locked = false;
        const auto written = guarded(m_path, [&]() -> Result<void> {
            try {
                write(end);
            } catch (const SQLite::Exception& exception) {
                locked = exception.getErrorCode() == SQLITE_BUSY;
                throw;
            }
            return {};
        });
        if (written) {
            m_lockedSinceNs.reset();
            return {};
        }
        if (!locked || !patientWhileLocked()) {
            return fail(written.error().message + " What was recorded before is kept.");
        }
        if (!end) {
            return {};
        }
    }
}

/// A file that was deleted or replaced still takes rows, but nobody would ever see them.
bool RunWriter::isInPlace() const
{
    struct stat now = {};
    return stat(m_path.c_str(), &now) == 0 && now.st_dev == m_device && now.st_ino == m_inode;
}

bool RunWriter::patientWhileLocked()
{
    const auto nowNs = monotonicNs();
    m_lockedSinceNs = m_lockedSinceNs.value_or(nowNs);
    m_retryNs = nowNs + nsPerSecond;
    return nowNs - *m_lockedSinceNs < patienceNs && m_pending.bytes < patienceBytes;
}

void RunWriter::closeBlock()
{
    m_pending.blocks.push_back(blockOf(m_open));
    m_pending.bytes += m_pending.blocks.back().data.size();
    m_open.clear();
    m_openChanged = false;
}

void RunWriter::write(const RunEnd* end)
{
    const ShortPatience patience{m_database};
    SQLite::Transaction transaction{m_database, SQLite::TransactionBehavior::IMMEDIATE};
    const bool replaceOpen = m_openRow && (m_openChanged || !m_pending.blocks.empty());
    if (replaceOpen) {
        m_rows.removeBlock(*m_openRow);
    }
    const auto insertAll = [&](const auto& rows) {
        for (const auto& row : rows) {
            m_rows.insert(m_runId, row);
        }
    };
    insertAll(m_pending.blocks);
    insertAll(m_pending.intervals);
    insertAll(m_pending.failures);
    insertAll(m_pending.metrics);
    insertAll(m_pending.spawnRounds);
    std::optional<std::int64_t> newRow = replaceOpen ? std::nullopt : m_openRow;
    if (m_openChanged) {
        newRow = m_rows.insert(m_runId, blockOf(m_open));
    }
    m_rows.setSampleCount(m_runId, m_sampleCount);
    if (end) {
        m_rows.end(m_runId, end->state, end->reason, end->summary, end->lengthNs, end->holdEndNs);
    }
    transaction.commit();
    m_openRow = newRow;
    m_openChanged = false;
    m_pending = {};
}

/// Remembers the first error, and tries to put it into the run, so that whoever opens the file learns why it
/// ends there. On a full disk that often succeeds: the log has the room that the failed commit gave back.
Result<void> RunWriter::fail(const std::string& sentences)
{
    close(environmentError("Recording stopped: " + sentences));
    try {
        m_rows.end(m_runId, RunState::Failed, m_failed->message, {}, m_lengthNs, m_lengthNs);
    } catch (const SQLite::Exception&) {
        // Then the run is left as running, and readers find its writer gone when this process has ended.
    }
    return *m_failed;
}

} // namespace assay::session
