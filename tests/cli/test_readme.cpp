// SPDX-License-Identifier: GPL-3.0-or-later
// What the README shows must be true: its plans are read, and its commands exist.
#include "base/json.h"
#include "cli/clirun.h"
#include "temporarydirectory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace assay::test {
namespace {

std::string readme()
{
    std::ifstream file{ASSAY_SOURCE_DIR "/README.md"};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The contents of its code blocks in that language.
std::vector<std::string> blocks(const std::string& language)
{
    const auto text = readme();
    const auto opening = "```" + language + "\n";
    std::vector<std::string> found;
    for (auto begin = text.find(opening); begin != std::string::npos; begin = text.find(opening, begin)) {
        begin += opening.size();
        found.push_back(text.substr(begin, text.find("```", begin) - begin));
    }
    return found;
}

} // namespace

TEST(Readme, ItsPlansAreRead)
{
    const TemporaryDirectory folder;
    const auto plans = blocks("json");
    ASSERT_GE(plans.size(), 2U);
    for (const auto& plan : plans) {
        const auto file = (folder / "plan.json").string();
        std::ofstream{file} << plan;
        const auto format = parseJson(plan, "the plan").value().at("format");
        const auto* instrument = format == "assay-load-plan" ? "load" : "spawn";
        CliRun run{{instrument, file, "--preview"}};
        ASSERT_TRUE(run.exit());
        EXPECT_EQ(run.exit()->code, 0) << plan << run.exit()->errorOutput;
    }
}

TEST(Readme, ItsCommandsHaveOptionsOfThatName)
{
    std::size_t options = 0;
    for (const auto& block : blocks("sh")) {
        std::istringstream lines{block};
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words{line.substr(0, line.find(" # "))};
            std::string program;
            std::string command;
            words >> program >> command;
            if (!program.ends_with("assay-cli")) {
                continue;
            }
            std::string help;
            const bool ofSession = command == "session";
            std::string part;
            ofSession&& words >> part;
            CliRun run{ofSession ? std::vector<std::string>{command, part, "--help"}
                                 : std::vector<std::string>{command, "--help"}};
            while (const auto helpLine = run.line()) {
                help += *helpLine + "\n";
            }
            for (std::string word; words >> word;) {
                if (word.starts_with("--")) {
                    EXPECT_NE(help.find("  " + word + " "), std::string::npos) << line;
                    ++options;
                }
            }
        }
    }
    EXPECT_GT(options, 15U);
}

} // namespace assay::test
