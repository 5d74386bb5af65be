// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "session/forkedchild.h"
#include "session/sessionfixture.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using namespace session;
using testing::HasSubstr;

constexpr std::size_t partSamples = 1'500;

/// Records without end; after each commit it sends how many samples the file must hold from now on.
void recordForever(const fs::path& path, const std::function<void(const std::string&)>& send)
{
    auto file = require(SessionFile::openOrCreate(path));
    const auto experiment = require(file.putExperiment(someExperiment()));
    auto recorder = require(RunRecorder::begin(file, startOf(experiment)));
    SyntheticLoad load;
    std::size_t samples = 0;
    for (std::int64_t i = 0;; ++i) {
        require(recorder.addSamples(load.next(partSamples)));
        require(
            recorder.addInterval({.startNs = i * 200, .lengthNs = 200, .completed = partSamples}, {}, {}));
        require(recorder.addFailure({.kind = FailureKind::Reset, .message = "x"}));
        require(recorder.commit());
        samples += partSamples;
        send(std::to_string(samples));
    }
}

/// Returns the number of runs in the file.
std::size_t expectWhole(const fs::path& path, std::size_t runsBefore, std::size_t committed)
{
    const auto file = require(SessionFile::open(path, SessionFile::Mode::ReadOnly));
    EXPECT_EQ(file.database().execAndGet("PRAGMA integrity_check").getString(), "ok");
    const RunReader reader{file};
    const auto runs = require(reader.runs());
    if (runs.size() == runsBefore) {
        EXPECT_EQ(committed, 0U) << "the run is missing";
        return runsBefore;
    }
    const auto& run = runs.back();
    EXPECT_EQ(run.state, RunState::Interrupted);
    EXPECT_GE(run.sampleCount, committed);
    EXPECT_LE(run.sampleCount, committed + partSamples);
    EXPECT_EQ(readSamples(file, run.id).size(), run.sampleCount);
    EXPECT_EQ(require(reader.intervals(run.id, 0)).size(), run.sampleCount / partSamples);
    EXPECT_EQ(require(reader.failures(run.id)).size(), run.sampleCount / partSamples);
    return runs.size();
}

TEST(Crash, LosesNothingThatWasCommitted)
{
    const TemporaryDirectory directory;
    const auto path = directory / "x.assay";
    std::mt19937_64 random{std::random_device{}()};
    constexpr int rounds = 40;
    std::size_t runs = 0;
    for (int round = 0; round < rounds; ++round) {
        std::size_t committed = 0;
        {
            ForkedChild child{[&](const auto& send) { recordForever(path, send); }};
            // Early deaths hit the making of file and run, late ones commits and checkpoints.
            const auto lines = random() % 12;
            for (std::uint64_t i = 0; i < lines; ++i) {
                committed = std::stoul(child.nextLine());
            }
            usleep(static_cast<useconds_t>(random() % 15'000));
            child.kill();
            child.waitFor();
            for (auto line = child.nextLine(); !line.empty(); line = child.nextLine()) {
                committed = std::stoul(line);
            }
        }
        if (!fs::exists(path)) {
            ASSERT_EQ(committed, 0U);
            continue;
        }
        runs = expectWhole(path, runs, committed);
        if (HasFailure()) {
            FAIL() << "in round " << round;
        }
        if (round % 10 == 9) {
            auto file = require(SessionFile::open(path, SessionFile::Mode::ReadWrite));
            require(file.markInterruptedRuns());
            require(file.settle());
            EXPECT_FALSE(fs::exists(path.string() + "-wal"));
        }
    }
}

/// Outside of write-ahead mode a change is written over the old pages, which a journal keeps until it is
/// done.
TEST_F(SessionTest, IsReadAfterADeathWithinAChange)
{
    require(m_file.setView("a", "before"));
    require(m_file.settle());
    {
        ForkedChild child{[&](const auto& send) {
            SQLite::Database database{m_path.string(), SQLite::OPEN_READWRITE};
            database.exec("PRAGMA cache_size = 2; BEGIN; UPDATE view SET value = 'after'");
            for (int i = 0; i < 100; ++i) { // more than the cache holds
                database.exec("INSERT INTO view VALUES ('k" + std::to_string(i) + "', hex(zeroblob(3000)))");
            }
            send("changed");
            pause();
        }};
        EXPECT_EQ(child.nextLine(), "changed");
    }
    ASSERT_TRUE(fs::exists(m_path.string() + "-journal"));
    const auto file = require(SessionFile::open(m_path, SessionFile::Mode::ReadOnly));
    EXPECT_EQ(require(file.view("a")), "before");
    EXPECT_EQ(require(file.view("k1")), std::nullopt);
    EXPECT_FALSE(fs::exists(m_path.string() + "-journal"));
}

/// Records until the recorder gives up; returns its sentence.
std::string recordUntilFull(const fs::path& path, std::uint64_t& committed)
{
    auto file = require(SessionFile::create(path));
    const auto experiment = require(file.putExperiment(someExperiment()));
    auto recorder = require(RunRecorder::begin(file, startOf(experiment)));
    SyntheticLoad load;
    for (int i = 0; i < 2'000; ++i) {
        auto result = recorder.addSamples(load.next(partSamples));
        result = result ? recorder.commit() : result;
        if (!result) {
            EXPECT_EQ(result.error().kind, ErrorKind::Environment);
            EXPECT_EQ(recorder.addSamples(load.next(1)).error().message, result.error().message);
            EXPECT_EQ(recorder.commit().error().message, result.error().message);
            EXPECT_EQ(recorder.finish(RunState::Finished, "", "", 1).error().message, result.error().message);
            return result.error().message;
        }
        committed += partSamples;
    }
    return "It never got full.";
}

void expectKept(const fs::path& path, std::uint64_t committed)
{
    const auto file = require(SessionFile::open(path, SessionFile::Mode::ReadOnly));
    EXPECT_EQ(file.database().execAndGet("PRAGMA integrity_check").getString(), "ok");
    const auto runs = require(RunReader{file}.runs());
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].sampleCount, committed);
    EXPECT_EQ(readSamples(file, runs[0].id).size(), committed);
    if (runs[0].state == RunState::Failed) {
        EXPECT_THAT(runs[0].endReason, HasSubstr("Recording stopped"));
    } else {
        EXPECT_EQ(runs[0].state, RunState::Running); // this process wrote it, and lives
    }
}

