// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/availability.h"
#include "spawn/spawnfixture.h"

#include <gmock/gmock.h>

#include <fstream>

namespace assay::test {
namespace {

using namespace spawn;
using testing::HasSubstr;
namespace fs = std::filesystem;

Machine bigMachine()
{
    Machine machine;
    machine.programs = {
        "/x/assay-subject", "/x/assay-subject-qt", "/x/assay-child", "/usr/bin/java", "/x/S.java", true};
    machine.freeMemoryBytes = 64LL << 30;
    machine.transparentHugePages = true;
    machine.openFileLimit = 1024;
    return machine;
}

std::string reason(const Cell& cell, const Machine& machine = bigMachine())
{
    return whyUnavailable(cell, machine).value_or("");
}

TEST(Availability, OfPlainCellsIsGiven)
{
    for (const auto& facts : mechanisms()) {
        EXPECT_EQ(reason(cellOf(facts.mechanism)), "") << facts.name;
    }
}

TEST(Availability, NamesTheProgramThatIsMissing)
{
    auto machine = bigMachine();
    machine.programs.hasJavaCompiler = false;
    EXPECT_THAT(reason(cellOf(Mechanism::JavaVfork), machine), HasSubstr("cannot run source files"));
    machine.programs.java.clear();
    EXPECT_THAT(reason(cellOf(Mechanism::JavaVfork), machine), HasSubstr("openjdk-17-jdk-headless"));
    machine.programs.qt.clear();
    EXPECT_THAT(reason(cellOf(Mechanism::QProcessStart), machine), HasSubstr("assay-subject-qt"));
    machine.programs.child.clear();
    EXPECT_THAT(reason(cellOf(Mechanism::Fork), machine), HasSubstr("assay-child"));
}

TEST(Availability, OfPooledPagesComesWithTheCommandThatGrowsThePool)
{
    auto machine = bigMachine();
    auto cell = cellOf(Mechanism::Fork);
    cell.memoryBytes = 1LL << 30;
    cell.pages = PageSize::Huge2M;
    EXPECT_THAT(reason(cell, machine), HasSubstr("no huge pages of 2 MiB"));
    machine.pool2M = {true, 100};
    EXPECT_THAT(reason(cell, machine), HasSubstr("Needs 512 huge pages of 2 MiB, 100 are free"));
    EXPECT_THAT(
        growPoolCommand(cell, machine), HasSubstr(" + 412)) > /sys/kernel/mm/hugepages/hugepages-2048kB"));
    machine.pool2M.freePages = 512;
    EXPECT_EQ(reason(cell, machine), "");
}

TEST(Availability, KnowsTheMachinesLimits)
{
    const auto machine = bigMachine();
    auto cell = cellOf(Mechanism::Fork);
    cell.memoryBytes = 63LL << 30;
    EXPECT_THAT(reason(cell), HasSubstr("64.0 GiB are free"));
    cell.fill = Fill::Reserved;
    EXPECT_EQ(reason(cell), "") << "reserving takes none of it";

    cell = cellOf(Mechanism::Fork);
    cell.memoryBytes = 1LL << 30;
    cell.slabs = Slabs::PerPage;
    EXPECT_THAT(reason(cell), HasSubstr("vm.max_map_count"));

    cell = cellOf(Mechanism::Fork);
    cell.openFiles = 2000;
    EXPECT_THAT(reason(cell), HasSubstr("ulimit -n"));

    cell = cellOf(Mechanism::Fork);
    cell.closeWay = CloseWay::Loop;
    auto endless = machine;
    endless.openFileLimit = 1'073'741'816;
    EXPECT_THAT(reason(cell, endless), HasSubstr("one by one"));
}

TEST(Availability, OfAWayToCloseDependsOnTheMechanism)
{
    for (const auto& facts : mechanisms()) {
        auto cell = cellOf(facts.mechanism);
        cell.closeWay = CloseWay::Proc;
        EXPECT_EQ(reason(cell).empty(), facts.ownsChildCode) << facts.name;
    }
    auto cell = cellOf(Mechanism::PosixSpawn);
    cell.closeWay = CloseWay::CloseRange;
    EXPECT_EQ(reason(cell), "") << "it has closefrom";
}

TEST(Availability, ReadsTheMachine)
{
    const TemporaryDirectory root;
    const auto put = [&](const std::string& path, const std::string& text) {
        fs::create_directories((root / path).parent_path());
        std::ofstream{root / path} << text;
    };
    put("proc/meminfo", "MemTotal: 2000 kB\nMemAvailable: 1000 kB\n");
    put("proc/sys/vm/max_map_count", "1234\n");
    put("sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "7\n");
    put("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
    const auto machine = Machine::inspect(root.path());
    EXPECT_EQ(machine.freeMemoryBytes, 1000 * 1024);
    EXPECT_EQ(machine.maxMappings, 1234);
    EXPECT_TRUE(machine.pool2M.exists);
    EXPECT_EQ(machine.pool2M.freePages, 7);
    EXPECT_FALSE(machine.pool1G.exists);
    EXPECT_FALSE(machine.transparentHugePages);
}

} // namespace
} // namespace assay::test
