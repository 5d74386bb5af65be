// SPDX-License-Identifier: GPL-3.0-or-later
// assay-cli spawn from outside: what scripts read of it, its exit codes and what it leaves behind.
#include "base/json.h"
#include "cli/clirun.h"
#include "temporarydirectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::test {
namespace {

using testing::HasSubstr;

struct Ended
{
    int code = -1;
    std::string output;
    std::string errors;
};

Ended ended(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "spawn");
    CliRun run{arguments};
    Ended result;
    while (const auto line = run.line()) {
        result.output += *line + "\n";
    }
    if (const auto exit = run.exit()) {
        result.code = exit->code;
        result.errors = exit->errorOutput;
    }
    return result;
}

const std::vector<std::string> smallPlan{
    "--mechanism", "fork,vfork", "--memory", "0,16M", "--count", "10", "--rounds", "2"};

std::vector<std::string> smallPlanWith(const std::vector<std::string>& more)
{
    auto all = smallPlan;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace

TEST(SpawnCommand, JsonHasWhatScriptsRead)
{
    const auto run = ended(smallPlanWith({"--json"}));
    EXPECT_EQ(run.code, 0) << run.errors;
    const auto result = parseJson(run.output, "the output").value();
    const auto& cells = result.at("cells").as_array();
    ASSERT_EQ(cells.size(), 4U);
    for (const auto& cell : cells) {
        for (const auto* key : {"mechanism", "threads", "memory_bytes", "fill", "pages", "child", "spawns",
                 "failures", "spawns_per_s", "latency_us", "cpu_s", "page_table_bytes", "huge_coverage",
                 "zombies", "unavailable"}) {
            EXPECT_TRUE(cell.as_object().contains(key)) << key;
        }
        EXPECT_EQ(cell.at("spawns").to_number<int>(), 20);
        EXPECT_EQ(cell.at("zombies").to_number<int>(), 0);
        EXPECT_TRUE(cell.at("failures").as_object().empty());
        for (const auto* phase : {"call", "start", "whole"}) {
            const auto& times = cell.at("latency_us").at(phase);
            EXPECT_GT(times.at("p50").to_number<double>(), 0) << phase;
            EXPECT_LE(times.at("p50").to_number<double>(), times.at("p90").to_number<double>()) << phase;
            EXPECT_LE(times.at("p99").to_number<double>(), times.at("max").to_number<double>()) << phase;
        }
    }
    EXPECT_FALSE(result.at("reading").as_array().empty());
    EXPECT_EQ(result.at("state"), "finished");
}

struct ExitRow
{
    const char* name;
    std::vector<std::string> arguments;
    int code;
    const char* told; ///< part of what it says
};

void PrintTo(const ExitRow& row, std::ostream* out)
{
    *out << row.name;
}

class SpawnExit : public testing::TestWithParam<ExitRow>
{ };

TEST_P(SpawnExit, TellsHowItWent)
{
    const auto run = ended(GetParam().arguments);
    EXPECT_EQ(run.code, GetParam().code);
    EXPECT_THAT(run.output + run.errors, HasSubstr(GetParam().told));
}

INSTANTIATE_TEST_SUITE_P(Rows, SpawnExit,
    testing::Values(ExitRow{"AllIsWell", smallPlan, 0, "Reading"},
        ExitRow{"PartCannotRun",
            {"--mechanism", "fork", "--memory", "0,9999G", "--count", "5", "--rounds", "2"}, 0,
            "Needs 9.76 TiB"},
        ExitRow{"NothingCanRun", {"--memory", "9999G"}, 3, "No cell of this plan can run here"},
        ExitRow{"ChildIsMissing", {"--mechanism", "fork", "--count", "5", "--child", "/no/such"}, 1,
            "/no/such does not exist"},
        ExitRow{"NoSuchMechanism", {"--mechanism", "spoon"}, 2, "\"spoon\" is no mechanism"},
        ExitRow{"NoSuchPreset", {"--preset", "breakfast"}, 2, "breakfast"},
        ExitRow{"NoSuchFile", {"/no/plan.json"}, 2, "/no/plan.json"},
        ExitRow{"NoSuchBaseline", smallPlanWith({"--baseline", "popen"}), 2, "popen"},
        ExitRow{"TooManyCells",
            {"--mechanism", "all", "--threads", "1,2,3,4,5,6,7,8,9", "--files", "0,1,2,3,4,5,6,7,8,9,10,11",
                "--environment", "0,1,2,3,4,5,6,7,8,9"},
            2, "2000"}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(SpawnCommand, PreviewTellsCellsTimeAndMemory)
{
    const auto run = ended(smallPlanWith({"--preview"}));
    EXPECT_EQ(run.code, 0);
    EXPECT_THAT(run.output, HasSubstr("vfork threads=1 memory=16M"));
    EXPECT_THAT(run.output, HasSubstr("4 of 4 cells can run here, 2 rounds: about"));
    EXPECT_THAT(run.output, HasSubstr("up to 16.0 MiB of memory"));
}

TEST(SpawnCommand, RecordsWhatItShows)
{
    const TemporaryDirectory folder;
    const auto file = (folder / "fork.assay").string();
    const auto measured = ended(smallPlanWith({"--session", file}));
    ASSERT_EQ(measured.code, 0);
    {
        CliRun again{{"session", "show", file}};
        std::string text;
        while (const auto line = again.line()) {
            text += *line + "\n";
        }
        const auto table = measured.output.substr(0, measured.output.find("\nNote"));
        EXPECT_THAT(text, HasSubstr(table)) << "the same table and reading";
    }
    CliRun show{{"session", "show", file, "--json"}};
    std::string text;
    while (const auto line = show.line()) {
        text += *line + "\n";
    }
    EXPECT_EQ(show.exit()->code, 0);
    const auto experiment = parseJson(text, "the session").value().at("experiments").at(0);
    EXPECT_EQ(experiment.at("instrument"), "spawn");
    EXPECT_EQ(experiment.at("runs").at(0).at("labels").as_array().size(), 4U);
}

} // namespace assay::test