TEST(DiskFull, StopsTheRecorderAndKeepsWhatWasWritten)
{
    const TemporaryDirectory directory;
    if (mount("tmpfs", directory.path().c_str(), "tmpfs", 0, "size=3m") != 0) {
        GTEST_SKIP() << "A small file system can't be mounted here (that takes root): "
                     << std::strerror(errno);
    }
    std::uint64_t committed = 0;
    const auto path = directory / "x.assay";
    const auto message = recordUntilFull(path, committed);
    EXPECT_THAT(message,
        testing::AllOf(HasSubstr("Recording stopped"), HasSubstr("is full"), HasSubstr(path.string()),
            HasSubstr("What was recorded before is kept")));
    EXPECT_GT(committed, 0U);
    expectKept(path, committed);
    EXPECT_EQ(umount(directory.path().c_str()), 0);
}

TEST(DiskFull, StopsTheRecorderAtALimitOfTheFilesSizeToo)
{
    const TemporaryDirectory directory;
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit small = before;
    small.rlim_cur = 2U << 20;
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    std::uint64_t committed = 0;
    const auto path = directory / "x.assay";
    const auto message = recordUntilFull(path, committed);
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, oldHandler);
    EXPECT_THAT(message, testing::AllOf(HasSubstr("Recording stopped"), HasSubstr(path.string())));
    EXPECT_GT(committed, 0U);
    expectKept(path, committed);
}

TEST_F(SessionTest, RecorderWaitsForAnotherProgramsLock)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    require(recorder.addSamples(SyntheticLoad{}.next(10)));
    SQLite::Database other{m_path.string(), SQLite::OPEN_READWRITE};
    other.exec("BEGIN IMMEDIATE");
    const auto startNs = monotonicNs();
    require(recorder.commit());
    EXPECT_LT(monotonicNs() - startNs, 5 * nsPerSecond) << "a commit must not hold up its caller";
    EXPECT_EQ(readSamples(m_file, recorder.runId()).size(), 0U);
    other.exec("ROLLBACK");
    require(recorder.commit());
    EXPECT_EQ(readSamples(m_file, recorder.runId()).size(), 10U);
}

} // namespace
} // namespace assay::test
