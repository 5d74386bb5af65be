// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "load/loadplan.h"
#include "load/loadsummary.h"
#include "session/records.h"
#include "session/runrecorder.h"
#include "session/sessionfile.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace assay::load {

class LoadRun;
class RunMetrics;
struct Program;

/// Runs a load plan from its first request to its last. The caller's thread collects and records; worker
/// threads make the load.
class LoadRunner
{
public:
    struct Progress
    {
        std::int64_t elapsedNs = 0;
        std::int64_t totalNs = 0; ///< planned; 0 if nobody can tell
        std::uint32_t users = 0; ///< active now
        std::uint64_t completed = 0; ///< failures included
        std::uint64_t failures = 0;
    };

    /// Called in the caller's thread, a few times a second.
    struct Observer
    {
        /// Once, when the load begins; the run's id in the session file, 0 without one.
        std::function<void(std::int64_t runId)> started;
        std::function<void(const Progress&)> progress;
        /// A sentence worth telling at once: addresses found, limits raised.
        std::function<void(const std::string&)> notice;
    };

    struct Outcome
    {
        std::int64_t runId = 0;
        session::RunState state = session::RunState::Finished;
        std::string endReason; ///< a sentence, unless Finished
        LoadSummary summary;
    };

    LoadRunner(LoadPlan plan, Observer observer);

    /// Runs until the plan's end or stop(). `file` may be null: then nothing is kept but the summary. An
    /// Error: the run could not begin. A run that could not be recorded to its end is an Outcome that Failed.
    Result<Outcome> run(session::SessionFile* file, std::int64_t experimentId);

    /// Nothing new begins; what is in flight has its grace period. Any thread, also a signal handler.
    void stop() noexcept { m_stop.store(true); }
    /// What is in flight is given up too.
    void abort() noexcept { m_abort.store(true); }

private:
    Result<Outcome> runPrepared(LoadRun& load, session::RunRecorder* recorder);
    void announce(const Program& program);
    Result<void> watch(LoadRun& load, RunMetrics& metrics);
    void conclude(LoadRun& load, const RunMetrics& metrics, const Result<void>& recorded, Outcome& outcome);

    LoadPlan m_plan;
    Observer m_observer;
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_abort{false};
};

} // namespace assay::load
