// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadrun.h"

#include "load/workershares.h"

#include <algorithm>
#include <system_error>

namespace assay::load {

namespace {

/// Between letting the threads go and the plan's time 0, so that the first user does not start late.
constexpr std::int64_t headStartNs = 2 * nsPerMs;

} // namespace

LoadRun::LoadRun(const LoadPlan& plan, const Program& program)
    : m_plan(plan)
    , m_program(program)
{ }

LoadRun::~LoadRun()
{
    m_control.abort.store(true);
}

Result<void> LoadRun::prepare()
{
    auto shares = shareOut(m_plan, workerCount(m_plan));
    m_control.limitsRequests = m_plan.maxRequests > 0;
    m_control.requestsLeft = m_plan.maxRequests;
    m_control.hold = holdPhase(m_plan);
    if (m_program.open) {
        m_control.slots.create(static_cast<std::size_t>(m_plan.profile.maxUsers), m_plan.seed);
    }
    for (auto& share : shares) {
        m_exchanges.push_back(std::make_unique<BatchExchange>(m_program.labels.size() + 1));
        auto worker = Worker::create(
            m_program, std::move(share), m_control, *m_exchanges.back(), Aggregator::intervalNs, m_plan.seed);
        if (!worker) {
            return worker.error();
        }
        m_workers.push_back(std::move(*worker));
    }
    return {};
}

Result<void> LoadRun::start(session::RunRecorder* recorder)
{
    m_recorder = recorder;
    m_aggregator = std::make_unique<Aggregator>(m_program.labels,
        Aggregator::Frame{m_control.hold, m_control.stopAtNs, plannedPeakUsers(m_plan)}, m_exchanges,
        recorder);
    try {
        for (auto& worker : m_workers) {
            m_control.workersRunning.fetch_add(1);
            m_threads.emplace_back([&worker] { worker.run(); });
        }
    } catch (const std::system_error& refused) {
        m_control.workersRunning.fetch_sub(1);
        abort();
        m_control.letGo(monotonicNs());
        return environmentError("This machine gives no more threads for the run's "
            + std::to_string(m_workers.size()) + " workers (" + refused.code().message()
            + "). Use fewer (threads), or end other programs.");
    }
    m_control.waitUntilReady(m_workers.size());
    m_control.letGo(monotonicNs() + headStartNs);
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
    m_control.stopAt(std::max<std::int64_t>(elapsedNs(), 0));
}

void LoadRun::abort()
{
    stop();
    m_control.abort.store(true);
}

Result<void> LoadRun::finish()
{
    for (auto& thread : m_threads) {
        thread.join();
    }
    m_lengthNs = std::max<std::int64_t>(m_control.endedAtNs.load(), 1);
    auto finished = m_aggregator->finish(m_lengthNs);
    m_aggregator->summary().addCut(std::move(m_control.cut), m_aggregator->hold());
    return finished;
}

double LoadRun::busyPercent() const
{
    return 100 * static_cast<double>(m_control.processorNs.load()) / static_cast<double>(m_lengthNs);
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
