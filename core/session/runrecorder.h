// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/records.h"
#include "session/sessionfile.h"
#include "session/spawnrounds.h"
#include "stats/latencyhistogram.h"

#include <limits>
#include <memory>
#include <span>

namespace assay::session {

/// Writes one run into a session file. Rows gather in memory until commit() writes them in one transaction;
/// call that at least once a second, for what is not committed is lost when the process is killed. Between
/// commits others may write to the file. One thread.
///
/// After the first error (disk full, file removed, locked by others for half a minute) every further call
/// fails with the same sentence, which also becomes the run's end reason if that can still be written; what
/// was committed stays readable.
class RunRecorder
{
public:
    /// Inserts the run row (state Running, with this process as its writer) and commits it. The file must
    /// outlive the recorder.
    static Result<RunRecorder> begin(SessionFile& file, const RunStart& start);

    RunRecorder(RunRecorder&&) noexcept;
    RunRecorder& operator=(RunRecorder&&) noexcept;
    /// A run that was not finished is left as Running: readers then find its writer gone.
    ~RunRecorder();

    std::int64_t runId() const;

    /// In any order; kept completely, ≤ 6 bytes each for ordinary load.
    Result<void> addSamples(std::span<const Sample> samples);
    /// `service`: service times, `response`: times from the intended start, of the samples that end in it.
    /// Once for each label and start.
    Result<void> addInterval(const IntervalCounts& counts, const stats::LatencyHistogram& service,
        const stats::LatencyHistogram& response);
    Result<void> addFailure(const FailureDetail& failure);
    Result<void> addMetrics(std::span<const MetricValue> values);
    Result<void> addSpawnRound(const SpawnRound& round);

    /// While another program has the file locked this succeeds soon and the rows go on waiting.
    Result<void> commit();
    /// Writes the rest and the end of the run, and commits. `holdEndNs`: when the hold phase was over, if
    /// that was before its planned end.
    Result<void> finish(RunState state, const std::string& endReason, const std::string& summaryJson,
        std::int64_t lengthNs, std::int64_t holdEndNs = std::numeric_limits<std::int64_t>::max());

private:
    struct Impl;
    explicit RunRecorder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace assay::session
