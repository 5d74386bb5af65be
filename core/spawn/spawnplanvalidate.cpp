// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnplan.h"

#include "base/units.h"

#include <algorithm>

namespace assay::spawn {

namespace {

constexpr std::int64_t maxMemoryBytes = 1LL << 46; // what a process can address on the smallest machines
constexpr std::int64_t maxOpenFiles = 1'000'000;
constexpr std::int64_t maxEnvironment = 20'000;

std::string fromTo(std::int64_t least, std::int64_t most)
{
    return "must be from " + std::to_string(least) + " to " + std::to_string(most) + ".";
}

/// The number of cells before equal ones are left out, cut off where it no longer matters.
std::int64_t productOf(const SpawnPlan& plan)
{
    std::int64_t product = 1;
    for (const auto size :
        {plan.mechanisms.size(), plan.threads.size(), plan.memoryBytes.size(), plan.fills.size(),
            plan.pages.size(), plan.slabs.size(), plan.children.size(), plan.openFiles.size(),
            plan.closeWays.size(), plan.environmentVariables.size(), plan.placements.size()}) {
        product = std::min<std::int64_t>(
            product * static_cast<std::int64_t>(std::min<std::size_t>(size, 1'000'000)), 1'000'000);
    }
    return product;
}

class Validation
{
public:
    template <typename Values> void someOf(std::string field, const Values& values)
    {
        if (values.empty()) {
            add(std::move(field), "must name at least one.");
        }
    }

    void numbers(
        std::string field, const std::vector<std::int64_t>& values, std::int64_t least, std::int64_t most)
    {
        someOf(field, values);
        if (std::ranges::any_of(values, [&](std::int64_t value) { return value < least || value > most; })) {
            add(std::move(field), fromTo(least, most));
        }
    }

    void number(std::string field, std::int64_t value, std::int64_t least, std::int64_t most)
    {
        if (value < least || value > most) {
            add(std::move(field), fromTo(least, most));
        }
    }

    void add(std::string field, std::string message)
    {
        faults.push_back({std::move(field), std::move(message)});
    }

    std::vector<Fault> faults;
};

void checkWork(Validation& check, const Work& work)
{
    check.number("count", work.count, 0, maxRoundSpawns);
    if (work.durationNs < 0 || work.durationNs > maxRoundNs) {
        check.add("duration", "must be from 0 to 1 h.");
    }
    if (work.count == 0 && work.durationNs == 0) {
        check.add("count", "and \"duration\" cannot both be 0: a round would never end.");
    }
    const auto rate = work.ratePerSecond;
    if (rate != 0 && !(rate >= leastSpawnRate && rate <= maxSpawnRate)) {
        check.add("rate", "must be 0, or from 0.001 to 1000000 a second.");
    }
}

} // namespace

std::vector<Fault> SpawnPlan::validate() const
{
    Validation check;
    check.someOf("mechanisms", mechanisms);
    check.numbers("threads", threads, 1, maxSpawnThreads);
    check.numbers("memory", memoryBytes, 0, maxMemoryBytes);
    check.someOf("fill", fills);
    check.someOf("pages", pages);
    check.someOf("slabs", slabs);
    check.someOf("children", children);
    check.numbers("openFiles", openFiles, 0, maxOpenFiles);
    check.someOf("close", closeWays);
    check.numbers("environment", environmentVariables, 0, maxEnvironment);
    check.someOf("placement", placements);
    for (const auto& child : children) {
        const bool isText = std::ranges::none_of(
            child, [](const std::string& word) { return word.find('\0') != std::string::npos; });
        if (!isText) {
            check.add("children", "must have no zero byte in a program or an argument.");
        } else if (!child.empty() && !child.front().starts_with('/')) {
            check.add("children",
                "\"" + child.front()
                    + "\" must be a whole path such as /bin/true: looking a name up costs time of its own.");
        }
    }
    if (cloneFlags != 0 && std::ranges::find(mechanisms, Mechanism::Clone3) == mechanisms.end()) {
        check.add("cloneFlags", "belong to the mechanism clone3, which this plan does not measure.");
    }
    checkWork(check, work);
    check.number("rounds", rounds, 1, maxSpawnRounds);
    if (timeoutNs <= 0 || timeoutNs > maxRoundNs) {
        check.add("timeout", "must be longer than 0 and at most 1 h.");
    }
    if (productOf(*this) > maxPlannedCells) {
        check.add("mechanisms",
            "and the other lists make more than " + std::to_string(maxPlannedCells) + " cells.");
    } else if (check.faults.empty() && !baseline.empty()) {
        const auto cells = cellsOf(*this);
        if (std::ranges::find(cells, baseline, cellKey) == cells.end()) {
            check.add("baseline",
                "\"" + baseline + "\" is no cell of this plan. The first is \"" + cellKey(cells.front())
                    + "\".");
        }
    }
    return check.faults;
}

} // namespace assay::spawn
