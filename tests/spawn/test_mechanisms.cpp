// SPDX-License-Identifier: GPL-3.0-or-later
// Every mechanism starts real children, and says what went wrong with those that cannot be started.
#include "spawn/cloneflags.h"
#include "spawn/spawnfixture.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <set>

namespace assay::test {
namespace {

using namespace spawn;
using enum Mechanism;
using testing::HasSubstr;

std::vector<Mechanism> allMechanisms()
{
    std::vector<Mechanism> all;
    for (const auto& facts : mechanisms()) {
        all.push_back(facts.mechanism);
    }
    return all;
}

std::string rowName(const testing::TestParamInfo<Mechanism>& row)
{
    return std::string{factsOf(row.param).name};
}

/// A shell stands between us and the program: what happens to that is an exit code of the shell.
bool goesThroughShell(Mechanism mechanism)
{
    return mechanism == System || mechanism == Popen;
}

/// Gives a text without a first line for the kernel to a shell, as execvp() does.
bool runsPlainScripts(Mechanism mechanism)
{
    return goesThroughShell(mechanism) || factsOf(mechanism).subject == SubjectKind::Java;
}

/// exec's error cannot come back to the caller.
bool hidesExecErrors(Mechanism mechanism)
{
    return goesThroughShell(mechanism) || mechanism == BoostV2ForkAndForget
        || mechanism == BoostV1LimitHandles; // it closes the pipe that would carry the error
}

class EachMechanism : public testing::TestWithParam<Mechanism>
{
protected:
    void SetUp() override
    {
        if (const auto reason = whyUnavailable(cellOf(GetParam()), machineHere())) {
            GTEST_SKIP() << *reason;
        }
    }
};

TEST_P(EachMechanism, StartsChildrenThatTellTheirFirstInstant)
{
    const auto result = measured(cellOf(GetParam()));
    EXPECT_EQ(result.problem, "");
    EXPECT_EQ(result.spawns, 20U);
    EXPECT_TRUE(result.failures.empty());
    EXPECT_TRUE(result.badEnds.empty());
    EXPECT_EQ(result.zombies, 0);
    EXPECT_EQ(result.leaked, 0) << "descriptors";
    const auto& [call, start, whole] = result.phases;
    EXPECT_EQ(start.count(), 20U);
    EXPECT_GT(start.minNs(), 0);
    EXPECT_LE(start.percentileNs(50), whole.percentileNs(50));
    EXPECT_LE(call.percentileNs(50), whole.percentileNs(50));
    EXPECT_GT(result.memory.pageTables, 0);
}

TEST_P(EachMechanism, StartsChildrenFromSeveralThreads)
{
    auto cell = cellOf(GetParam());
    cell.threads = 4;
    const auto result = measured(cell, fewSpawns(40));
    EXPECT_EQ(result.problem, "");
    EXPECT_EQ(result.spawns, 40U);
    EXPECT_EQ(result.zombies, 0);
    EXPECT_EQ(result.phases[static_cast<std::size_t>(Phase::Start)].count(), 40U);
}

TEST_P(EachMechanism, TellsExitCodes)
{
    const auto result = measured(cellOf(GetParam(), {"/bin/sh", "-c", "exit 7"}), fewSpawns(5));
    EXPECT_EQ(result.problem, "");
    EXPECT_EQ(result.spawns, 5U);
    EXPECT_EQ(result.badEnds, (std::map<std::string, std::uint64_t>{{"exit 7", 5}}));
}

TEST_P(EachMechanism, PassesArgumentsAsTheyAre)
{
    const TemporaryDirectory folder;
    const auto file = (folder / "a file with 'quotes' and $signs").string();
    const auto result =
        measured(cellOf(GetParam(),
                     {"/bin/sh", "-c", "test -e \"$0\" && test \"$1\" = 'two words'", file, "two words"}),
            fewSpawns(1));
    EXPECT_EQ(result.badEnds, (std::map<std::string, std::uint64_t>{{"exit 1", 1}}))
        << "there is no such file";
    writeProgram(folder, "a file with 'quotes' and $signs", "");
    const auto found =
        measured(cellOf(GetParam(),
                     {"/bin/sh", "-c", "test -e \"$0\" && test \"$1\" = 'two words'", file, "two words"}),
            fewSpawns(1));
    EXPECT_TRUE(found.badEnds.empty());
}

struct BadChild
{
    const char* name;
    int error;
};

/// Programs that exec refuses, and with which errno.
std::string makeBadChild(const TemporaryDirectory& folder, int error)
{
    switch (error) {
    case ENOENT:
        return folder / "does-not-exist";
    case EACCES:
        return writeProgram(folder, "not-executable", "#!/bin/sh\n", 0644);
    default:
        return writeProgram(folder, "no-shebang", "exit 0\n");
    }
}

TEST_P(EachMechanism, CountsWhatExecRefusesAndLeavesNoZombie)
{
    const TemporaryDirectory folder;
    for (const int error : {ENOENT, EACCES, ENOEXEC}) {
        const auto result = measured(cellOf(GetParam(), {makeBadChild(folder, error)}), fewSpawns(30));
        SCOPED_TRACE(error);
        EXPECT_EQ(result.problem, "");
        EXPECT_EQ(result.zombies, 0);
        if (error == ENOEXEC && runsPlainScripts(GetParam())) {
            EXPECT_EQ(result.spawns, 30U);
            EXPECT_TRUE(result.badEnds.empty());
        } else if (hidesExecErrors(GetParam())) {
            EXPECT_EQ(result.spawns, 30U) << "a shell or the fork itself ran";
            EXPECT_EQ(result.badEnds.size(), 1U);
        } else {
            EXPECT_EQ(result.failures, (std::map<int, std::uint64_t>{{error, 30}}));
            EXPECT_EQ(result.spawns, 0U);
        }
    }
}

TEST_P(EachMechanism, DoesNotWaitForWhatItsChildLeftBehind)
{
    // The grandchild holds the streams for a minute; the subject's end must take it along.
    const auto result = measured(cellOf(GetParam(), {"/bin/sh", "-c", "sleep 60 & exit 0"}), fewSpawns(2));
    EXPECT_EQ(result.problem, "");
    EXPECT_EQ(result.spawns, 2U);
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, EachMechanism, testing::ValuesIn(allMechanisms()), rowName);

TEST(Clone3, DoesWhatItsFlagsSay)
{
    for (const auto* flags : {"", "CLONE_VFORK", "CLONE_VM", "CLONE_VM|CLONE_VFORK", "CLONE_FILES|CLONE_FS",
             "CLONE_CLEAR_SIGHAND"}) {
        auto cell = cellOf(Clone3);
        cell.cloneFlags = *cloneFlagsFromText(flags);
        const auto result = measured(cell);
        EXPECT_EQ(result.spawns, 20U) << flags << " " << result.problem;
        EXPECT_EQ(result.zombies, 0) << flags;
    }
}

TEST(Clone3, TellsWhichFlagsTheKernelRefuses)
{
    auto cell = cellOf(Clone3);
    cell.cloneFlags = *cloneFlagsFromText("CLONE_NEWNS|CLONE_FS"); // never together
    const auto result = measured(cell);
    EXPECT_EQ(result.failures, (std::map<int, std::uint64_t>{{EINVAL, 20}}));
}

class ClosingMechanism : public testing::TestWithParam<Mechanism>
{ };

TEST_P(ClosingMechanism, LeavesItsChildTheDescriptorsThatItShould)
{
    for (const auto way : {CloseWay::Inherit, CloseWay::Loop, CloseWay::Proc, CloseWay::CloseRange}) {
        auto cell = cellOf(GetParam());
        cell.openFiles = 50;
        cell.closeWay = way;
        auto machine = machineHere();
        machine.openFileLimit = 1024;
        if (whyUnavailable(cell, machine)) {
            continue;
        }
        const auto result = measured(cell);
        EXPECT_EQ(result.spawns, 20U) << result.problem;
        EXPECT_EQ(result.leaked, way == CloseWay::Inherit ? 50 : 0)
            << closeWayNames[static_cast<std::size_t>(way)];
    }
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, ClosingMechanism,
    testing::Values(Fork, RawClone, Vfork, CloneVm, Clone3, PosixSpawn), rowName);

} // namespace
} // namespace assay::test
