// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs: how many requests, from when to when, and what happens at the end.
#include "load/loadfixture.h"
#include "session/sessionfile.h"
#include "support/scriptedserver.h"
#include "target/targetserver.h"
#include "temporarydirectory.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

namespace assay::test {

using session::FailureKind;

namespace {

/// An embedded target for a test, with its URL.
class Target
{
public:
    explicit Target(target::TargetOptions options)
        : m_server(std::move(options))
    {
        const auto port = m_server.start();
        EXPECT_TRUE(port) << port.error().message;
    }
    std::string url() const { return m_server.url(); }

private:
    target::TargetServer m_server;
};

target::TargetOptions quickTarget(std::int64_t serviceNs = 0)
{
    target::TargetOptions options;
    options.service = target::ServiceTime::fixed(serviceNs);
    options.workers = 1000;
    return options;
}

struct CountRow
{
    std::int64_t requests;
    std::int64_t users;
    std::int64_t loops;
    int threads;
    std::size_t expected;
};

} // namespace

class RequestCount : public testing::TestWithParam<CountRow>
{ };

TEST_P(RequestCount, IsExact)
{
    const auto& row = GetParam();
    const Target target{quickTarget()};
    auto plan = onePagePlan(target.url(), row.requests);
    plan.profile.users[0].users = row.users;
    plan.loopsPerUser = row.loops;
    plan.threads = row.threads;
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), row.expected);
    EXPECT_EQ(run.outcome.summary.whole.samples, row.expected);
    std::uint64_t completed = 0;
    std::uint64_t started = 0;
    for (const auto& interval : run.intervals) {
        completed += interval.completed;
        started += interval.started;
    }
    EXPECT_EQ(completed, row.expected);
    EXPECT_EQ(started, row.expected);
    EXPECT_EQ(run.outcome.state, session::RunState::Finished);
}

INSTANTIATE_TEST_SUITE_P(Rows, RequestCount,
    testing::Values(CountRow{10, 3, 0, 1, 10}, CountRow{2, 5, 0, 1, 2}, CountRow{1000, 7, 0, 2, 1000},
        CountRow{0, 5, 3, 1, 15}, CountRow{0, 4, 2, 2, 8}, CountRow{5, 4, 2, 1, 5}),
    [](const auto& row) {
        return std::to_string(row.param.requests) + "requests" + std::to_string(row.param.users) + "users"
            + std::to_string(row.param.loops) + "loops" + std::to_string(row.param.threads) + "threads";
    });

TEST(Runs, UsersStartWhenTheProfileSaysInMicroseconds)
{
    const Target target{quickTarget()};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.users = {{.users = 7, .startDelayNs = 50 * nsPerMs, .rampUpNs = nsPerSecond / 2}};
    plan.profile.users[0].holdNs = nsPerSecond;
    plan.loopsPerUser = 1;
    const auto run = runRecorded(plan);
    ASSERT_EQ(run.samples.size(), 7U);
    for (const auto& sample : run.samples) {
        EXPECT_EQ(sample.intendedNs, 50 * nsPerMs + sample.user * (nsPerSecond / 2) / 7);
        EXPECT_GE(sample.startNs, sample.intendedNs);
        EXPECT_GE(sample.responseNs(), sample.serviceNs);
    }
}

TEST(Runs, UsersLeaveOverTheRampDown)
{
    const Target target{quickTarget(2 * nsPerMs)};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.users = {{.users = 4, .holdNs = 200 * nsPerMs, .rampDownNs = 800 * nsPerMs}};
    const auto run = runRecorded(plan);
    std::map<std::uint32_t, std::int64_t> lastStart;
    for (const auto& sample : run.samples) {
        lastStart[sample.user] = std::max(lastStart[sample.user], sample.startNs);
    }
    for (const auto& [user, start] : lastStart) {
        EXPECT_LT(start, (200 + 200 * (user + 1)) * nsPerMs) << "user " << user;
    }
    EXPECT_EQ(run.intervals.front().users, 4U);
    EXPECT_EQ(run.outcome.summary.usersPeak, 4U);
    EXPECT_LE(run.intervals.at(4).users, 2U);
}

TEST(Runs, OpenArrivalsKeepTheirRateWhateverTheServerDoes)
{
    const Target target{quickTarget(50 * nsPerMs)};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.kind = load::Profile::Kind::Open;
    plan.profile.users.clear();
    plan.profile.rates = {{0, 200, nsPerSecond / 2}, {200, 200, nsPerSecond / 2}};
    for (const int threads : {1, 2}) {
        plan.threads = threads;
        const auto run = runRecorded(plan);
        EXPECT_EQ(run.samples.size(), 150U) << threads << " threads";
        EXPECT_EQ(run.outcome.summary.unserved, 0U);
        std::vector<std::int64_t> intended;
        for (const auto& sample : run.samples) {
            intended.push_back(sample.intendedNs);
        }
        std::sort(intended.begin(), intended.end());
        // The integral of the rate up to the n-th arrival is n: 400·t²/2 in the ramp.
        EXPECT_NEAR(static_cast<double>(intended[8]), std::sqrt(2.0 * 8 / 400) * 1e9, 1e3);
        EXPECT_NEAR(static_cast<double>(intended[149] - intended[148]), 5e6, 1e3);
    }
}

