// SPDX-License-Identifier: GPL-3.0-or-later
// kill -9 of the engine at random instants: the file always opens, and at most a second is missing.
#include "base/clock.h"
#include "base/json.h"
#include "cli/clirun.h"
#include "load/demoplan.h"
#include "session/runreader.h"
#include "session/sessionfile.h"
#include "session/spawnrounds.h"
#include "spawn/spawnplan.h"
#include "temporarydirectory.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <csignal>
#include <random>

namespace assay::test {

namespace {

/// Waits for the run to begin, then for `lines` progress messages; gives the instant of the begin.
std::int64_t watchProgress(CliRun& run, int lines)
{
    std::int64_t begin = 0;
    while (const auto line = run.line()) {
        if (line->find(R"("state":"running")") != std::string::npos) {
            begin = monotonicNs();
        }
        if (line->find(R"("type":"progress")") != std::string::npos && --lines <= 0) {
            break;
        }
    }
    return begin;
}

} // namespace

TEST(Kill, LosesNoMoreThanASecondWheneverItComes)
{
    const TemporaryDirectory folder;
    auto plan = load::demoPlan();
    plan.target.pool = 50;
    plan.target.service = "1ms";
    plan.profile.users = {{.users = 20, .holdNs = 60 * nsPerSecond}};
    std::mt19937 random{20260301};
    const auto session = (folder / "run.assay").string();
    auto experiment = std::int64_t{0};
    {
        auto file = session::SessionFile::create(session).value();
        experiment = file.putExperiment({0, "load", "demo", 0, plan.toText()}).value();
    }
    constexpr int rounds = 12;
    for (int round = 0; round < rounds; ++round) {
        CliRun run{{"run", "--session", session, "--experiment", std::to_string(experiment)}};
        const auto begin = watchProgress(run, std::uniform_int_distribution{1, 9}(random));
        const auto dieAt = monotonicNs() + std::uniform_int_distribution{0, 200}(random)*nsPerMs;
        while (monotonicNs() < dieAt) { } // the instant itself is what is tested
        kill(run.pid(), SIGKILL);
        const auto killedAt = monotonicNs();
        ASSERT_TRUE(run.exit());

        auto file = session::SessionFile::open(session, session::SessionFile::Mode::ReadOnly);
        ASSERT_TRUE(file) << "round " << round << ": " << file.error().message;
        const session::RunReader reader{*file};
        const auto last = reader.runs().value().back();
        EXPECT_EQ(last.state, session::RunState::Interrupted);
        std::uint64_t samples = 0;
        std::int64_t lastEnd = 0;
        ASSERT_TRUE(reader.samples(last.id, [&](const session::Sample& sample) {
            ++samples;
            lastEnd = std::max(lastEnd, sample.endNs());
            return true;
        }));
        EXPECT_EQ(samples, last.sampleCount);
        EXPECT_GT(lastEnd, killedAt - begin - nsPerSecond) << "round " << round;
        std::uint64_t completed = 0;
        for (const auto& interval : reader.intervals(last.id, 0).value()) {
            completed += interval.completed;
        }
        EXPECT_LE(completed, samples) << "an interval tells of samples that are not there";
    }
    auto file = session::SessionFile::open(session, session::SessionFile::Mode::ReadWrite).value();
    EXPECT_EQ(file.database().execAndGet("PRAGMA integrity_check").getString(), "ok");
    EXPECT_EQ(session::RunReader{file}.runs().value().size(), static_cast<std::size_t>(rounds));
}

TEST(Kill, LosesOnlyTheRoundsOfTheLastSecond)
{
    const TemporaryDirectory folder;
    const auto session = (folder / "spawn.assay").string();
    spawn::SpawnPlan plan;
    plan.mechanisms = {spawn::Mechanism::Vfork};
    plan.work = {0, 200 * nsPerMs, 0};
    plan.rounds = 100;
    auto experiment = std::int64_t{0};
    {
        auto file = session::SessionFile::create(session).value();
        experiment = file.putExperiment({0, "spawn", "vfork", 0, plan.toText()}).value();
    }
    CliRun run{{"run", "--session", session, "--experiment", std::to_string(experiment)}};
    int done = 0;
    while (done < 20) { // the recorder commits once a second, in which at most five rounds are done
        const auto line = run.line();
        ASSERT_TRUE(line);
        const auto message = parseJson(*line, "a line").value();
        if (message.at("type") == "progress") {
            done = message.at("completed").to_number<int>();
        }
    }
    kill(run.pid(), SIGKILL);
    ASSERT_TRUE(run.exit());

    auto file = session::SessionFile::open(session, session::SessionFile::Mode::ReadOnly).value();
    const auto last = session::RunReader{file}.runs().value().back();
    EXPECT_EQ(last.state, session::RunState::Interrupted);
    std::int64_t lastId = 0;
    int kept = 0;
    EXPECT_TRUE(session::readSpawnRounds(file, last.id, lastId, [&](const session::SpawnRound& round) {
        kept += round.cell != 0 ? 1 : 0;
        EXPECT_EQ(round.problem, "");
        EXPECT_GT(round.spawns, 0U);
    }));
    EXPECT_GE(kept, done - 6);
}

} // namespace assay::test
