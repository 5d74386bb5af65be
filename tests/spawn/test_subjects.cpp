// SPDX-License-Identifier: GPL-3.0-or-later
// A cell that hangs, dies or cannot be set up is told as such, and nothing of it is left running.
#include "base/clock.h"
#include "spawn/processchildren.h"
#include "spawn/spawnfixture.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::test {
namespace {

using namespace spawn;
using testing::HasSubstr;

/// Whether a process with this text in its command line runs.
bool isRunning(const std::string& text)
{
    for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
        std::ifstream file{entry.path() / "cmdline", std::ios::binary};
        std::ostringstream read;
        read << file.rdbuf(); // which takes it that the process ends meanwhile
        const auto line = read.str();
        if (line.find(text) != std::string::npos && entry.path().filename() != std::to_string(getpid())) {
            return true;
        }
    }
    return false;
}

/// Whether that becomes true in time; looked at every 5 ms.
bool within(std::int64_t limitNs, const std::function<bool()>& isTrue)
{
    const auto deadlineNs = monotonicNs() + limitNs;
    while (!isTrue()) {
        if (monotonicNs() > deadlineNs) {
            return false;
        }
        usleep(5000);
    }
    return true;
}

TEST(Subject, ThatHangsIsKilledWithItsChildren)
{
    const std::string marker = "61.25"; // seconds that nothing else sleeps
    for (const auto mechanism :
        {Mechanism::Fork, Mechanism::Vfork, Mechanism::System, Mechanism::ForkServer}) {
        const auto result = measureRound(cellOf(mechanism, {"/bin/sleep", marker}), fewSpawns(),
            builtPrograms(), 300 * nsPerMs, [] { return false; });
        ASSERT_TRUE(result);
        EXPECT_THAT(result->problem, HasSubstr("Not done after 300 ms"));
        EXPECT_FALSE(isRunning(marker)) << factsOf(mechanism).name;
    }
}

/// A child that leaves its subject's session, as daemons do.
std::vector<std::string> daemonChild(const std::string& marker)
{
    return {"/usr/bin/setsid", "/bin/sleep", marker};
}

TEST(Subject, LeavesNobodyBehindWhoLeftItsSession)
{
    const std::string marker = "63.25";
    for (const auto mechanism : {Mechanism::Fork, Mechanism::BoostV2ForkAndForget,
             Mechanism::QProcessDetached, Mechanism::ForkServer, Mechanism::JavaVfork}) {
        const auto cell = cellOf(mechanism, daemonChild(marker));
        if (const auto reason = whyUnavailable(cell, machineHere())) {
            std::cout << "without " << factsOf(mechanism).name << ": " << *reason << '\n';
            continue;
        }
        bool started = false;
        const auto result = measureRound(cell, fewSpawns(), builtPrograms(), 60 * nsPerSecond, [&] {
            started = started || isRunning(marker);
            return started;
        });
        EXPECT_TRUE(started && !result) << factsOf(mechanism).name;
        EXPECT_FALSE(isRunning(marker)) << factsOf(mechanism).name;
    }
}

TEST(Subject, LeavesNoChildToThisProcess)
{
    // Of what is left to init, some systems take no care: waiting for that made each round last a second.
    for (const auto mechanism : {Mechanism::Fork, Mechanism::QProcessDetached, Mechanism::ForkServer}) {
        if (const auto reason = whyUnavailable(cellOf(mechanism), machineHere())) {
            std::cout << "without " << factsOf(mechanism).name << ": " << *reason << '\n';
            continue;
        }
        EXPECT_EQ(measured(cellOf(mechanism)).problem, "");
        EXPECT_THAT(childrenOf(getpid()), testing::IsEmpty()) << factsOf(mechanism).name;
    }
}

TEST(Subject, IsGoneWithAllItStartedWhenTheEngineIsKilled)
{
    const std::string marker = "64.25";
    for (const auto mechanism : {Mechanism::Fork, Mechanism::QProcessDetached, Mechanism::JavaVfork}) {
        const auto cell = cellOf(mechanism, daemonChild(marker));
        if (whyUnavailable(cell, machineHere())) {
            continue; // LeavesNobodyBehindWhoLeftItsSession tells why
        }
        const pid_t engine = fork();
        if (engine == 0) {
            measureRound(cell, fewSpawns(), builtPrograms(), 60 * nsPerSecond, [] { return false; });
            _exit(0);
        }
        EXPECT_TRUE(within(30 * nsPerSecond, [&] { return isRunning(marker); })) << factsOf(mechanism).name;
        kill(engine, SIGKILL);
        waitpid(engine, nullptr, 0);
        EXPECT_TRUE(within(30 * nsPerSecond, [&] { return !isRunning(marker); })) << factsOf(mechanism).name;
    }
}

