// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs into a session file.
#include "session/runreader.h"
#include "spawn/spawnfixture.h"
#include "spawn/spawnrunner.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <set>

namespace assay::test {
namespace {

using namespace spawn;
using testing::HasSubstr;

class SpawnRuns : public testing::Test
{
protected:
    SpawnRuns()
        : m_file(session::SessionFile::create(m_folder / "spawn.assay").value())
    {
        m_plan.mechanisms = {Mechanism::Fork, Mechanism::Vfork};
        m_plan.memoryBytes = {0, 16LL << 20};
        m_plan.work.count = 10;
        m_plan.rounds = 3;
    }

    Result<SpawnRunner::Outcome> run(SpawnRunner::Observer observer = {})
    {
        session::Experiment experiment;
        experiment.instrument = "spawn";
        experiment.plan = m_plan.toText();
        m_experiment = m_file.putExperiment(experiment).value();
        SpawnRunner runner{m_plan, machineHere(), std::move(observer)};
        return runner.run(&m_file, m_experiment);
    }

    std::vector<session::SpawnRound> rounds(std::int64_t runId)
    {
        std::int64_t last = 0;
        std::vector<session::SpawnRound> all;
        EXPECT_TRUE(session::readSpawnRounds(
            m_file, runId, last, [&](const session::SpawnRound& round) { all.push_back(round); }));
        return all;
    }

    TemporaryDirectory m_folder;
    session::SessionFile m_file;
    SpawnPlan m_plan;
    std::int64_t m_experiment = 0;
};

TEST_F(SpawnRuns, MeasureEachCellOnceARoundInChangingOrder)
{
    const auto outcome = run();
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->state, session::RunState::Finished);
    ASSERT_EQ(outcome->summary.cells.size(), 4U);
    for (const auto& cell : outcome->summary.cells) {
        EXPECT_EQ(cell.rounds, 3U);
        EXPECT_EQ(cell.spawns, 30U);
        EXPECT_GT(cell.spawnsPerSecond.value, 0);
        EXPECT_LE(cell.spawnsPerSecond.low, cell.spawnsPerSecond.high);
        EXPECT_TRUE(cell.speedUp);
    }
    EXPECT_EQ(*outcome->summary.cells[0].speedUp, 1) << "the baseline";
    EXPECT_TRUE(outcome->summary.drift);

    std::vector<std::vector<std::uint32_t>> orders(3);
    for (const auto& round : rounds(outcome->runId)) {
        orders[round.round].push_back(round.cell);
    }
    for (const auto& order : orders) {
        ASSERT_EQ(order.size(), 5U);
        EXPECT_EQ(order.front(), 0U) << "the control cell comes first";
        EXPECT_EQ(std::set(order.begin(), order.end()), (std::set<std::uint32_t>{0, 1, 2, 3, 4}));
    }
    EXPECT_FALSE(orders[0] == orders[1] && orders[1] == orders[2]);
}

TEST_F(SpawnRuns, AreReadBackAsTheyWere)
{
    const auto outcome = run().value();
    SpawnTally tally{m_plan};
    for (const auto& row : rounds(outcome.runId)) {
        auto result = RoundResult::fromJson(parseJson(row.result, "round").value().as_object());
        result.cell = row.cell - 1;
        result.round = row.round;
        result.startNs = row.startNs;
        result.lengthNs = row.lengthNs;
        result.spawns = row.spawns;
        result.problem = row.problem;
        result.phases = {row.call, row.start, row.whole};
        if (row.cell == 0) {
            tally.addControl(result);
        } else {
            tally.add(result);
        }
    }
    EXPECT_EQ(tally.summary().toJson(), outcome.summary.toJson());
    const auto stored = session::RunReader{m_file}.run(outcome.runId).value();
    EXPECT_EQ(stored.summary, prettyJson(outcome.summary.toJson()));
    EXPECT_EQ(stored.labels.size(), 4U);
    EXPECT_EQ(stored.instrument, "spawn");
}

TEST_F(SpawnRuns, GoOnWhenACellCannotBeMeasured)
{
    m_plan.mechanisms = {Mechanism::Fork};
    m_plan.memoryBytes = {0};
    m_plan.children = {{"/bin/sh", "-c", "kill -9 $PPID; sleep 1"}, {"/bin/true"}};
    const auto outcome = run().value();
    EXPECT_EQ(outcome.state, session::RunState::Finished);
    ASSERT_EQ(outcome.summary.cells[0].problems.size(), 1U) << "each sentence once";
    EXPECT_THAT(outcome.summary.cells[0].problems[0], HasSubstr("SIGKILL"));
    EXPECT_EQ(outcome.summary.cells[1].spawns, 30U);
}

TEST_F(SpawnRuns, TellWhatCannotRunHereAndMeasureTheRest)
{
    m_plan.mechanisms = {Mechanism::Fork};
    m_plan.memoryBytes = {0, 1LL << 45};
    const auto outcome = run().value();
    EXPECT_EQ(outcome.summary.cells[0].rounds, 3U);
    EXPECT_THAT(outcome.summary.cells[1].unavailable, HasSubstr("are free"));
    EXPECT_EQ(outcome.summary.cells[1].rounds, 0U);
}

TEST_F(SpawnRuns, DoNotBeginWhenNoCellCanRun)
{
    m_plan.memoryBytes = {1LL << 45};
    const auto outcome = run();
    ASSERT_FALSE(outcome);
    EXPECT_THAT(outcome.error().message, HasSubstr("No cell of this plan can run here"));
    EXPECT_TRUE(session::RunReader{m_file}.runs().value().empty());
}

TEST_F(SpawnRuns, KeepWhatWasMeasuredWhenStopped)
{
    m_plan.rounds = 1000;
    std::int64_t done = 0;
    SpawnRunner::Observer observer;
    observer.progress = [&](const SpawnRunner::Progress& progress) { done = progress.done; };
    observer.wantsStop = [&] { return done >= 5; };
    const auto outcome = run(observer).value();
    EXPECT_EQ(outcome.state, session::RunState::Stopped);
    EXPECT_THAT(outcome.endReason, HasSubstr("Stopped on request"));
    EXPECT_GE(rounds(outcome.runId).size(), 5U);
    EXPECT_LT(rounds(outcome.runId).size(), 30U);
}

TEST_F(SpawnRuns, CountFailuresWithTheirCause)
{
    m_plan.children = {{"/does/not/exist"}};
    m_plan.memoryBytes = {0};
    const auto outcome = run().value();
    for (const auto& cell : outcome.summary.cells) {
        EXPECT_EQ(cell.failures.at(ENOENT), 30U);
        EXPECT_THAT(cell.failureCauses.at(ENOENT), HasSubstr("/does/not/exist does not exist"));
        EXPECT_EQ(cell.zombies, 0);
    }
}

} // namespace
} // namespace assay::test