TEST(Runs, RoundsThatArriveInTimeAreFinishedWithinTheGrace)
{
    const Target target{quickTarget(150 * nsPerMs)};
    auto plan = onePagePlan(target.url(), 0);
    plan.steps.push_back(plan.steps[0]);
    std::get<load::HttpStep>(plan.steps[1].item).label = "second";
    plan.profile.kind = load::Profile::Kind::Open;
    plan.profile.users.clear();
    plan.profile.rates = {{10, 10, 200 * nsPerMs}};
    plan.graceNs = 10 * nsPerSecond;
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), 4U); // two arrivals of two requests, the last long after the profile's end
    EXPECT_EQ(run.outcome.summary.cut, 0U);
    plan.graceNs = 20 * nsPerMs;
    const auto cut = runRecorded(plan);
    EXPECT_LT(cut.samples.size(), 4U);
    EXPECT_GE(cut.outcome.summary.cut, 1U);
}

TEST(Runs, SummaryIsWholeEvenIfRecordingFails)
{
    const TemporaryDirectory folder;
    auto file = session::SessionFile::create(folder / "run.assay").value();
    const Target target{quickTarget(nsPerMs)};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.users[0].holdNs = 3600 * nsPerSecond;
    const auto experiment = file.putExperiment({0, "load", "test", 0, plan.toText()}).value();
    bool sabotaged = false;
    load::LoadRunner runner{plan,
        {{},
            [&](const load::LoadRunner::Progress& progress) {
                if (!sabotaged && progress.completed > 10) {
                    sabotaged = true;
                    auto other = session::SessionFile::open(
                        folder / "run.assay", session::SessionFile::Mode::ReadWrite)
                                     .value();
                    other.database().exec("DROP TABLE sample_block");
                }
            },
            {}}};
    const auto outcome = runner.run(&file, experiment);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->state, session::RunState::Failed);
    EXPECT_FALSE(outcome->endReason.empty());
    EXPECT_GT(outcome->summary.whole.samples, 10U);
    EXPECT_GT(outcome->summary.whole.durationNs, 0);
    EXPECT_EQ(outcome->summary.usersPeak, 1U);
}

TEST(Runs, ArrivalsBeyondTheCapAreUnserved)
{
    const Target target{quickTarget(500 * nsPerMs)};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.kind = load::Profile::Kind::Open;
    plan.profile.users.clear();
    plan.profile.rates = {{100, 100, 400 * nsPerMs}};
    plan.profile.maxUsers = 10;
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), 10U);
    EXPECT_EQ(run.outcome.summary.unserved, 30U);
    EXPECT_EQ(run.outcome.summary.usersPeak, 10U);
    EXPECT_THAT(run.outcome.summary.notices, testing::Contains(testing::HasSubstr("30 arrivals (75.0 %)")));
}

/// The acceptance test of coordinated omission (wrk issue 99): half of the time the server is frozen. Service
/// times and response times from the intended start must both tell it, without any correction afterwards.
TEST(Runs, StallShowsInTheResponseTimes)
{
    auto options = quickTarget(nsPerMs);
    options.stallNs = nsPerSecond;
    options.stallEveryNs = 2 * nsPerSecond;
    const Target target{options};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.kind = load::Profile::Kind::Open;
    plan.profile.users.clear();
    plan.profile.rates = {{200, 200, 2 * nsPerSecond}};
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), 400U);
    const auto& response = run.outcome.summary.whole.response;
    EXPECT_LT(response.percentileNs(40), 200 * nsPerMs);
    EXPECT_NEAR(static_cast<double>(response.percentileNs(75)), 0.5e9, 0.25e9);
    EXPECT_GT(response.maxNs(), 800 * nsPerMs);
    EXPECT_GE(response.maxNs(), run.outcome.summary.whole.service.maxNs());
}

/// The same against few connections: now requests wait for a free user, which only the time from the intended
/// start shows.
TEST(Runs, ThinkTimesMakeIntendedStarts)
{
    const Target target{quickTarget()};
    auto plan = onePagePlan(target.url(), 0);
    std::get<load::HttpStep>(plan.steps[0].item).think = {
        load::ThinkTime::Kind::Fixed, 20 * nsPerMs, 0, 0, 0};
    plan.loopsPerUser = 5;
    const auto run = runRecorded(plan);
    ASSERT_EQ(run.samples.size(), 5U);
    for (std::size_t i = 1; i < run.samples.size(); ++i) {
        EXPECT_EQ(run.samples[i].intendedNs, run.samples[i - 1].endNs() + 20 * nsPerMs);
    }
}

TEST(Runs, RequestsInFlightAtTheEndAreDrained)
{
    const Target target{quickTarget(300 * nsPerMs)};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.users = {{.users = 5, .holdNs = 100 * nsPerMs}};
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), 5U);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.cut, 0U);
    EXPECT_GE(run.outcome.summary.whole.durationNs, 300 * nsPerMs);
}

