// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/runrows.h"
#include "session/sessionfile.h"

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

namespace assay::session {

struct RunEnd
{
    RunState state;
    const std::string& reason;
    const std::string& summary;
    std::int64_t lengthNs;
    std::int64_t holdEndNs; ///< cuts the planned hold phase short
};

/// The rows of a run on their way into the file. They wait in memory, so that the file is locked only while a
/// commit writes them, and go on waiting while another program has it locked.
class RunWriter
{
public:
    /// `file` must outlive it. Throws SQLite::Exception.
    RunWriter(const SessionFile& file, std::int64_t runId);

    std::int64_t runId() const { return m_runId; }
    /// Set from the first error on; nothing may be added or committed then.
    const std::optional<Error>& failed() const { return m_failed; }

    void add(std::span<const Sample> samples);
    void add(IntervalRow row);
    void add(const FailureDetail& failure);
    void add(std::span<const MetricValue> values);
    void add(SpawnRoundRow row);

    /// Commits when so much waits that memory matters.
    Result<void> commitIfMuch();
    /// Also ends the run when `end` is given; then it waits for another program's lock.
    Result<void> commit(const RunEnd* end);
    /// From now on every call fails with this error.
    void close(Error error) { m_failed = std::move(error); }

private:
    struct Pending
    {
        std::vector<BlockRow> blocks;
        std::vector<IntervalRow> intervals;
        std::vector<FailureDetail> failures;
        std::vector<MetricValue> metrics;
        std::vector<SpawnRoundRow> spawnRounds;
        std::size_t bytes = 0;
    };

    bool isInPlace() const;
    bool patientWhileLocked();
    void closeBlock();
    void write(const RunEnd* end);
    Result<void> fail(const std::string& sentences);

    std::filesystem::path m_path;
    SQLite::Database& m_database;
    RunRows m_rows;
    std::int64_t m_runId;
    dev_t m_device = 0;
    ino_t m_inode = 0;
    std::optional<Error> m_failed;

    std::vector<Sample> m_open; ///< the block that is not full yet
    bool m_openChanged = false; ///< since it was committed
    std::optional<std::int64_t> m_openRow; ///< where an earlier state of it stands in the file
    std::uint64_t m_sampleCount = 0;
    std::int64_t m_lengthNs = 0; ///< end of the last interval
    Pending m_pending;

    std::optional<std::int64_t> m_lockedSinceNs; ///< when another program's lock was first met
    std::int64_t m_retryNs = 0; ///< no attempts before, unless commit() is asked for
};

} // namespace assay::session
