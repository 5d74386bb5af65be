// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnplan.h"

#include <algorithm>
#include <bit>

namespace assay::spawn {

namespace {

using enum Mechanism;

constexpr std::int64_t mebibyte = 1LL << 20;
constexpr std::int64_t gibibyte = 1LL << 30;

/// 1 GiB where the machine has it, less on a small one.
std::int64_t fullHeap(std::int64_t freeMemoryBytes)
{
    const auto quarter = std::max(freeMemoryBytes / 4, 64 * mebibyte);
    return std::min<std::int64_t>(
        gibibyte, static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(quarter))));
}

/// 1, 2, 4 … up to twice the processors, at least 4.
std::vector<std::int64_t> threadCounts(int cpus)
{
    std::vector<std::int64_t> counts;
    for (std::int64_t count = 1; count <= std::clamp(2 * cpus, 4, 64); count *= 2) {
        counts.push_back(count);
    }
    return counts;
}

SpawnPlan emptyAgainstFull(std::int64_t full)
{
    SpawnPlan plan;
    plan.mechanisms = {Fork, Vfork, PosixSpawn};
    plan.memoryBytes = {0, full / 4, full};
    return plan;
}

SpawnPlan largePages(std::int64_t full)
{
    SpawnPlan plan;
    plan.mechanisms = {Fork, PosixSpawn};
    plan.memoryBytes = {full};
    plan.pages = {PageSize::Base, PageSize::Transparent, PageSize::Huge2M, PageSize::Huge1G};
    return plan;
}

SpawnPlan howManyThreads(std::int64_t full, int cpus)
{
    SpawnPlan plan;
    plan.mechanisms = {Fork, Vfork, PosixSpawn};
    plan.threads = threadCounts(cpus);
    plan.memoryBytes = {0, full};
    return plan;
}

SpawnPlan whichMechanism(std::int64_t full)
{
    SpawnPlan plan;
    plan.mechanisms.clear();
    for (const auto& facts : mechanisms()) {
        plan.mechanisms.push_back(facts.mechanism);
    }
    plan.memoryBytes = {0, full / 4};
    plan.work.count = 100;
    return plan;
}

/// 110 plans, each polled every ten seconds with three helper processes.
SpawnPlan ciServer(std::int64_t full)
{
    SpawnPlan plan;
    plan.mechanisms = {Fork, PosixSpawn, ForkServer};
    plan.threads = {4};
    plan.memoryBytes = {full};
    plan.children = {{"/bin/sh", "-c", "true"}};
    plan.work = {0, 5 * nsPerSecond, 110 * 3 / 10.0};
    return plan;
}

SpawnPlan quickLook(std::int64_t full)
{
    SpawnPlan plan;
    plan.mechanisms = {Fork, Vfork, PosixSpawn};
    plan.memoryBytes = {0, full / 4};
    plan.work.count = 50;
    return plan;
}

} // namespace

std::vector<SpawnPreset> spawnPresets(std::int64_t freeMemoryBytes, int cpus)
{
    const auto full = fullHeap(freeMemoryBytes);
    std::vector<SpawnPreset> presets{
        {"quick-look", "Quick look", "What does this machine do, in a few seconds?", quickLook(full)},
        {"empty-against-full", "Empty against full heap", "What does touched memory cost each mechanism?",
            emptyAgainstFull(full)},
        {"large-pages", "Large pages", "How much of that cost do huge pages take away?", largePages(full)},
        {"how-many-threads", "How many threads", "Does a second thread help, and a fourth?",
            howManyThreads(full, cpus)},
        {"which-mechanism", "Which mechanism", "Which way of starting a program is the cheapest?",
            whichMechanism(full)},
        {"ci-server", "CI server polling",
            "110 plans polled every 10 s with three processes each: who keeps up, and how long does each "
            "wait?",
            ciServer(full)},
    };
    for (auto& preset : presets) {
        preset.plan.name = preset.title;
    }
    return presets;
}

} // namespace assay::spawn
