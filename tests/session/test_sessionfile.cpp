// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sessionfixture.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <set>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using namespace session;
using testing::ElementsAre;
using testing::HasSubstr;

class Session : public SessionTest
{
protected:
    std::set<std::string> names() const
    {
        std::set<std::string> all;
        for (const auto& entry : fs::directory_iterator{m_directory.path()}) {
            all.insert(entry.path().filename().string());
        }
        return all;
    }

    std::int64_t recordRun()
    {
        auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
        require(recorder.addSamples(SyntheticLoad{}.next(1'000)));
        require(recorder.addInterval({.lengthNs = 200}, {}, {}));
        require(recorder.addFailure({.kind = FailureKind::Refused}));
        require(recorder.addMetrics(std::vector<MetricValue>{{"host", "load", "", 1, 2.0}}));
        require(recorder.finish(RunState::Finished, "", "{}", 200));
        return recorder.runId();
    }

    std::int64_t rows(const std::string& table)
    {
        return m_file.database().execAndGet("SELECT count(*) FROM " + table).getInt64();
    }
};

std::string bytesOf(const fs::path& path)
{
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

TEST_F(Session, KeepsExperiments)
{
    auto second = someExperiment();
    second.name = "Second";
    second.position = 0;
    second.id = require(m_file.putExperiment(second));
    EXPECT_NE(second.id, m_experimentId);

    auto all = require(m_file.experiments());
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].name, "Second") << "ordered by position";
    EXPECT_EQ(all[1].id, m_experimentId);

    second.plan = R"({"steps":[1]})";
    second.instrument = "spawn";
    EXPECT_EQ(require(m_file.putExperiment(second)), second.id);
    const auto read = require(m_file.experiment(second.id));
    EXPECT_EQ(read.plan, second.plan);
    EXPECT_EQ(read.instrument, "spawn");
    EXPECT_EQ(read.position, 0);
    EXPECT_THAT(m_file.experiment(99).error().message, HasSubstr("no experiment 99"));
}

TEST_F(Session, KeepsTheRunsOfAnExperimentThatIsReplaced)
{
    const auto run = recordRun();
    auto experiment = require(m_file.experiment(m_experimentId));
    experiment.name = "Renamed";
    require(m_file.putExperiment(experiment));
    EXPECT_EQ(require(RunReader{m_file}.run(run)).sampleCount, 1'000U);
}

TEST_F(Session, RemovesAnExperimentWithAllThatItRecorded)
{
    recordRun();
    recordRun();
    require(m_file.removeExperiment(m_experimentId));
    for (const char* table :
        {"experiment", "run", "label", "interval", "sample_block", "failure", "metric", "annotation"}) {
        EXPECT_EQ(rows(table), 0) << table;
    }
    EXPECT_THAT(m_file.removeExperiment(m_experimentId).error().message, HasSubstr("no experiment"));
}

TEST_F(Session, RemovesOneRun)
{
    const auto first = recordRun();
    const auto second = recordRun();
    require(m_file.removeRun(first));
    EXPECT_EQ(require(RunReader{m_file}.runs()).size(), 1U);
    EXPECT_EQ(readSamples(m_file, second).size(), 1'000U);
    EXPECT_EQ(rows("sample_block"), 1);
    EXPECT_THAT(m_file.removeRun(first).error().message, HasSubstr("no run"));
    EXPECT_GT(recordRun(), second) << "the numbers of removed runs are not used again";
}

TEST_F(Session, DoesNotRemoveWhatIsBeingRecorded)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    EXPECT_THAT(m_file.removeRun(recorder.runId()).error().message, HasSubstr("is being recorded"));
    EXPECT_THAT(m_file.removeExperiment(m_experimentId).error().message, HasSubstr("is being recorded"));
    require(recorder.finish(RunState::Stopped, "Stopped by the user.", "", 1));
    require(m_file.removeRun(recorder.runId()));
}

TEST_F(Session, KeepsNotesAndViews)
{
    const auto run = recordRun();
    require(m_file.setRunNote(run, "with a cold cache"));
    EXPECT_EQ(require(RunReader{m_file}.run(run)).note, "with a cold cache");
    EXPECT_FALSE(m_file.setRunNote(99, ""));

    EXPECT_EQ(require(m_file.view("zoom")), std::nullopt);
    require(m_file.setView("zoom", "{}"));
    require(m_file.setView("zoom", R"({"from":1})"));
    EXPECT_EQ(require(m_file.view("zoom")), R"({"from":1})");
}

TEST_F(Session, IsOneFileOnceSettled)
{
    recordRun();
    EXPECT_TRUE(fs::exists(m_path.string() + "-wal"));
    require(m_file.settle());
    EXPECT_THAT(names(), ElementsAre("a.assay"));
    recordRun(); // goes on
    EXPECT_EQ(require(RunReader{m_file}.runs()).size(), 2U);
}

TEST_F(Session, SettlesLaterWhileSomebodyElseReads)
{
    recordRun();
    {
        const auto other = require(SessionFile::open(m_path, SessionFile::Mode::ReadOnly));
        EXPECT_EQ(require(RunReader{other}.runs()).size(), 1U);
        require(m_file.settle());
        EXPECT_EQ(require(RunReader{other}.runs()).size(), 1U);
    }
    require(m_file.settle());
    EXPECT_THAT(names(), ElementsAre("a.assay"));
}

TEST_F(Session, IsSeenByAReaderThatOpenedItBeforeTheRun)
{
    require(m_file.settle());
    const auto reader = require(SessionFile::open(m_path, SessionFile::Mode::ReadOnly));
    EXPECT_TRUE(require(RunReader{reader}.runs()).empty());
    recordRun();
    EXPECT_EQ(require(RunReader{reader}.runs()).size(), 1U);
}

TEST_F(Session, IsNotChangedByReading)
{
    const auto run = recordRun();
    require(m_file.settle());
    const auto before = bytesOf(m_path);
    auto reader = require(SessionFile::open(m_path, SessionFile::Mode::ReadOnly));
    EXPECT_EQ(readSamples(reader, run).size(), 1'000U);
    EXPECT_FALSE(reader.setView("zoom", "{}"));
    EXPECT_FALSE(reader.putExperiment(someExperiment()));
    require(reader.settle());
    EXPECT_EQ(bytesOf(m_path), before);
    EXPECT_THAT(names(), ElementsAre("a.assay"));
}

TEST_F(Session, LeavesNothingBesideAFileThatWasNotSettled)
{
    recordRun();
    m_file = require(SessionFile::create(m_directory / "other.assay")); // closes the session
    std::filesystem::remove(m_directory / "other.assay");
    ASSERT_THAT(names(), ElementsAre("a.assay"));
    const auto before = bytesOf(m_path);
    {
        const auto reader = require(SessionFile::open(m_path, SessionFile::Mode::ReadOnly));
        EXPECT_EQ(require(RunReader{reader}.runs()).size(), 1U);
        EXPECT_TRUE(fs::exists(m_path.string() + "-wal")) << "else this test proves nothing";
    }
    EXPECT_THAT(names(), ElementsAre("a.assay"));
    EXPECT_EQ(bytesOf(m_path), before);
}

TEST_F(Session, IsCopiedWhole)
{
    const auto run = recordRun();
    const auto target = m_directory / "copy.assay";
    require(m_file.copyTo(target));
    require(m_file.copyTo(target)); // replaces it
    const auto copy = require(SessionFile::open(target, SessionFile::Mode::ReadOnly));
    EXPECT_EQ(sorted(readSamples(copy, run)), sorted(readSamples(m_file, run)));
    EXPECT_EQ(require(copy.experiments()).size(), 1U);
    for (const auto& name : names()) {
        EXPECT_NE(name.front(), '.') << name << " was left behind";
    }
}

TEST_F(Session, IsCopiedWhileItIsRecorded)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    require(recorder.addSamples(SyntheticLoad{}.next(20'000)));
    require(recorder.commit());
    require(recorder.addSamples(SyntheticLoad{}.next(10)));
    require(m_file.copyTo(m_directory / "copy.assay"));
    const auto copy = require(SessionFile::open(m_directory / "copy.assay", SessionFile::Mode::ReadOnly));
    EXPECT_EQ(readSamples(copy, recorder.runId()).size(), 20'000U);
}

TEST_F(Session, DoesNotReplaceWhatItMustNot)
{
    EXPECT_THAT(m_file.copyTo(m_path).error().message, HasSubstr("is the session itself"));
    EXPECT_THAT(m_file.copyTo(m_directory.path()).error().message, HasSubstr("is a directory"));
    EXPECT_THAT(m_file.copyTo(m_directory / "no" / "x.assay").error().message, HasSubstr("can't be written"));
    const auto target = m_directory / "open.assay";
    auto open = require(SessionFile::create(target));
    require(open.setView("a", "b"));
    EXPECT_THAT(m_file.copyTo(target).error().message, HasSubstr("is open in another program"));
}

TEST_F(Session, ReplacesAFileWhoseProgramCrashed)
{
    // A log that was left behind belongs to the old file: beside the new one it would be taken for its own.
    const auto target = m_directory / "old.assay";
    {
        auto old = require(SessionFile::create(target));
        require(old.setView("a", "b"));
        fs::copy_file(target.string() + "-wal", m_directory / "wal");
        fs::copy_file(target, m_directory / "main");
    }
    fs::copy_file(m_directory / "main", target, fs::copy_options::overwrite_existing);
    fs::copy_file(m_directory / "wal", target.string() + "-wal");
    require(m_file.copyTo(target));
    EXPECT_FALSE(fs::exists(target.string() + "-wal"));
    const auto copy = require(SessionFile::open(target, SessionFile::Mode::ReadWrite));
    EXPECT_EQ(require(copy.view("a")), std::nullopt);
    EXPECT_EQ(require(copy.experiments()).size(), 1U);
}

TEST_F(Session, IsCreatedOnceAndOpenedAfterwards)
{
    const auto again = SessionFile::create(m_path);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().kind, ErrorKind::Usage);
    EXPECT_THAT(again.error().message, HasSubstr("exists already"));
    EXPECT_EQ(require(require(SessionFile::openOrCreate(m_path)).experiments()).size(), 1U);
    EXPECT_TRUE(require(require(SessionFile::openOrCreate(m_directory / "new.assay")).experiments()).empty());
    EXPECT_THAT(names(), testing::IsSupersetOf({"a.assay", "new.assay"}));
}

TEST_F(Session, IsOpenedThroughALink)
{
    fs::create_symlink(m_path, m_directory / "link.assay");
    auto linked = require(SessionFile::open(m_directory / "link.assay", SessionFile::Mode::ReadWrite));
    require(linked.setView("a", "b"));
    EXPECT_EQ(require(m_file.view("a")), "b");
}

TEST_F(Session, IsNamedAnything)
{
    for (const char* name : {"with blank.assay", "100%25?&#.assay", "\xc3\xa4\xe2\x82\xac.assay",
             "file:x?mode=memory", ":memory:", "-x"}) {
        const auto path = m_directory / name;
        require(require(SessionFile::create(path)).setView("a", "b"));
        EXPECT_TRUE(fs::exists(path)) << name;
        EXPECT_EQ(require(require(SessionFile::open(path, SessionFile::Mode::ReadOnly)).view("a")), "b")
            << name;
    }
}

TEST_F(Session, RunsNothingThatAFileBringsAlong)
{
    m_file.database().exec("CREATE TRIGGER evil AFTER INSERT ON view BEGIN DELETE FROM experiment; END");
    const auto file = require(SessionFile::openOrCreate(m_path));
    require(m_file.setView("a", "b"));
    EXPECT_EQ(require(m_file.experiments()).size(), 1U);
}

} // namespace
} // namespace assay::test
