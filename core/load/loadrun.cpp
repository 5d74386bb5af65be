// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadrun.h"

#include "load/workershares.h"

#include <algorithm>

namespace assay::load {

namespace {

/// Between creating the threads and the plan's time 0, so that the first user does not start late.
constexpr std::int64_t headStartNs = 5 * nsPerMs;

} // namespace

LoadRun::LoadRun(const LoadPlan& plan, const Program& program, session::RunRecorder* recorder)
    : m_plan(plan)
    , m_program(program)
    , m_recorder(recorder)
{ }

LoadRun::~LoadRun()
{
    abort();
}

Result<void> LoadRun::start()
{
    auto shares = shareOut(m_plan, workerCount(m_plan));
    for (std::size_t i = 0; i < shares.size(); ++i) {
        m_exchanges.push_back(std::make_unique<BatchExchange>(m_program.labels.size() + 1));
    }
    m_aggregator = std::make_unique<Aggregator>(m_program.labels, holdPhase(m_plan), m_exchanges, m_recorder);
    m_control.limitsRequests = m_plan.maxRequests > 0;
    m_control.requestsLeft = m_plan.maxRequests;
    m_control.workersRunning = static_cast<int>(shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        auto worker = Worker::create(
            m_program, std::move(shares[i]), m_control, *m_exchanges[i], Aggregator::intervalNs, m_plan.seed);
        if (!worker) {
            return worker.error();
        }
        m_workers.push_back(std::move(*worker));
    }
    m_control.t0Ns = monotonicNs() + headStartNs;
    for (auto& worker : m_workers) {
        m_threads.emplace_back([&worker] { worker.run(); });
    }
    return {};
}

Result<void> LoadRun::collect()
{
    if (auto collected = m_aggregator->collect(); !collected) {
        return collected;
    }
    return m_recorder ? m_recorder->commit() : Result<void>{};
}

void LoadRun::stop()
{
    m_control.stopAtNs.store(std::max<std::int64_t>(elapsedNs(), 0));
}

Result<void> LoadRun::finish()
{
    for (auto& thread : m_threads) {
        thread.join();
    }
    m_lengthNs = std::max<std::int64_t>(m_control.endedAtNs.load(), 1);
    auto finished = m_aggregator->finish(m_lengthNs);
    m_aggregator->summary().cut = m_control.cut.load();
    return finished;
}

LoadRunner::Progress LoadRun::progress() const
{
    LoadRunner::Progress progress;
    progress.elapsedNs = std::max<std::int64_t>(elapsedNs(), 0);
    progress.totalNs = endsByCount(m_plan) ? 0 : plannedLengthNs(m_plan);
    progress.users = m_aggregator->activeUsers();
    for (const auto& label : m_aggregator->summary().labels) {
        progress.completed += label.whole.samples;
        progress.failures += label.whole.failureTotal();
    }
    return progress;
}

} // namespace assay::load
