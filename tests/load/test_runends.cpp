// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a run, who may take part in it, and which figures that leaves.
#include "load/aggregator.h"
#include "load/loadfixture.h"
#include "load/userslots.h"
#include "load/workerjournal.h"
#include "session/runreader.h"
#include "session/sessionfile.h"
#include "support/scriptedserver.h"
#include "temporarydirectory.h"

#include <gmock/gmock.h>

#include <atomic>
#include <set>
#include <thread>

namespace assay::test {

namespace {

const std::string okHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

void answerAlways(Peer& peer)
{
    while (!peer.readRequest().empty()) {
        peer.send(okHello);
    }
}

load::HttpStep& stepOf(load::LoadPlan& plan)
{
    return std::get<load::HttpStep>(plan.steps[0].item);
}

} // namespace

/// The run is over with its last request: users that have not started yet, or think, have nothing to wait
/// for.
TEST(RequestLimit, EndsTheRunOfAllUsers)
{
    ScriptedServer server{answerAlways};
    for (const int threads : {1, 2}) {
        auto starting = onePagePlan(server.url(), 100);
        starting.profile.users = {{.users = 50, .rampUpNs = 600 * nsPerSecond}};
        starting.threads = threads;
        auto thinking = onePagePlan(server.url(), 6);
        thinking.profile.users = {{.users = 6, .holdNs = 600 * nsPerSecond}};
        thinking.threads = threads;
        stepOf(thinking).think = {load::ThinkTime::Kind::Fixed, 300 * nsPerSecond, 0, 0, 0};
        auto arriving = onePagePlan(server.url(), 5);
        arriving.profile.kind = load::Profile::Kind::Open;
        arriving.profile.rates = {{100, 100, 100 * nsPerMs}, {0.01, 0.01, 600 * nsPerSecond}};
        arriving.threads = threads;
        for (const auto& plan : {starting, thinking, arriving}) {
            const auto run = runRecorded(plan);
            EXPECT_EQ(run.samples.size(), static_cast<std::size_t>(plan.maxRequests));
            EXPECT_LT(run.outcome.summary.whole.durationNs, 20 * nsPerSecond);
            EXPECT_EQ(run.outcome.summary.cut, 0U);
            EXPECT_EQ(run.outcome.state, session::RunState::Finished);
        }
    }
}

/// A cap of two is two for all threads together: the second user serves whoever arrives while the first
/// hangs.
TEST(UserCap, IsSharedByAllThreads)
{
    std::atomic<int> others{0};
    std::mutex mutex;
    std::vector<std::string> paths;
    ScriptedServer server{[&](Peer& peer) {
        for (std::string request; !(request = peer.readRequest()).empty();) {
            {
                const std::lock_guard lock{mutex};
                paths.push_back(request.substr(4, request.find(" HTTP") - 4));
            }
            if (peer.number() == 0) {
                for (auto seen = others.load(); seen < 3; seen = others.load()) {
                    others.wait(seen);
                }
            } else {
                ++others;
                others.notify_all();
            }
            peer.send(okHello);
        }
    }};
    auto plan = onePagePlan(server.url("/${user}/${iteration}"), 0);
    plan.profile.kind = load::Profile::Kind::Open;
    plan.profile.users.clear();
    plan.profile.rates = {{10, 10, 400 * nsPerMs}};
    plan.profile.maxUsers = 2;
    plan.threads = 2;
    plan.thresholds = {"unserved<1%", "unserved<1"};
    const auto run = runRecorded(plan);
    others = 3;
    others.notify_all();
    server.stop();
    EXPECT_EQ(run.outcome.summary.arrivals, 4U);
    EXPECT_EQ(run.outcome.summary.unserved, 0U);
    EXPECT_EQ(run.outcome.summary.usersPeak, 2U);
    EXPECT_TRUE(run.outcome.summary.passed());
    EXPECT_THAT(paths, testing::UnorderedElementsAre("/1/1", "/2/1", "/2/2", "/2/3"));
}

TEST(UserSlots, HaveOneOwnerEach)
{
    constexpr std::size_t count = 70; // more than a word, and not a whole number of them
    constexpr int takes = 20'000;
    load::UserSlots slots;
    slots.create(count, 1);
    std::vector<std::atomic<int>> owners(count);
    std::atomic<bool> shared{false};
    std::vector<std::jthread> threads;
    for (std::uint32_t t = 0; t < 3; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < takes; ++i) {
                if (const auto number = slots.take(t)) {
                    shared = shared || owners.at(*number)++ > 0;
                    ++slots.at(*number).round;
                    --owners[*number];
                    slots.giveBack(*number);
                }
            }
        });
    }
    threads.clear();
    EXPECT_FALSE(shared);
    std::set<std::uint32_t> taken;
    std::uint64_t rounds = 0;
    while (const auto number = slots.take(200)) {
        taken.insert(*number);
        rounds += slots.at(*number).round;
    }
    EXPECT_EQ(taken.size(), count);
    EXPECT_EQ(*taken.rbegin(), count - 1);
    EXPECT_EQ(rounds, 3U * takes);
}

