// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/forkedchild.h"
#include "session/sessionfixture.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <fstream>

#include <sys/stat.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using namespace session;
using testing::HasSubstr;
using Mode = SessionFile::Mode;

void writeText(const fs::path& path, const std::string& text)
{
    std::ofstream{path, std::ios::binary} << text;
}

/// A settled session with one run.
void makeSession(const fs::path& path)
{
    auto file = require(SessionFile::create(path));
    const auto experiment = require(file.putExperiment(someExperiment()));
    auto recorder = require(RunRecorder::begin(file, startOf(experiment)));
    require(recorder.addSamples(SyntheticLoad{}.next(5'000)));
    require(recorder.finish(RunState::Finished, "", "{}", 200));
    require(file.settle());
}

void makeSessionAnd(const fs::path& path, const char* sql)
{
    makeSession(path);
    SQLite::Database{path.string(), SQLite::OPEN_READWRITE}.exec(sql);
}

void overwrite(const fs::path& path, std::streamoff at, const std::string& bytes)
{
    makeSession(path);
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(at);
    file << bytes;
}

struct BadFile
{
    const char* name;
    std::function<void(const fs::path&)> make;
    std::vector<std::string> words; ///< that the message must hold, beside the file's name
};

void PrintTo(const BadFile& row, std::ostream* out)
{
    *out << row.name;
}

class Bad : public testing::TestWithParam<BadFile>
{ };

TEST_P(Bad, IsRefusedInWords)
{
    const TemporaryDirectory directory;
    const auto path = directory / "x.assay";
    GetParam().make(path);
    for (const auto mode : {Mode::ReadOnly, Mode::ReadWrite}) {
        const auto file = SessionFile::open(path, mode);
        ASSERT_FALSE(file) << (mode == Mode::ReadOnly ? "read only" : "read and write");
        EXPECT_EQ(file.error().kind, ErrorKind::Usage);
        EXPECT_THAT(file.error().message, HasSubstr("'" + path.string() + "'"));
        for (const auto& word : GetParam().words) {
            EXPECT_THAT(file.error().message, HasSubstr(word));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Bad,
    testing::Values(BadFile{"Missing", [](const fs::path&) {}, {"does not exist"}},
        BadFile{"Directory", [](const fs::path& p) { fs::create_directory(p); },
            {"is not an Assay session", "it is a directory"}},
        BadFile{"Pipe", [](const fs::path& p) { mkfifo(p.c_str(), 0600); },
            {"is not an Assay session", "not a regular file"}},
        BadFile{
            "DanglingLink", [](const fs::path& p) { fs::create_symlink("nowhere", p); }, {"does not exist"}},
        BadFile{
            "Empty", [](const fs::path& p) { writeText(p, ""); }, {"is not an Assay session", "is empty"}},
        BadFile{"Short", [](const fs::path& p) { writeText(p, "x"); }, {"is not an Assay session"}},
        BadFile{"Text", [](const fs::path& p) { writeText(p, std::string(5'000, 'x')); },
            {"is not an Assay session"}},
        BadFile{"OnlyTheMagic",
            [](const fs::path& p) {
                writeText(p, std::string{"SQLite format 3\0", 16});
            },
            {"is not an Assay session"}},
        BadFile{"ForeignDatabase",
            [](const fs::path& p) {
                SQLite::Database{p.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}.exec(
                    "CREATE TABLE run (id INTEGER)");
            },
            {"is not an Assay session", "another program"}},
        BadFile{"OnlyTheHeader",
            [](const fs::path& p) {
                makeSession(p);
                fs::resize_file(p, 100);
            },
            {"is damaged"}},
        BadFile{"HalfOfIt",
            [](const fs::path& p) {
                makeSession(p);
                fs::resize_file(p, 8'192);
            },
            {"is damaged"}},
        BadFile{"OverwrittenSchema", [](const fs::path& p) { overwrite(p, 100, std::string(2'000, '\x5a')); },
            {"is damaged"}},
        BadFile{"NewerFormat",
            [](const fs::path& p) {
                makeSessionAnd(p,
                    "PRAGMA user_version = 7; DROP TABLE interval;"
                    "UPDATE meta SET value = '9.8.7' WHERE key = 'program_version'");
            },
            {"session format 7", "written by Assay 9.8.7", "this is Assay " ASSAY_VERSION,
                "formats up to 2"}},
        BadFile{"NewerFormatWithoutMeta",
            [](const fs::path& p) { makeSessionAnd(p, "PRAGMA user_version = 7; DROP TABLE meta"); },
            {"session format 7", "this is Assay " ASSAY_VERSION}},
        BadFile{"NoFormat", [](const fs::path& p) { makeSessionAnd(p, "PRAGMA user_version = 0"); },
            {"format 0"}},
        BadFile{"NegativeFormat", [](const fs::path& p) { makeSessionAnd(p, "PRAGMA user_version = -5"); },
            {"format -5"}},
        BadFile{"TableMissing", [](const fs::path& p) { makeSessionAnd(p, "DROP TABLE metric"); },
            {"is damaged", "metric"}},
        BadFile{"ViewForATable",
            [](const fs::path& p) {
                makeSessionAnd(p, "DROP TABLE view; CREATE VIEW view AS SELECT 'a' AS key, 'b' AS value");
            },
            {"is damaged", "view"}}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(BadFile, IsNotTouched)
{
    // A foreign database must come out as it went in, also when it has a log of its own.
    const TemporaryDirectory directory;
    const auto path = directory / "foreign.db";
    SQLite::Database foreign{path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
    foreign.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)");
    const auto time = fs::last_write_time(path);
    EXPECT_FALSE(SessionFile::openOrCreate(path));
    EXPECT_EQ(fs::last_write_time(path), time);
    EXPECT_GT(fs::file_size(path.string() + "-wal"), 0U);
}

TEST(BadFile, IsLockedByAnotherProgram)
{
    const TemporaryDirectory directory;
    const auto path = directory / "x.assay";
    makeSession(path);
    SQLite::Database other{path.string(), SQLite::OPEN_READWRITE};
    other.exec("BEGIN EXCLUSIVE");
    for (const auto mode : {Mode::ReadOnly, Mode::ReadWrite}) {
        const auto file = SessionFile::open(path, mode);
        ASSERT_FALSE(file);
        EXPECT_EQ(file.error().kind, ErrorKind::Usage);
        EXPECT_THAT(file.error().message, HasSubstr("is locked by another program"));
    }
    other.exec("ROLLBACK");
    EXPECT_TRUE(SessionFile::open(path, Mode::ReadWrite));
}

struct BadRow
{
    const char* name;
    const char* sql;
};

void PrintTo(const BadRow& row, std::ostream* out)
{
    *out << row.name;
}

class BadRows : public SessionTest, public testing::WithParamInterface<BadRow>
{ };

/// Whatever a file says, it gives either values that can be worked with or a sentence.
TEST_P(BadRows, AreRefusedInWords)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    const auto run = recorder.runId();
    stats::LatencyHistogram histogram;
    histogram.record(5);
    require(recorder.addInterval(
        {.lengthNs = 200, .failures = 1, .failuresByKind = {0, 1}}, histogram, histogram));
    require(recorder.addFailure({.kind = FailureKind::Refused}));
    require(recorder.addMetrics(std::vector<MetricValue>{{"host", "load", "", 1, 2.0}}));
    require(recorder.finish(RunState::Finished, "", "{}", 200));
    m_file.database().exec(GetParam().sql);

    const RunReader reader{m_file};
    std::vector<std::string> messages;
    const auto note = [&](const auto& result) {
        if (!result) {
            EXPECT_EQ(result.error().kind, ErrorKind::Usage);
            messages.push_back(result.error().message);
        }
    };
    note(reader.runs());
    note(reader.intervals(run, 0));
    note(reader.histogram(run, 0, RunReader::LatencyKind::Service, 0, maxTimeNs));
    note(reader.histogram(run, 0, RunReader::LatencyKind::ResponseFromIntended, 0, maxTimeNs));
    note(reader.failures(run));
    note(reader.metrics(run));
    ASSERT_FALSE(messages.empty());
    for (const auto& message : messages) {
        EXPECT_THAT(message, testing::AllOf(HasSubstr(m_path.string()), HasSubstr("is damaged")));
    }
}

INSTANTIATE_TEST_SUITE_P(Values, BadRows,
    testing::Values(BadRow{"UnknownState", "UPDATE run SET state = 'asleep'"},
        BadRow{"NegativeSamples", "UPDATE run SET sample_count = -1"},
        BadRow{"EndlessRun", "UPDATE run SET length_ns = 9223372036854775807"},
        BadRow{"LabelsWithGaps", "UPDATE label SET number = number + 1 WHERE number = 2"},
        BadRow{"LateInterval", "UPDATE interval SET start_ns = 9223372036854775807"},
        BadRow{"NegativeLength", "UPDATE interval SET length_ns = -1"},
        BadRow{"ManyUsers", "UPDATE interval SET users = 4294967296"},
        BadRow{"NegativeCount", "UPDATE interval SET completed = -1"},
        BadRow{"InfiniteMean", "UPDATE interval SET mean_ns = 9e999"},
        BadRow{"UnknownFailures", "UPDATE interval SET failures_by_kind = '{\"flood\":1}'"},
        BadRow{"BrokenFailures", "UPDATE interval SET failures_by_kind = '{\"refused\":'"},
        BadRow{"NegativeFailures", "UPDATE interval SET failures_by_kind = '{\"refused\":-1}'"},
        BadRow{"FailuresAsList", "UPDATE interval SET failures_by_kind = '[1]'"},
        BadRow{"ServiceGarbage", "UPDATE interval SET service_histogram = x'010203'"},
        BadRow{"ResponseGarbage", "UPDATE interval SET response_histogram = 'text'"},
        BadRow{"UnknownFailureKind", "UPDATE failure SET kind = 'flood'"},
        BadRow{"LargeStatus", "UPDATE failure SET status = 65536"},
        BadRow{"LateMetric", "UPDATE metric SET time_ns = 9223372036854775807"}),
    [](const auto& row) { return std::string{row.param.name}; });

/// Directories and files that the user may read but not write.
class Protected : public testing::Test
{
protected:
    Protected()
    {
        fs::permissions(m_directory.path(), fs::perms{0755});
        makeSession(m_path);
        fs::permissions(m_path, fs::perms{0644});
    }

    ~Protected() override { fs::permissions(m_directory.path(), fs::perms{0755}); }

    void protectDirectory() { fs::permissions(m_directory.path(), fs::perms{0555}); }
    void protectFile() { fs::permissions(m_path, fs::perms{0444}); }

    /// "5000 samples", or why not.
    std::string read() const
    {
        return asOrdinaryUser([&]() -> std::string {
            const auto file = SessionFile::open(m_path, Mode::ReadOnly);
            return file ? std::to_string(readSamples(*file, 1).size()) + " samples" : file.error().message;
        });
    }

    std::string openForWriting() const
    {
        return asOrdinaryUser([&]() -> std::string {
            const auto file = SessionFile::open(m_path, Mode::ReadWrite);
            return file ? "opened" : file.error().message;
        });
    }

    TemporaryDirectory m_directory;
    std::filesystem::path m_path = m_directory / "x.assay";
};

TEST_F(Protected, IsReadButNotWritten)
{
    protectFile();
    EXPECT_EQ(read(), "5000 samples");
    EXPECT_THAT(openForWriting(), HasSubstr("is read-only"));
    protectDirectory();
    EXPECT_EQ(read(), "5000 samples");
}

TEST_F(Protected, IsNotWrittenInAProtectedDirectory)
{
    fs::permissions(m_path, fs::perms{0666});
    protectDirectory();
    EXPECT_EQ(read(), "5000 samples");
    EXPECT_THAT(openForWriting(), HasSubstr("its directory is read-only"));
}

TEST_F(Protected, IsReadInWriteAheadModeToo)
{
    // The mode stays in the file after its last program has closed it without settle().
    SQLite::Database{m_path.string(), SQLite::OPEN_READWRITE}.exec("PRAGMA journal_mode = WAL");
    ASSERT_FALSE(fs::exists(m_path.string() + "-wal"));
    protectDirectory();
    EXPECT_EQ(read(), "5000 samples");
}

TEST_F(Protected, IsReadWhileItIsRecorded)
{
    auto file = require(SessionFile::open(m_path, Mode::ReadWrite));
    auto recorder = require(RunRecorder::begin(file, startOf(1)));
    require(recorder.commit());
    protectDirectory();
    EXPECT_EQ(read(), "5000 samples");
}

TEST_F(Protected, IsExplainedWhenItsWriterCrashed)
{
    {
        auto file = require(SessionFile::open(m_path, Mode::ReadWrite));
        require(file.setView("a", "b"));
        fs::copy_file(m_path.string() + "-wal", m_directory / "wal");
        fs::copy_file(m_path, m_directory / "main");
    }
    fs::copy_file(m_directory / "main", m_path, fs::copy_options::overwrite_existing);
    fs::copy_file(m_directory / "wal", m_path.string() + "-wal");
    fs::permissions(m_path.string() + "-wal", fs::perms{0644});
    protectDirectory();
    EXPECT_THAT(read(), HasSubstr("was not closed properly"));
}

TEST_F(Protected, IsNotReadWithoutPermission)
{
    fs::permissions(m_path, fs::perms{0});
    EXPECT_THAT(read(), testing::AllOf(HasSubstr("can't be opened"), HasSubstr("Permission denied")));
}

TEST_F(Protected, IsNotCreatedInAProtectedDirectory)
{
    protectDirectory();
    const auto message = asOrdinaryUser([&]() -> std::string {
        const auto file = SessionFile::create(m_directory / "new.assay");
        return file ? "created" : file.error().message;
    });
    EXPECT_THAT(message, testing::AllOf(HasSubstr("new.assay"), HasSubstr("Permission denied")));
}

TEST_F(Protected, IsNotCreatedInAMissingDirectory)
{
    const auto file = SessionFile::create(m_directory / "missing" / "new.assay");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, ErrorKind::Usage);
    EXPECT_THAT(file.error().message, HasSubstr("No such file or directory"));
}

} // namespace
} // namespace assay::test
