// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/json.h"
#include "spawn/cell.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::spawn {

/// What to measure: the product of all axes is the set of cells. A plain value.
struct SpawnPlan
{
    static constexpr std::string_view format = "assay-spawn-plan";
    static constexpr int formatVersion = 1;

    std::string name;

    std::vector<Mechanism> mechanisms{Mechanism::Fork, Mechanism::Vfork, Mechanism::PosixSpawn};
    std::vector<std::int64_t> threads{1};
    std::vector<std::int64_t> memoryBytes{0};
    std::vector<Fill> fills{Fill::Written};
    std::vector<PageSize> pages{PageSize::Base};
    std::vector<Slabs> slabs{Slabs::One};
    std::vector<std::vector<std::string>> children{
        {}}; ///< program and arguments each; {} = the built-in child
    std::vector<std::int64_t> openFiles{0};
    std::vector<CloseWay> closeWays{CloseWay::Inherit};
    std::vector<std::int64_t> environmentVariables{0};
    std::vector<Placement> placements{Placement::Free};
    std::uint64_t cloneFlags = 0; ///< of Mechanism::Clone3

    Work work;
    std::int64_t rounds = 5; ///< each cell once a round, in an order drawn anew
    std::uint64_t seed = 1; ///< of that order
    std::int64_t timeoutNs =
        30 * nsPerSecond; ///< a cell's round that takes longer beyond its duration is killed
    std::string baseline; ///< key of the cell that speed-ups are relative to; empty = the first

    std::vector<Fault> validate() const;
    /// Fields that have their default are left out.
    json::value toJson() const;
    /// As LoadPlan::fromJson().
    static Result<SpawnPlan> fromJson(const json::value& value, std::string_view source);
    std::string toText() const;
    static Result<SpawnPlan> fromText(std::string_view text, std::string_view source);

    bool operator==(const SpawnPlan&) const = default;
};

/// The product of the axes in the order of the fields, each different cell once: without memory there is
/// nothing to fill, and clone flags belong to clone3 alone.
std::vector<Cell> cellsOf(const SpawnPlan& plan);

constexpr std::int64_t maxPlannedCells = 2000;
constexpr std::int64_t maxSpawnThreads = 256;
constexpr std::int64_t maxRoundNs = 3600 * nsPerSecond;
constexpr std::int64_t maxRoundSpawns = 2'000'000;
constexpr std::int64_t maxSpawnRounds = 1000;
constexpr double leastSpawnRate = 0.001; ///< a second, where a rate is given
constexpr double maxSpawnRate = 1e6;

/// A ready plan for one question.
struct SpawnPreset
{
    std::string_view name; ///< "empty-against-full"
    std::string_view title; ///< "Empty against full heap"
    std::string_view question;
    SpawnPlan plan;
};
/// Sized for this machine: a quarter of its free memory is the most that a cell fills.
std::vector<SpawnPreset> spawnPresets(std::int64_t freeMemoryBytes, int cpus);

} // namespace assay::spawn