/// What is only drained after a stop is not full load.
TEST(HoldPhase, EndsWithTheStop)
{
    ScriptedServer server{[&](Peer& peer) {
        for (int i = 0; !peer.readRequest().empty(); ++i) {
            if (i >= 20) {
                std::this_thread::sleep_for(
                    std::chrono::milliseconds{400}); // the answer is what it waits for
            }
            peer.send(okHello);
        }
    }};
    const TemporaryDirectory folder;
    auto file = session::SessionFile::create(folder / "run.assay").value();
    auto plan = onePagePlan(server.url(), 0);
    plan.profile.users[0].holdNs = 3600 * nsPerSecond;
    const auto experiment = file.putExperiment({0, "load", "test", 0, plan.toText()}).value();
    load::LoadRunner* running = nullptr;
    load::LoadRunner runner{plan,
        {{},
            [&](const load::LoadRunner::Progress& progress) {
                if (progress.completed >= 20) {
                    running->stop();
                }
            },
            {}}};
    running = &runner;
    const auto outcome = runner.run(&file, experiment);
    ASSERT_TRUE(outcome);
    const auto& summary = outcome->summary;
    EXPECT_EQ(summary.hold.samples, summary.whole.samples);
    EXPECT_EQ(summary.hold.completed + 1, summary.whole.samples);
    EXPECT_LT(summary.hold.durationNs, summary.whole.durationNs);
    const auto runs = session::RunReader{file}.runs().value();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].holdEndNs - runs[0].holdStartNs, summary.hold.durationNs);
    EXPECT_GT(runs[0].lengthNs, runs[0].holdEndNs);
}

TEST(HoldPhase, CountsWhatIsCutWithinIt)
{
    ScriptedServer server{[](Peer& peer) { peer.waitForClose(); }};
    auto plan = onePagePlan(server.url(), 0);
    plan.profile.users = {{.users = 1, .holdNs = 300 * nsPerMs},
        {.users = 2, .startDelayNs = 400 * nsPerMs, .holdNs = 300 * nsPerMs}};
    plan.graceNs = 100 * nsPerMs;
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.outcome.summary.cut, 3U);
    EXPECT_EQ(run.outcome.summary.cutInHold, 2U);
    EXPECT_EQ(run.outcome.summary.toJson().at("hold").at("cut").to_number<int>(), 2);
}

/// By their end, the slowest requests of the hold phase would be left out of its figures.
TEST(HoldPhase, HasTheFiguresOfWhatBeganInIt)
{
    static constexpr auto answerMs = 300;
    ScriptedServer server{[](Peer& peer) {
        for (int i = 0; !peer.readRequest().empty(); ++i) {
            if (i == 10) {
                std::this_thread::sleep_for(std::chrono::milliseconds{answerMs}); // how slow the server is
            }
            peer.send(okHello);
        }
    }};
    auto plan = onePagePlan(server.url(), 11);
    stepOf(plan).think = {load::ThinkTime::Kind::Fixed, 10 * nsPerMs, 0, 0, 0};
    plan.profile.users[0].holdNs = 200 * nsPerMs;
    plan.thresholds = {"hold:max<200ms"};
    const auto summary = runRecorded(plan).outcome.summary;
    EXPECT_EQ(summary.hold.samples, 11U);
    EXPECT_EQ(summary.hold.completed, 10U);
    EXPECT_GE(summary.hold.service.maxNs(), answerMs * nsPerMs);
    EXPECT_GE(summary.hold.response.maxNs(), answerMs * nsPerMs);
    EXPECT_FALSE(summary.passed());
    const auto hold = summary.toJson().at("hold");
    EXPECT_DOUBLE_EQ(hold.at("throughput_per_s").as_double() * hold.at("duration_s").as_double(), 10);
}

