// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/planestimate.h"

#include <gtest/gtest.h>

namespace assay::spawn {
namespace {

Machine someMachine()
{
    Machine machine;
    machine.programs.plain = machine.programs.child = "/bin/true";
    machine.freeMemoryBytes = 8LL << 30;
    machine.openFileLimit = 1024;
    return machine;
}

PlanEstimate estimateOf(const SpawnPlan& plan)
{
    return estimatePlan(plan, cellsOf(plan), someMachine());
}

TEST(PlanEstimate, CountsWhatCanRunAndItsMemory)
{
    SpawnPlan plan;
    plan.memoryBytes = {0, 1LL << 30, 100LL << 30};
    const auto estimate = estimateOf(plan);
    EXPECT_EQ(estimate.cells, 9);
    EXPECT_EQ(estimate.runnable, 6);
    EXPECT_EQ(estimate.peakMemoryBytes, 1LL << 30);
}

TEST(PlanEstimate, ReservedAndReadMemoryIsNotTouched)
{
    SpawnPlan plan;
    plan.memoryBytes = {1LL << 30};
    plan.fills = {Fill::Reserved, Fill::Read};
    EXPECT_EQ(estimateOf(plan).peakMemoryBytes, 0);
}

TEST(PlanEstimate, GrowsWithEverythingThatTakesTime)
{
    const SpawnPlan plan;
    const auto least = estimateOf(plan).lengthNs;
    EXPECT_GT(least, 0);
    for (auto change : std::initializer_list<void (*)(SpawnPlan&)>{[](SpawnPlan& p) { p.rounds *= 2; },
             [](SpawnPlan& p) { p.work.count *= 2; }, [](SpawnPlan& p) { p.memoryBytes = {1LL << 30}; },
             [](SpawnPlan& p) { p.work.ratePerSecond = 1; },
             [](SpawnPlan& p) {
                 p.threads = {1, 2};
             },
             [](SpawnPlan& p) {
                 p.children = {{"/bin/sh", "-c", "true"}};
             }}) {
        SpawnPlan more = plan;
        change(more);
        EXPECT_GT(estimateOf(more).lengthNs, least);
    }
}

TEST(PlanEstimate, KnowsWhichMemoryIsCopied)
{
    const auto lengthOf = [](Mechanism mechanism, Fill fill, PageSize pages) {
        Cell cell;
        cell.mechanism = mechanism;
        cell.memoryBytes = 1LL << 30;
        cell.fill = fill;
        cell.pages = pages;
        Work work;
        work.count = 1000;
        return estimateRoundNs(cell, work);
    };
    const auto copied = lengthOf(Mechanism::Fork, Fill::Written, PageSize::Base);
    EXPECT_GT(copied, lengthOf(Mechanism::Fork, Fill::Written, PageSize::Transparent));
    EXPECT_GT(copied, lengthOf(Mechanism::Fork, Fill::Read, PageSize::Base));
    EXPECT_GT(copied, lengthOf(Mechanism::Fork, Fill::Shared, PageSize::Base));
    EXPECT_GT(copied, lengthOf(Mechanism::Fork, Fill::DontFork, PageSize::Base));
    EXPECT_GT(copied, lengthOf(Mechanism::Vfork, Fill::Written, PageSize::Base));
    EXPECT_GT(lengthOf(Mechanism::JavaFork, Fill::Written, PageSize::Base),
        lengthOf(Mechanism::JavaVfork, Fill::Written, PageSize::Base));
}

TEST(PlanEstimate, ADurationIsTheLimit)
{
    Work work;
    work.count = 1'000'000;
    work.durationNs = 2 * nsPerSecond;
    EXPECT_LT(estimateRoundNs({}, work), 3 * nsPerSecond);
    work.count = 0;
    EXPECT_GE(estimateRoundNs({}, work), 2 * nsPerSecond);
}

TEST(PlanEstimate, OfNothingThatCanRunIsNothing)
{
    SpawnPlan plan;
    plan.memoryBytes = {100LL << 30};
    const auto estimate = estimateOf(plan);
    EXPECT_EQ(estimate.runnable, 0);
    EXPECT_EQ(estimate.lengthNs, 0);
}

} // namespace
} // namespace assay::spawn
