// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/aggregator.h"
#include "load/loadrunner.h"
#include "load/program.h"
#include "load/worker.h"
#include "session/runrecorder.h"

#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace assay::load {

/// One run in progress: its workers with their threads, the aggregator and the recorder. Made by LoadRunner.
class LoadRun
{
public:
    LoadRun(const LoadPlan& plan, const Program& program);
    /// Gives up what is still running and joins the workers.
    ~LoadRun();

    /// Makes the workers: whatever of this machine or of the plan's files can be missing is missing here.
    Result<void> prepare();
    /// Once, after prepare(). `recorder` may be null, and must outlive the run. After an Error only finish()
    /// is of use.
    Result<void> start(session::RunRecorder* recorder);
    bool isRunning() const { return m_control.workersRunning.load() > 0; }
    /// Takes what the workers have handed over into the recorder and commits it.
    Result<void> collect();
    /// Nothing begins from now on.
    void stop();
    /// What is in flight is given up.
    void abort();
    /// After the workers' end: the rest, and the summary.
    Result<void> finish();

    std::int64_t elapsedNs() const { return monotonicNs() - m_control.t0Ns; }
    int workers() const { return static_cast<int>(m_threads.size()); }
    std::int64_t t0Ns() const { return m_control.t0Ns; }
    std::int64_t lengthNs() const { return m_lengthNs; }
    /// Processor time of all workers together, of one processor. After finish().
    double busyPercent() const;
    std::int64_t holdEndNs() const { return m_aggregator->hold().endNs; }
    LoadRunner::Progress progress() const;
    LoadSummary& summary() { return m_aggregator->summary(); }

private:
    const LoadPlan& m_plan;
    const Program& m_program;
    session::RunRecorder* m_recorder = nullptr;
    RunControl m_control;
    std::vector<std::unique_ptr<BatchExchange>> m_exchanges;
    std::vector<Worker> m_workers;
    std::vector<std::jthread> m_threads;
    std::unique_ptr<Aggregator> m_aggregator;
    std::int64_t m_lengthNs = 0;
};

} // namespace assay::load
