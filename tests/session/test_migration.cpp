// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/migration.h"
#include "session/sessionfixture.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using namespace session;
using testing::HasSubstr;

/// The present format plays the older one: these tests bring it to formats that don't exist yet.
class Migration : public SessionTest
{
protected:
    static constexpr int present = SessionFile::formatVersion;

    int version() { return m_file.database().execAndGet("PRAGMA user_version").getInt(); }

    fs::path backup(int number = 1) const
    {
        return m_path.string() + ".bak-v" + std::to_string(present)
            + (number == 1 ? std::string{} : "-" + std::to_string(number));
    }

    const std::vector<MigrationStep> m_steps{
        {present,
            [](SQLite::Database& db) {
                db.exec("ALTER TABLE run ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'");
            }},
        {present + 1,
            [](SQLite::Database& db) {
                // The way SQLite recommends for what ALTER TABLE can't do.
                db.exec("CREATE TABLE new_run AS SELECT *, 1 AS weight FROM run; DROP TABLE run;"
                        "ALTER TABLE new_run RENAME TO run");
            }},
    };
};

TEST_F(Migration, DoesNothingToThePresentFormat)
{
    require(migrate(m_file.database(), m_path, migrationSteps(), SessionFile::formatVersion));
    EXPECT_FALSE(fs::exists(backup()));
}

TEST_F(Migration, GoesStepByStepAndKeepsACopyOfTheOldFile)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    require(recorder.addSamples(SyntheticLoad{}.next(100)));
    require(recorder.finish(RunState::Finished, "", "{}", 1));
    m_file.database().exec("UPDATE meta SET value = '0.0.9' WHERE key = 'program_version'");

    require(migrate(m_file.database(), m_path, m_steps, present + 2));
    EXPECT_EQ(version(), present + 2);
    EXPECT_EQ(m_file.database().execAndGet("SELECT colour || weight FROM run").getString(), "red1");
    EXPECT_EQ(m_file.database().execAndGet("SELECT count(*) FROM sample_block").getInt(), 1)
        << "rebuilding a table must not cascade";
    EXPECT_EQ(
        m_file.database().execAndGet("SELECT value FROM meta WHERE key = 'program_version'").getString(),
        ASSAY_VERSION);
    EXPECT_EQ(m_file.database().execAndGet("PRAGMA foreign_keys").getInt(), 1);

    const auto old = require(SessionFile::open(backup(), SessionFile::Mode::ReadOnly));
    EXPECT_EQ(readSamples(old, recorder.runId()).size(), 100U);
    EXPECT_EQ(old.database().execAndGet("SELECT value FROM meta WHERE key = 'program_version'").getString(),
        "0.0.9");
}

TEST_F(Migration, DoesNotLoseAnEarlierCopy)
{
    fs::copy_file(m_path, backup());
    const auto size = fs::file_size(backup());
    require(m_file.setView("a", std::string(100'000, 'x')));
    require(migrate(m_file.database(), m_path, m_steps, present + 1));
    EXPECT_EQ(fs::file_size(backup()), size);
    EXPECT_TRUE(fs::exists(backup(2)));
}

TEST_F(Migration, LeavesTheFileAloneWhenAStepFails)
{
    auto steps = m_steps;
    steps[1].apply = [](SQLite::Database& db) { db.exec("DROP TABLE nothing"); };
    const auto migrated = migrate(m_file.database(), m_path, steps, present + 2);
    ASSERT_FALSE(migrated);
    EXPECT_THAT(migrated.error().message, HasSubstr(m_path.string()));
    EXPECT_EQ(version(), present);
    EXPECT_EQ(require(RunReader{m_file}.runs()).size(), 0U);
    EXPECT_TRUE(SessionFile::open(m_path, SessionFile::Mode::ReadWrite));
}

TEST_F(Migration, RefusesAFormatThatNobodyWrote)
{
    m_file.database().exec("PRAGMA user_version = -3");
    const auto migrated = migrate(m_file.database(), m_path, m_steps, present + 2);
    ASSERT_FALSE(migrated);
    EXPECT_THAT(migrated.error().message, HasSubstr("format -3"));
}

} // namespace
} // namespace assay::test
