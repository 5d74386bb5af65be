// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/records.h"
#include "session/runrecorder.h"
#include "session/sessionfile.h"
#include "session/spawnrounds.h"
#include "spawn/availability.h"
#include "spawn/spawnplan.h"
#include "spawn/spawnsummary.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace assay::spawn {

/// Runs a spawn plan: in each round a control cell, then every cell once in an order drawn anew. One thread;
/// what is measured runs in processes of its own.
class SpawnRunner
{
public:
    struct Progress
    {
        std::int64_t elapsedNs = 0;
        std::int64_t totalNs = 0; ///< estimated from what was measured; 0 before the first round is through
        std::int64_t done = 0; ///< cells measured, each round anew
        std::int64_t total = 0;
        std::string cell; ///< the one being measured
    };

    struct Observer
    {
        std::function<void(std::int64_t runId)> started;
        std::function<void(const Progress&)> progress;
        /// Asked often, also while a cell is being measured; true is stop().
        std::function<bool()> wantsStop;
    };

    struct Outcome
    {
        std::int64_t runId = 0;
        session::RunState state = session::RunState::Finished;
        std::string endReason; ///< a sentence, unless Finished
        SpawnSummary summary;
    };

    SpawnRunner(SpawnPlan plan, Machine machine, Observer observer);

    /// Until all rounds are done or stop(). `file` may be null: then nothing is kept but the summary. An
    /// Error: the run could not begin.
    Result<Outcome> run(session::SessionFile* file, std::int64_t experimentId);

    /// The cell being measured is killed and its round left out. Any thread, also a signal handler.
    void stop() noexcept { m_stop.store(true); }

private:
    struct State;
    bool isStopped();
    Result<void> runRound(State& state, std::uint32_t round);
    Result<void> measure(State& state, std::uint32_t round, std::size_t index);
    void report(const State& state, const std::string& cell) const;

    SpawnPlan m_plan;
    Machine m_machine;
    Observer m_observer;
    std::atomic<bool> m_stop{false};
};

} // namespace assay::spawn
