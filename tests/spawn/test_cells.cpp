// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/cloneflags.h"
#include "spawn/spawnplan.h"

#include <gmock/gmock.h>

#include <set>

namespace assay::test {
namespace {

using namespace spawn;

TEST(Cells, AreTheProductOfTheAxes)
{
    SpawnPlan plan;
    plan.mechanisms = {Mechanism::Fork, Mechanism::Vfork};
    plan.threads = {1, 2, 4};
    plan.memoryBytes = {1 << 20, 2 << 20};
    EXPECT_EQ(cellsOf(plan).size(), 12U);
}

TEST(Cells, WithoutMemoryAreNotMultipliedByWhatNeedsSome)
{
    SpawnPlan plan;
    plan.mechanisms = {Mechanism::Fork};
    plan.memoryBytes = {0, 1 << 20};
    plan.fills = {Fill::Written, Fill::Reserved};
    plan.pages = {PageSize::Base, PageSize::Transparent};
    EXPECT_EQ(cellsOf(plan).size(), 1U + 4U);
}

TEST(Cells, HaveCloneFlagsOnlyWhereTheyCount)
{
    SpawnPlan plan;
    plan.mechanisms = {Mechanism::Fork, Mechanism::Clone3};
    plan.cloneFlags = *cloneFlagsFromText("CLONE_VM|VFORK");
    const auto cells = cellsOf(plan);
    ASSERT_EQ(cells.size(), 2U);
    EXPECT_EQ(cells[0].cloneFlags, 0U);
    EXPECT_EQ(cloneFlagsText(cells[1].cloneFlags), "CLONE_VM|CLONE_VFORK");
}

TEST(Cells, HaveKeysOfTheirOwn)
{
    SpawnPlan plan;
    plan.mechanisms.clear();
    for (const auto& facts : mechanisms()) {
        plan.mechanisms.push_back(facts.mechanism);
    }
    plan.threads = {1, 2};
    plan.memoryBytes = {0, 1 << 20};
    plan.fills = {Fill::Written, Fill::DontFork};
    plan.pages = {PageSize::Base, PageSize::Huge2M};
    plan.slabs = {Slabs::One, Slabs::Pieces};
    plan.closeWays = {CloseWay::Inherit, CloseWay::CloseRange};
    plan.environmentVariables = {0, 100};
    plan.children = {{}, {"/bin/true"}, {"/bin/echo", "two words"}, {"/bin/echo", "two", "words"}};
    std::set<std::string> keys;
    const auto cells = cellsOf(plan);
    for (const auto& cell : cells) {
        keys.insert(cellKey(cell));
    }
    EXPECT_EQ(keys.size(), cells.size());
}

TEST(Cells, AreNamedWithoutBytesThatATerminalObeys)
{
    Cell cell;
    cell.child = {"/bin/sh", "-c", "a\nb\x1b[31m'\\", "x y"};
    EXPECT_EQ(childText(cell), "/bin/sh -c $'a\\nb\\x1b[31m\\'\\\\' 'x y'");
}

TEST(Mechanisms, AreFoundByTheirNames)
{
    std::set<std::string_view> titles;
    for (const auto& facts : mechanisms()) {
        EXPECT_EQ(mechanismFromName(facts.name), facts.mechanism);
        EXPECT_EQ(&factsOf(facts.mechanism), &facts) << "the table has the enumeration's order";
        EXPECT_FALSE(facts.does.empty());
        titles.insert(facts.title);
    }
    EXPECT_EQ(titles.size(), mechanisms().size());
    EXPECT_FALSE(mechanismFromName("fork + exec"));
}

TEST(CloneFlags, AreReadWithAndWithoutPrefix)
{
    EXPECT_EQ(cloneFlagsFromText(""), 0U);
    EXPECT_EQ(cloneFlagsFromText("VM"), cloneFlagsFromText("CLONE_VM"));
    EXPECT_FALSE(cloneFlagsFromText("CLONE_PARENT")) << "the child would not be ours";
    EXPECT_FALSE(cloneFlagsFromText("CLONE_VM|"));
    const auto all = *cloneFlagsFromText(allCloneFlagsText());
    EXPECT_EQ(cloneFlagsText(all), allCloneFlagsText());
}

} // namespace
} // namespace assay::test
