// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadplan.h"

#include "base/textfile.h"
#include "load/demoplan.h"
#include "load/planwarnings.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace assay::load {

namespace {

std::vector<std::string> exampleFiles()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{ASSAY_SOURCE_DIR "/resources/plans"}) {
        names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
}

class ExamplePlan : public testing::TestWithParam<std::string>
{ };

} // namespace

TEST_P(ExamplePlan, LoadsAndCanRun)
{
    const auto text = readTextFile(ASSAY_SOURCE_DIR "/resources/plans/" + GetParam());
    ASSERT_TRUE(text) << text.error().message;
    const auto plan = LoadPlan::fromText(*text, GetParam());
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_THAT(plan->validate(), testing::IsEmpty());
    EXPECT_THAT(planWarnings(*plan), testing::IsEmpty());
    EXPECT_FALSE(plan->name.empty());
    EXPECT_TRUE(plan->target.enabled) << "an example must run on any machine";
    EXPECT_EQ(plan->toText(), *text) << "is not as Assay itself writes it";
}

INSTANTIATE_TEST_SUITE_P(Files, ExamplePlan, testing::ValuesIn(exampleFiles()),
    [](const auto& row) { return row.param.substr(0, row.param.find('.')); });

TEST(ExamplePlans, HoldTheDemo)
{
    const auto text = readTextFile(ASSAY_SOURCE_DIR "/resources/plans/demo.json");
    ASSERT_TRUE(text);
    EXPECT_EQ(LoadPlan::fromText(*text, "demo.json").value(), demoPlan());
}

} // namespace assay::load