TEST(Subject, IsGoneWhenCancelledInTheMiddle)
{
    const std::string marker = "62.25";
    const auto startNs = monotonicNs();
    const auto result = measureRound(cellOf(Mechanism::PosixSpawn, {"/bin/sleep", marker}), fewSpawns(),
        builtPrograms(), 60 * nsPerSecond, [&] { return isRunning(marker); });
    EXPECT_FALSE(result) << "a cancelled round is no result";
    EXPECT_LT(monotonicNs() - startNs, 30 * nsPerSecond);
    EXPECT_FALSE(isRunning(marker));
}

/// Its watcher may find itself a child of the engine, and must not take that for the subject.
TEST(Subject, ThatEndsAtOnceNeverStopsTheEngine)
{
    const pid_t engine = fork();
    if (engine == 0) {
        auto cell = cellOf(Mechanism::JavaVfork);
        auto programs = builtPrograms();
        programs.java = "/no/such/java";
        for (int i = 0; i < 200; ++i) {
            const auto result =
                measureRound(cell, fewSpawns(), programs, 60 * nsPerSecond, [] { return false; });
            if (!result || result->problem.find("/no/such/java") == std::string::npos) {
                _exit(1);
            }
        }
        _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(engine, &status, WUNTRACED), engine);
    EXPECT_TRUE(WIFEXITED(status)) << "stopped by its own subject's watcher";
    EXPECT_EQ(status, 0);
    kill(engine, SIGKILL);
}

TEST(Subject, KeepsWhatChildrenPrintOutOfItsFigures)
{
    for (const auto mechanism : {Mechanism::Fork, Mechanism::ForkServer, Mechanism::System,
             Mechanism::QProcessStart, Mechanism::JavaVfork}) {
        auto cell = cellOf(mechanism, {"/bin/sh", "-c", "head -c 4000 /dev/zero | tr '\\0' x; cat"});
        cell.threads = 2;
        if (whyUnavailable(cell, machineHere())) {
            continue; // LeavesNobodyBehindWhoLeftItsSession tells why
        }
        const auto result = measured(cell);
        EXPECT_EQ(result.problem, "") << factsOf(mechanism).name;
        EXPECT_EQ(result.spawns, 20U) << factsOf(mechanism).name;
        EXPECT_TRUE(result.failures.empty()) << factsOf(mechanism).name;
        EXPECT_TRUE(result.phases[static_cast<std::size_t>(Phase::Start)].empty()) << factsOf(mechanism).name;
    }
}

/// The processors that its children were allowed, as they tell.
std::set<std::string> processorsOfChildren(Placement placement)
{
    const TemporaryDirectory folder;
    const auto file = (folder / "allowed").string();
    auto cell = cellOf(Mechanism::Vfork,
        {"/bin/sh", "-c", "grep Cpus_allowed_list /proc/self/status >> " + file + "; sleep 0.01"});
    cell.threads = 2;
    cell.placement = placement;
    EXPECT_EQ(measured(cell).problem, "");
    std::set<std::string> seen;
    std::ifstream lines{file};
    for (std::string line; std::getline(lines, line);) {
        seen.insert(line);
    }
    return seen;
}

TEST(Subject, PlacesItsThreadsAsAsked)
{
    const auto free = processorsOfChildren(Placement::Free);
    EXPECT_EQ(free.size(), 1U);
    EXPECT_EQ(processorsOfChildren(Placement::SameCpu).size(), 1U);
    if (machineHere().cpus < 2) {
        GTEST_SKIP() << "needs two processors";
    }
    EXPECT_NE(processorsOfChildren(Placement::SameCpu), free);
    // Ten spawns before those that count run on the first thread's processor alone.
    EXPECT_EQ(processorsOfChildren(Placement::Spread).size(), 2U);
}

TEST(Subject, CountsTheTimeOfAForkServersChildren)
{
    const std::vector<std::string> busy{"/bin/sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"};
    const auto result = measured(cellOf(Mechanism::ForkServer, busy));
    EXPECT_EQ(result.spawns, 20U);
    EXPECT_GT(result.cpuUserS + result.cpuSystemS, 0.05);
}

TEST(Subject, HasAWholeRoundsTimeBeforeItIsGivenUp)
{
    auto work = fewSpawns(4);
    work.ratePerSecond = 10;
    const auto result =
        measureRound(cellOf(Mechanism::Vfork), work, builtPrograms(), 5 * nsPerSecond, [] { return false; });
    ASSERT_TRUE(result);
    EXPECT_EQ(work.plannedNs(), 400 * nsPerMs);
    EXPECT_EQ(result->problem, "");
    work.durationNs = 200 * nsPerMs;
    EXPECT_EQ(work.plannedNs(), 200 * nsPerMs);
}

