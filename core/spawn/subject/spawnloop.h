// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/subject/spawner.h"

#include <atomic>
#include <span>

namespace assay::spawn {

/// Where samples gather. No child of a fork gets it, so that it does not make the process bigger.
class SampleArea
{
public:
    explicit SampleArea(std::int64_t capacity);
    ~SampleArea();
    SampleArea(const SampleArea&) = delete;
    SampleArea& operator=(const SampleArea&) = delete;

    bool isMapped() const { return m_samples != nullptr; }
    std::span<SpawnSample> samples() const { return {m_samples, m_capacity}; }

private:
    std::size_t m_capacity;
    SpawnSample* m_samples = nullptr;
};

/// The worker of each thread: its command and the spawner made for it.
struct SpawnWorker
{
    const ChildCommand* command;
    Spawner* spawner;
};

/// Starts children until the work is done, one thread a worker; a single worker is the caller's own thread,
/// since a second thread alone changes what a fork costs. The samples taken, in order of their turn.
std::span<SpawnSample> spawnAll(
    const Work& work, Placement placement, std::span<const SpawnWorker> workers, SampleArea& area);

} // namespace assay::spawn
