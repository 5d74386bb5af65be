// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnplan.h"

#include <gmock/gmock.h>

namespace assay::test {
namespace {

using namespace spawn;
using testing::HasSubstr;

SpawnPlan planWithEverything()
{
    SpawnPlan plan;
    plan.name = "All of it";
    plan.mechanisms = {Mechanism::Clone3, Mechanism::QProcessStart};
    plan.threads = {1, 4};
    plan.memoryBytes = {0, 1LL << 30, 1000};
    plan.fills = {Fill::Read, Fill::DontFork};
    plan.pages = {PageSize::Transparent, PageSize::Huge1G};
    plan.slabs = {Slabs::Pieces};
    plan.children = {{}, {"/bin/sh", "-c", "exit 0; # \"quoted\"\n"}};
    plan.openFiles = {0, 1000};
    plan.closeWays = {CloseWay::Proc};
    plan.environmentVariables = {50};
    plan.placements = {Placement::SameCpu, Placement::Spread};
    plan.cloneFlags = 0x100; // CLONE_VM
    plan.work = {0, 2 * nsPerSecond, 33.5};
    plan.rounds = 7;
    plan.seed = 99;
    plan.timeoutNs = nsPerSecond;
    plan.baseline = "x";
    return plan;
}

TEST(SpawnPlan, SurvivesBeingWrittenAndRead)
{
    for (const auto& plan : {SpawnPlan{}, planWithEverything()}) {
        const auto read = SpawnPlan::fromText(plan.toText(), "plan");
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, plan) << plan.toText();
    }
}

TEST(SpawnPlan, TakesASingleValueForAList)
{
    const auto plan = SpawnPlan::fromText(
        R"({"mechanisms": "fork", "threads": 2, "memory": "1G", "pages": "thp"})", "plan");
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->threads, std::vector<std::int64_t>{2});
    EXPECT_EQ(plan->memoryBytes, std::vector<std::int64_t>{1LL << 30});
    EXPECT_EQ(plan->pages, std::vector{PageSize::Transparent});
}

struct BadPlan
{
    const char* name;
    const char* text;
    const char* says;
};

void PrintTo(const BadPlan& row, std::ostream* out)
{
    *out << row.name;
}

class BadSpawnPlan : public testing::TestWithParam<BadPlan>
{ };

TEST_P(BadSpawnPlan, IsRefusedInWords)
{
    const auto plan = SpawnPlan::fromText(GetParam().text, "bad.json");
    std::string said;
    if (!plan) {
        EXPECT_EQ(plan.error().kind, ErrorKind::Usage);
        said = plan.error().message;
    } else {
        for (const auto& fault : plan->validate()) {
            said += fault.field + " " + fault.message + "\n";
        }
    }
    EXPECT_THAT(said, HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(Texts, BadSpawnPlan,
    testing::Values(BadPlan{"NoJson", "{", "bad.json"},
        BadPlan{"AnotherFormat", R"({"format": "assay-load-plan"})", "another kind"},
        BadPlan{"Newer", R"({"formatVersion": 9})", "Use a newer Assay"},
        BadPlan{"UnknownKey", R"({"thread": 1})", "thread"},
        BadPlan{"UnknownMechanism", R"({"mechanisms": ["forc"]})", "\"forc\" is no mechanism"},
        BadPlan{"UnknownPages", R"({"pages": ["3m"]})", "\"4k\", \"thp\""},
        BadPlan{"NoMechanism", R"({"mechanisms": []})", "mechanisms must name at least one"},
        BadPlan{"NoThreads", R"({"threads": [0]})", "threads must be from 1 to 256"},
        BadPlan{"BadSize", R"({"memory": ["1X"]})", "memory"},
        BadPlan{"NegativeMemory", R"({"memory": [-1]})", "memory must be from 0"},
        BadPlan{"Endless", R"({"count": 0})", "a round would never end"},
        BadPlan{"RelativeChild", R"({"children": [["true"]]})", "must be a whole path"},
        BadPlan{"ChildAsText", R"({"children": ["/bin/true"]})", "must hold \"built-in\" or lists"},
        BadPlan{"BadFlags", R"({"cloneFlags": "CLONE_PARENT"})", "CLONE_VM|CLONE_VFORK"},
        BadPlan{"UnknownBaseline", R"({"baseline": "nothing"})", "is no cell of this plan"},
        BadPlan{"TooManyCells", R"({"threads": [1,2,3,4,5,6,7,8,9,10], "environment": [0,1,2,3,4,5,6,7,8,9],
            "openFiles": [0,1,2,3,4,5,6,7,8,9]})",
            "more than 2000 cells"}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(SpawnPresets, CanAllBeRun)
{
    for (const auto memory : {512LL << 20, 4LL << 30, 200LL << 30}) {
        for (const int cpus : {1, 2, 64}) {
            const auto presets = spawnPresets(memory, cpus);
            EXPECT_EQ(presets.size(), 6U);
            for (const auto& preset : presets) {
                EXPECT_TRUE(preset.plan.validate().empty()) << preset.name;
                EXPECT_TRUE(std::ranges::all_of(preset.plan.memoryBytes, [&](std::int64_t bytes) {
                    return bytes <= memory / 4;
                })) << preset.name;
            }
        }
    }
}

TEST(SpawnPlan, AnAxisWithoutValuesIsKeptAndAtFault)
{
    for (auto empty : std::initializer_list<void (*)(SpawnPlan&)>{[](SpawnPlan& p) { p.mechanisms.clear(); },
             [](SpawnPlan& p) { p.threads.clear(); }, [](SpawnPlan& p) { p.memoryBytes.clear(); },
             [](SpawnPlan& p) { p.fills.clear(); }, [](SpawnPlan& p) { p.pages.clear(); },
             [](SpawnPlan& p) { p.slabs.clear(); }, [](SpawnPlan& p) { p.children.clear(); },
             [](SpawnPlan& p) { p.openFiles.clear(); }, [](SpawnPlan& p) { p.closeWays.clear(); },
             [](SpawnPlan& p) { p.environmentVariables.clear(); },
             [](SpawnPlan& p) { p.placements.clear(); }}) {
        SpawnPlan plan;
        empty(plan);
        const auto read = SpawnPlan::fromText(plan.toText(), "plan");
        ASSERT_TRUE(read);
        EXPECT_EQ(*read, plan);
        EXPECT_FALSE(read->validate().empty());
    }
}

} // namespace
} // namespace assay::test
