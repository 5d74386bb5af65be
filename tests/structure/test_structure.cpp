// SPDX-License-Identifier: GPL-3.0-or-later
// The map holds: which room may include which, what stays out of core, and how long a file may grow.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay::test {

namespace {

namespace fs = std::filesystem;

const fs::path sourceDirectory{ASSAY_SOURCE_DIR};

struct SourceFile
{
    fs::path path; ///< relative to the checkout
    std::vector<std::string> lines;

    std::string room() const { return std::next(path.begin())->string(); }
};

std::vector<SourceFile> sourcesBelow(const std::string& folder)
{
    std::vector<SourceFile> sources;
    for (const auto& entry : fs::recursive_directory_iterator{sourceDirectory / folder}) {
        const auto extension = entry.path().extension();
        if (extension != ".cpp" && extension != ".h") {
            continue;
        }
        SourceFile source{fs::relative(entry.path(), sourceDirectory), {}};
        std::ifstream file{entry.path()};
        for (std::string line; std::getline(file, line);) {
            source.lines.push_back(line);
        }
        sources.push_back(std::move(source));
    }
    return sources;
}

/// What stands between quotes or angle brackets in the file's include lines.
std::vector<std::string> includesOf(const SourceFile& source)
{
    std::vector<std::string> includes;
    for (const auto& line : source.lines) {
        const auto start = line.find_first_of("<\"");
        if (line.starts_with("#include") && start != std::string::npos) {
            includes.push_back(line.substr(start + 1, line.find_last_of(">\"") - start - 1));
        }
    }
    return includes;
}

/// Rooms of core, from the ground up, and what each may use besides itself.
const std::map<std::string, std::set<std::string>> coreRooms{
    {"base", {}},
    {"stats", {"base"}},
    {"host", {"base"}},
    {"target", {"base"}},
    {"session", {"base", "stats", "host"}},
    {"load", {"base", "stats", "host", "target", "session"}},
    {"spawn", {"base", "stats", "host", "session"}},
};

/// Rooms of the window: the same within widgets. All of core is below them. What the document takes from the
/// charts is their spec, a value.
const std::map<std::string, std::set<std::string>> windowRooms{
    {"theme", {}},
    {"charts", {}},
    {"document", {"charts"}},
    {"models", {"document", "theme"}},
    {"dialogs", {"charts", "models", "document", "theme"}},
    {"panes", {"charts", "models", "document", "theme"}},
    {"load", {"charts", "dialogs", "models", "document", "theme", "panes"}},
    {"spawn", {"charts", "dialogs", "models", "document", "theme", "panes"}},
    {"window", {"charts", "dialogs", "models", "document", "theme", "panes", "load", "spawn"}},
};

/// Includes that name a room which `source`'s own may not use.
void expectArrowsGoDown(const std::string& top, const SourceFile& source,
    const std::map<std::string, std::set<std::string>>& rooms)
{
    const auto allowed = rooms.find(source.room());
    ASSERT_NE(allowed, rooms.end()) << source.path << " is in a room that the map does not know";
    for (const auto& include : includesOf(source)) {
        const auto room = include.substr(0, include.find('/'));
        const bool isHere = rooms.contains(room) && fs::exists(sourceDirectory / top / include);
        if (isHere && room != source.room()) {
            EXPECT_TRUE(allowed->second.contains(room)) << source.path << " includes " << include;
        }
    }
}

} // namespace

TEST(Structure, ArrowsBetweenTheRoomsOfCoreGoDown)
{
    for (const auto& source : sourcesBelow("core")) {
        expectArrowsGoDown("core", source, coreRooms);
    }
}

TEST(Structure, CoreKnowsNeitherQtNorTheWindow)
{
    for (const auto* folder : {"core", "app/assay-cli"}) {
        for (const auto& source : sourcesBelow(folder)) {
            for (const auto& include : includesOf(source)) {
                EXPECT_FALSE(include.starts_with("Q") || include.starts_with("Qt")
                    || include.starts_with("charts/") || include.starts_with("window/")
                    || include.starts_with("document/"))
                    << source.path << " includes " << include;
            }
        }
    }
}

TEST(Structure, ArrowsBetweenTheRoomsOfTheWindowGoDown)
{
    for (const auto& source : sourcesBelow("widgets")) {
        expectArrowsGoDown("widgets", source, windowRooms);
    }
}

TEST(Structure, OnlyTheChartsKnowQtCharts)
{
    for (const auto* folder : {"widgets", "app"}) {
        for (const auto& source : sourcesBelow(folder)) {
            for (const auto& include : includesOf(source)) {
                const bool qtCharts = include.starts_with("QtCharts") || include.starts_with("QChart")
                    || include.ends_with("Series") || include == "QValueAxis" || include == "QLogValueAxis";
                EXPECT_TRUE(!qtCharts || source.room() == "charts") << source.path << " includes " << include;
            }
        }
    }
}

TEST(Structure, FilesStayShort)
{
    for (const auto* folder : {"core", "widgets", "app"}) {
        for (const auto& source : sourcesBelow(folder)) {
            EXPECT_LE(source.lines.size(), source.path.filename() == "main.cpp" ? 200U : 500U) << source.path;
            EXPECT_TRUE(
                !source.lines.empty() && source.lines[0] == "// SPDX-License-Identifier: GPL-3.0-or-later")
                << source.path << " does not begin with its licence";
        }
    }
}

TEST(Structure, TopLevelIsTheOneThatWasAskedFor)
{
    const std::set<std::string> expected{"CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "app",
        "core", "widgets", "resources", "tests", "installers", "build"};
    for (const auto& entry : fs::directory_iterator{sourceDirectory}) {
        const auto name = entry.path().filename().string();
        EXPECT_TRUE(name.starts_with(".") || expected.contains(name)) << name;
    }
}

} // namespace assay::test
