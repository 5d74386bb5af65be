// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/spawnloop.h"

#include "base/clock.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <sched.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace assay::spawn {

namespace {

/// Long enough for every thread to be waiting when the first child is due.
constexpr std::int64_t startDelayNs = 10 * nsPerMs;

void sleepUntil(std::int64_t ns)
{
    const timespec due{ns / nsPerSecond, ns % nsPerSecond};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nullptr) == EINTR) { }
}

/// The processors that this process may use, in ascending order.
std::vector<int> usableCpus()
{
    std::vector<int> cpus;
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &set)) {
            cpus.push_back(cpu);
        }
    }
    return cpus;
}

void place(Placement placement, std::size_t worker, const std::vector<int>& cpus)
{
    if (placement == Placement::Free || cpus.empty()) {
        return;
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpus[placement == Placement::SameCpu ? 0 : worker % cpus.size()], &set);
    sched_setaffinity(0, sizeof set, &set);
}

/// Hands out turns to the threads: which sample is next, and when it is due.
class Turns
{
public:
    Turns(const Work& work, std::size_t capacity, std::int64_t startNs)
        : m_work(work)
        , m_capacity(capacity)
        , m_startNs(startNs)
        , m_endNs(work.durationNs > 0 ? startNs + work.durationNs : INT64_MAX)
    { }

    /// False when nothing is left to do.
    bool take(std::size_t& turn, std::int64_t& dueNs)
    {
        turn = m_next.fetch_add(1, std::memory_order_relaxed);
        if (turn >= m_capacity || monotonicNs() >= m_endNs) {
            return false;
        }
        dueNs = m_work.ratePerSecond > 0 ? m_startNs
                + static_cast<std::int64_t>(
                    static_cast<double>(turn) * static_cast<double>(nsPerSecond) / m_work.ratePerSecond)
                                         : 0;
        return dueNs < m_endNs;
    }

private:
    const Work& m_work;
    std::size_t m_capacity;
    std::int64_t m_startNs;
    std::int64_t m_endNs;
    std::atomic<std::size_t> m_next{0};
};

void spawnOnce(const SpawnWorker& worker, SpawnSample& sample)
{
    auto& slot = worker.command->slot();
    slot.childNs = 0;
    slot.execError = 0;
    sample.calledNs = monotonicNs();
    const auto launched = worker.spawner->launch();
    sample.returnedNs = monotonicNs();
    sample.error = launched.error;
    if (launched.error == 0) {
        sample.waitStatus = worker.spawner->reap(launched);
        sample.reapedNs = monotonicNs();
        sample.childNs = slot.childNs;
        sample.error = slot.execError;
    }
}

void spawnTurns(const SpawnWorker& worker, Turns& turns, std::span<SpawnSample> samples)
{
    std::size_t turn = 0;
    std::int64_t dueNs = 0;
    while (turns.take(turn, dueNs)) {
        auto& sample = samples[turn];
        sample.intendedNs = dueNs;
        if (dueNs > 0) {
            sleepUntil(dueNs);
        }
        spawnOnce(worker, sample);
    }
}

} // namespace

SampleArea::SampleArea(std::int64_t capacity)
    : m_capacity(static_cast<std::size_t>(capacity))
{
    const auto bytes = m_capacity * sizeof(SpawnSample);
    void* memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) {
        madvise(memory, bytes, MADV_DONTFORK);
        m_samples = static_cast<SpawnSample*>(memory);
    }
}

SampleArea::~SampleArea()
{
    if (m_samples) {
        munmap(m_samples, m_capacity * sizeof(SpawnSample));
    }
}

std::span<SpawnSample> spawnAll(
    const Work& work, Placement placement, std::span<const SpawnWorker> workers, SampleArea& area)
{
    static const auto cpus = usableCpus(); // asked once: placing pins the calling thread for good
    auto samples = area.samples();
    if (work.count > 0 && static_cast<std::size_t>(work.count) < samples.size()) {
        samples = samples.first(static_cast<std::size_t>(work.count));
    }
    const auto startNs = monotonicNs() + startDelayNs;
    Turns turns{work, samples.size(), startNs};
    const auto runWorker = [&](std::size_t index) {
        place(placement, index, cpus);
        sleepUntil(startNs);
        spawnTurns(workers[index], turns, samples);
    };
    if (workers.size() == 1) {
        runWorker(0);
    } else {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < workers.size(); ++i) {
            threads.emplace_back(runWorker, i);
        }
    }
    // A thread that took a turn too late to use it leaves a hole.
    const auto unused = std::ranges::remove(samples, 0, &SpawnSample::calledNs);
    return samples.first(static_cast<std::size_t>(unused.begin() - samples.begin()));
}

} // namespace assay::spawn