/// A server that stops answering in the middle: nothing that it was asked for ever ended.
TEST(Unanswered, RequestsLetNoThresholdPass)
{
    ScriptedServer server{[](Peer& peer) {
        for (int i = 0; i < 100 && !peer.readRequest().empty(); ++i) {
            peer.send(okHello);
        }
        peer.waitForClose();
    }};
    auto plan = onePagePlan(server.url(), 0);
    plan.profile.users[0].holdNs = 300 * nsPerMs;
    plan.graceNs = 700 * nsPerMs;
    plan.thresholds = {"max<800ms", "p100<800ms", "intended:max<800ms", "hold:max<800ms", "failures<1",
        "failures<=0%", "hold:failures<1", "cut<1", "hold:cut<0.5%", "p98<800ms", "failures<2", "cut<2",
        "cut<1%", "max<1h", "max>0"};
    const auto summary = runRecorded(plan).outcome.summary;
    EXPECT_EQ(summary.cut, 1U);
    EXPECT_EQ(summary.unanswered, 1U);
    EXPECT_EQ(summary.unansweredInHold, 1U);
    EXPECT_EQ(summary.whole.failureTotal(), 0U);
    EXPECT_GE(summary.longestCutNs, 700 * nsPerMs);
    constexpr std::size_t missed = 9;
    ASSERT_EQ(summary.thresholds.size(), plan.thresholds.size());
    for (std::size_t i = 0; i < plan.thresholds.size(); ++i) {
        const auto& result = summary.thresholds[i];
        EXPECT_EQ(result.verdict.passed, i >= missed) << result.text << ": " << result.verdict.actual;
    }
    EXPECT_THAT(summary.thresholds[0].verdict.actual,
        testing::HasSubstr("with 1 request that was never answered, waiting up to "));
    EXPECT_THAT(summary.thresholds[4].verdict.actual, testing::HasSubstr("of these 1 never answered"));
    ASSERT_FALSE(summary.notices.empty());
    EXPECT_THAT(summary.notices[0], testing::HasSubstr("1 request was never answered"));
}

TEST(FailedStart, LeavesNoRunBehind)
{
    const TemporaryDirectory folder;
    auto file = session::SessionFile::create(folder / "run.assay").value();
    auto plan = onePagePlan("https://127.0.0.1:" + std::to_string(unusedPort()) + "/", 1);
    plan.caFile = (folder / "nope.pem").string();
    const auto experiment = file.putExperiment({0, "load", "test", 0, plan.toText()}).value();
    load::LoadRunner runner{plan, {}};
    const auto outcome = runner.run(&file, experiment);
    ASSERT_FALSE(outcome);
    EXPECT_THAT(outcome.error().message, testing::HasSubstr("nope.pem"));
    EXPECT_TRUE(session::RunReader{file}.runs().value().empty());
}

/// A generator that comes late, or whose batches are all with the aggregator, still has its users.
class MissedIntervals : public testing::TestWithParam<bool>
{ };

TEST_P(MissedIntervals, KeepTheirUsers)
{
    constexpr auto interval = load::Aggregator::intervalNs;
    const TemporaryDirectory folder;
    auto file = session::SessionFile::create(folder / "run.assay").value();
    session::RunStart start;
    start.experimentId = file.putExperiment({0, "load", "test", 0, "{}"}).value();
    start.instrument = "load";
    start.labels = {"page"};
    auto recorder = session::RunRecorder::begin(file, start).value();
    const std::atomic<std::int64_t> never{std::numeric_limits<std::int64_t>::max()};
    std::vector<std::unique_ptr<load::BatchExchange>> exchanges;
    exchanges.push_back(std::make_unique<load::BatchExchange>(2));
    load::Aggregator aggregator{start.labels, {{}, never, 100}, exchanges, &recorder};
    load::WorkerJournal journal{*exchanges[0], interval};
    std::vector<load::SampleBatch*> withheld;
    for (auto* batch = GetParam() ? exchanges[0]->takeEmpty() : nullptr; batch;
         batch = exchanges[0]->takeEmpty()) {
        withheld.push_back(batch);
    }
    for (int i = 0; i < 3; ++i) {
        journal.userStarted();
    }
    journal.tick(interval + 1);
    if (GetParam()) {
        journal.tick(2 * interval + 1); // finds no batch
        for (auto* batch : withheld) {
            exchanges[0]->giveEmpty(batch);
        }
    }
    journal.tick(7 * interval + 1);
    journal.finish();
    ASSERT_TRUE(aggregator.finish(8 * interval));
    ASSERT_TRUE(recorder.finish(session::RunState::Finished, "", "{}", 8 * interval));
    const auto points = session::RunReader{file}.intervals(recorder.runId(), 0).value();
    ASSERT_EQ(points.size(), 8U);
    for (const auto& point : points) {
        EXPECT_EQ(point.users, 3U) << point.startNs;
    }
}

INSTANTIATE_TEST_SUITE_P(Batches, MissedIntervals, testing::Bool());

} // namespace assay::test