TEST(Runs, RequestsThatOutliveTheGraceAreCutAndNoFailures)
{
    ScriptedServer server{[](Peer& peer) { peer.waitForClose(); }};
    auto plan = onePagePlan(server.url(), 0);
    plan.profile.users = {{.users = 3, .holdNs = 50 * nsPerMs}};
    plan.graceNs = 100 * nsPerMs;
    const auto run = runRecorded(plan);
    EXPECT_TRUE(run.samples.empty());
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.cut, 3U);
}

TEST(Runs, StopEndsEarlyAndKeepsEverything)
{
    const Target target{quickTarget(5 * nsPerMs)};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.users = {{.users = 3, .rampUpNs = nsPerSecond, .holdNs = 3600 * nsPerSecond}};
    load::LoadRunner* running = nullptr;
    load::LoadRunner runner{plan,
        {{},
            [&](const load::LoadRunner::Progress& progress) {
                if (progress.completed > 10) {
                    running->stop();
                }
            },
            {}}};
    running = &runner;
    const auto outcome = runner.run(nullptr, 0);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->state, session::RunState::Stopped);
    EXPECT_GT(outcome->summary.whole.samples, 10U);
    EXPECT_EQ(outcome->summary.cut, 0U);
    EXPECT_THAT(outcome->endReason, testing::HasSubstr("Stopped"));
}

TEST(Runs, AbortDoesNotWaitForAnybody)
{
    ScriptedServer server{[](Peer& peer) { peer.waitForClose(); }};
    auto plan = onePagePlan(server.url(), 0);
    plan.profile.users = {{.users = 3, .holdNs = 3600 * nsPerSecond}};
    plan.graceNs = 3600 * nsPerSecond;
    plan.responseTimeoutNs = 3600 * nsPerSecond;
    load::LoadRunner* running = nullptr;
    load::LoadRunner runner{plan, {{}, [&](const load::LoadRunner::Progress&) { running->abort(); }, {}}};
    running = &runner;
    const auto outcome = runner.run(nullptr, 0);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->summary.cut, 3U);
}

TEST(Runs, StepsLoopsAndLabelsGoInOrder)
{
    const Target target{quickTarget()};
    auto plan = onePagePlan(target.url(), 0);
    load::HttpStep a = std::get<load::HttpStep>(plan.steps[0].item);
    load::HttpStep b = a;
    load::HttpStep off = a;
    a.label = "a";
    b.label = "b";
    off.label = "off";
    off.enabled = false;
    load::LoopStep inner{"inner", 2, {{b}}, true};
    load::LoopStep outer{"outer", 2, {{a}, {inner}}, true};
    plan.steps = {{outer}, {off}, {a}};
    std::get<load::HttpStep>(plan.steps[2].item).label = "c";
    plan.loopsPerUser = 1;
    const auto run = runRecorded(plan);
    std::vector<std::uint32_t> labels;
    for (const auto& sample : run.samples) {
        labels.push_back(sample.label);
    }
    EXPECT_THAT(labels, testing::ElementsAre(1, 2, 2, 1, 2, 2, 3));
    EXPECT_EQ(run.outcome.summary.labels.at(1).whole.samples, 4U);
}

TEST(Runs, PoolOfEightServesNoMoreThanEightAtOnce)
{
    auto options = quickTarget(20 * nsPerMs);
    options.workers = 8;
    const Target target{options};
    auto plan = onePagePlan(target.url(), 0);
    plan.profile.users = {{.users = 32, .holdNs = nsPerSecond}};
    const auto run = runRecorded(plan);
    // 8 workers × 20 ms: 400 a second at most, however many users wait; each then waits 32 / 8 services.
    EXPECT_LE(run.outcome.summary.hold.throughputPerSecond(), 408);
    EXPECT_GE(run.outcome.summary.whole.service.percentileNs(50), 75 * nsPerMs);
    // Little's law over the hold phase: users = throughput × response time.
    const auto& hold = run.outcome.summary.hold;
    EXPECT_NEAR(hold.throughputPerSecond() * hold.service.meanNs() / 1e9, 32, 4);
}

TEST(Runs, EmbeddedTargetIsStartedForThePlan)
{
    load::LoadPlan plan = onePagePlan("http://${target}/x", 5);
    plan.target.enabled = true;
    plan.target.service = "1ms";
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), 5U);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
}

TEST(Runs, ThresholdsAreJudged)
{
    const Target target{quickTarget()};
    auto plan = onePagePlan(target.url(), 5);
    plan.thresholds = {"p95<10s", "samples>=6", "failures<1%"};
    const auto run = runRecorded(plan);
    ASSERT_EQ(run.outcome.summary.thresholds.size(), 3U);
    EXPECT_TRUE(run.outcome.summary.thresholds[0].verdict.passed);
    EXPECT_FALSE(run.outcome.summary.thresholds[1].verdict.passed);
    EXPECT_FALSE(run.outcome.summary.passed());
}

} // namespace assay::test