TEST(Subject, ThatIsAJvmMeasuresForADuration)
{
    const auto cell = cellOf(Mechanism::JavaVfork);
    if (const auto reason = whyUnavailable(cell, machineHere())) {
        GTEST_SKIP() << *reason;
    }
    Work work;
    work.count = 0;
    work.durationNs = 200 * nsPerMs;
    const auto result = measured(cell, work);
    EXPECT_EQ(result.problem, "");
    EXPECT_GT(result.spawns, 0U);
}

TEST(Subject, ThatIsKilledIsToldAsSuch)
{
    const auto result =
        measured(cellOf(Mechanism::Fork, {"/bin/sh", "-c", "kill -9 $PPID; sleep 1"}), fewSpawns());
    EXPECT_THAT(result.problem, HasSubstr("killed by SIGKILL"));
    EXPECT_EQ(result.spawns, 0U);
}

TEST(Subject, ThatDiesOfASignalIsToldAsSuch)
{
    const auto result =
        measured(cellOf(Mechanism::Fork, {"/bin/sh", "-c", "kill -SEGV $PPID; sleep 1"}), fewSpawns());
    EXPECT_THAT(result.problem, HasSubstr("killed by SIGSEGV"));
}

TEST(Subject, ThatIsMissingIsNamed)
{
    auto programs = builtPrograms();
    programs.plain = "/nowhere/assay-subject";
    const auto result =
        measureRound(cellOf(Mechanism::Fork), fewSpawns(), programs, nsPerSecond, [] { return false; });
    ASSERT_TRUE(result);
    EXPECT_THAT(result->problem, HasSubstr("/nowhere/assay-subject"));
}

TEST(Subject, WorksForAProcessThatBlocksAndIgnoresSignals)
{
    // Desktop launchers and supervisors leave such things to what they start.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const auto ignored = std::signal(SIGCHLD, SIG_IGN);
    const auto result = measured(cellOf(Mechanism::Fork));
    std::signal(SIGCHLD, ignored);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    EXPECT_EQ(result.problem, "");
    EXPECT_EQ(result.spawns, 20U);
}

/// In a child process of its own, since it loses its streams.
TEST(Subject, WorksForAProcessWithoutStandardStreams)
{
    const pid_t pid = fork();
    if (pid == 0) {
        close(0);
        close(1);
        close(2);
        const auto result = measureRound(
            cellOf(Mechanism::Fork), fewSpawns(), builtPrograms(), 60 * nsPerSecond, [] { return false; });
        _exit(result && result->spawns == 20 && result->leaked == 0 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
}

/// Runs `use` in a child process under a lowered limit.
template <typename Use> int underLimit(__rlimit_resource resource, rlim_t value, uid_t user, Use use)
{
    const pid_t pid = fork();
    if (pid == 0) {
        const rlimit limit{value, value};
        if (setrlimit(resource, &limit) != 0 || (user != 0 && setuid(user) != 0)) {
            _exit(99);
        }
        _exit(use() ? 0 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    return status >> 8;
}

TEST(Subject, TellsWhichLimitOfProcessesItHit)
{
    if (getuid() != 0) {
        GTEST_SKIP() << "needs root, to become a user with a limit";
    }
    const auto status = underLimit(RLIMIT_NPROC, 5, 65534, [] {
        auto cell = cellOf(Mechanism::Fork, {"/bin/sleep", "0.2"});
        cell.threads = 8;
        const auto result =
            measureRound(cell, fewSpawns(16), builtPrograms(), 60 * nsPerSecond, [] { return false; });
        return result && (!result->problem.empty() || result->failures.contains(EAGAIN));
    });
    EXPECT_EQ(status, 0);
}

TEST(Subject, TellsThatItsThreadsWereRefused)
{
    if (getuid() != 0) {
        GTEST_SKIP() << "needs root, to become a user with a limit";
    }
    const auto status = underLimit(RLIMIT_NPROC, 12, 65534, [] {
        auto cell = cellOf(Mechanism::Fork);
        cell.threads = 32;
        const auto result =
            measureRound(cell, fewSpawns(64), builtPrograms(), 60 * nsPerSecond, [] { return false; });
        return result && result->problem.find("ulimit -u") != std::string::npos;
    });
    EXPECT_EQ(status, 0);
}

TEST(Subject, TellsThatMemoryWasRefused)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizer's own memory takes more addresses than the limit allows";
#endif
    const auto status = underLimit(RLIMIT_AS, 1LL << 30, 0, [] {
        auto cell = cellOf(Mechanism::Fork);
        cell.memoryBytes = 2LL << 30;
        const auto result =
            measureRound(cell, fewSpawns(), builtPrograms(), 60 * nsPerSecond, [] { return false; });
        return result && result->problem.find("could not be filled") != std::string::npos
            && result->problem.find("ulimit -v") != std::string::npos;
    });
    EXPECT_EQ(status, 0);
}

struct FillRow
{
    const char* name;
    Fill fill;
    PageSize pages;
    Slabs slabs;
    bool resident; ///< all of it
    bool pageTables; ///< an entry for each small page
};

void PrintTo(const FillRow& row, std::ostream* out)
{
    *out << row.name;
}

/// Grows the pool of huge pages for as long as it lives, where that is allowed.
class HugePages
{
public:
    explicit HugePages(std::int64_t pages)
    {
        std::ifstream{file} >> m_before;
        std::ofstream{file} << m_before + pages;
    }
    ~HugePages() { std::ofstream{file} << m_before; }
    HugePages(const HugePages&) = delete;
    HugePages& operator=(const HugePages&) = delete;

private:
    static constexpr auto file = "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages";
    std::int64_t m_before = 0;
};

class Ballast : public testing::TestWithParam<FillRow>
{ };

TEST_P(Ballast, IsWhatTheCellAskedFor)
{
    constexpr std::int64_t bytes = 160LL << 20;
    auto cell = cellOf(Mechanism::Vfork);
    cell.memoryBytes = bytes;
    cell.fill = GetParam().fill;
    cell.pages = GetParam().pages;
    cell.slabs = GetParam().slabs;
    const HugePages pool{cell.pages == PageSize::Huge2M ? 100 : 0};
    if (const auto reason = whyUnavailable(cell, machineHere())) {
        GTEST_SKIP() << *reason;
    }
    const auto result = measured(cell, fewSpawns(5));
    ASSERT_EQ(result.problem, "");
    EXPECT_EQ(result.spawns, 5U);
    if (GetParam().resident) {
        EXPECT_GE(result.memory.resident, bytes);
    } else {
        EXPECT_LT(result.memory.resident, bytes / 4);
    }
    const auto entries = bytes / sysconf(_SC_PAGESIZE) * 8;
    if (GetParam().pageTables) {
        EXPECT_GE(result.memory.pageTables, entries);
    } else if (cell.pages != PageSize::Transparent) { // the kernel keeps tables ready for their splitting
        EXPECT_LT(result.memory.pageTables, entries);
    }
    if (cell.pages != PageSize::Base) {
        EXPECT_GE(result.memory.huge, bytes * 9 / 10);
    } else {
        EXPECT_EQ(result.memory.huge, 0);
    }
    if (cell.slabs == Slabs::PerPage) {
        EXPECT_GE(result.memory.mappings, bytes / sysconf(_SC_PAGESIZE));
    }
}

INSTANTIATE_TEST_SUITE_P(Fills, Ballast,
    testing::Values(FillRow{"Written", Fill::Written, PageSize::Base, Slabs::One, true, true},
        FillRow{"WrittenInPieces", Fill::Written, PageSize::Base, Slabs::Pieces, true, true},
        FillRow{"WrittenAMappingAPage", Fill::Written, PageSize::Base, Slabs::PerPage, true, true},
        FillRow{"Read", Fill::Read, PageSize::Base, Slabs::One, false, true},
        FillRow{"Reserved", Fill::Reserved, PageSize::Base, Slabs::One, false, false},
        FillRow{"Shared", Fill::Shared, PageSize::Base, Slabs::One, true, true},
        FillRow{"DontFork", Fill::DontFork, PageSize::Base, Slabs::One, true, true},
        FillRow{"Transparent", Fill::Written, PageSize::Transparent, Slabs::One, true, false},
        FillRow{"TransparentInPieces", Fill::Written, PageSize::Transparent, Slabs::Pieces, true, false},
        FillRow{"Huge2M", Fill::Written, PageSize::Huge2M, Slabs::One, true, false}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(Rate, IsKeptAndItsDelayTold)
{
    Work work;
    work.count = 40;
    work.ratePerSecond = 100;
    const auto result = measured(cellOf(Mechanism::Vfork), work);
    EXPECT_EQ(result.spawns, 40U);
    // 39 gaps of 10 ms lie between the first and the last begin: it can't be shorter.
    EXPECT_GE(result.lengthNs, 389 * nsPerMs);
    EXPECT_GE(result.lateP99Ns, 0);
}

TEST(Duration, EndsARound)
{
    Work work;
    work.count = 0;
    work.durationNs = 100 * nsPerMs;
    const auto result = measured(cellOf(Mechanism::Vfork), work);
    EXPECT_EQ(result.problem, "");
    EXPECT_GT(result.spawns, 0U);
    EXPECT_GE(result.phases[static_cast<std::size_t>(Phase::Whole)].count(), result.spawns);
}

} // namespace
} // namespace assay::test
