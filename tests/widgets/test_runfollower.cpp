// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadsummary.h"
#include "load/rundata.h"
#include "load/storedhold.h"
#include "session/runrecorder.h"
#include "temporarydirectory.h"

#include <boost/json/serialize.hpp>

#include <gtest/gtest.h>

namespace assay::loadpage {
namespace {

constexpr std::int64_t intervalNs = 200'000'000;

/// A run of ten intervals whose hold phase begins and ends within one.
class HoldFigures : public testing::Test
{
protected:
    HoldFigures()
        : m_file(*session::SessionFile::create(m_directory / "hold.assay"))
    {
        session::Experiment experiment;
        experiment.instrument = "load";
        session::RunStart start;
        start.experimentId = *m_file.putExperiment(experiment);
        start.instrument = "load";
        start.labels = {"Page"};
        start.holdStartNs = 2 * intervalNs + 50'000'000;
        start.holdEndNs = 6 * intervalNs + 50'000'000;
        m_recorder.emplace(*session::RunRecorder::begin(m_file, start));
        for (int i = 0; i < 10; ++i) {
            stats::LatencyHistogram service;
            service.record(i * 1'000'000);
            for (const std::uint32_t label : {1U, 0U}) {
                session::IntervalCounts counts{
                    .startNs = i * intervalNs, .lengthNs = intervalNs, .label = label};
                counts.users = label == 0 ? static_cast<std::uint32_t>(10 * i) : 0;
                counts.completed = 1;
                EXPECT_TRUE(m_recorder->addInterval(counts, service, service));
            }
        }
        EXPECT_TRUE(m_recorder->commit());
    }

    RunFollower follow()
    {
        RunFollower follower(m_recorder->runId());
        EXPECT_TRUE(follower.update(m_file));
        return follower;
    }

    test::TemporaryDirectory m_directory;
    session::SessionFile m_file;
    std::optional<session::RunRecorder> m_recorder;
};

TEST_F(HoldFigures, AreOfTheIntervalsWhollyInsideWhileTheRunGoesOn)
{
    const RunFollower follower = follow();
    const auto rows = follower.summary(true);
    ASSERT_EQ(rows.size(), 2U);
    for (const auto& row : rows) {
        EXPECT_EQ(row.requests, 3U); // 3, 4, 5
        EXPECT_EQ(row.latencies, 3U);
        EXPECT_NEAR(static_cast<double>(row.minNs), 3e6, 3e4);
        EXPECT_NEAR(static_cast<double>(row.maxNs), 5e6, 5e4);
        EXPECT_NEAR(row.seconds, 0.6, 1e-9);
    }
    EXPECT_EQ(follower.usersPeak(true), 50U);
    EXPECT_EQ(follower.usersPeak(false), 90U);
}

TEST_F(HoldFigures, AreTheSummarysOnceTheRunHasEnded)
{
    load::LoadSummary summary;
    summary.usersPeak = 90;
    summary.usersPeakInHold = 60;
    summary.labels.push_back({"Page", {}, {}});
    auto& page = summary.labels[0].hold;
    const auto add = [&page](session::FailureKind failure, std::int64_t serviceNs) {
        session::Sample sample;
        sample.failure = failure;
        sample.serviceNs = serviceNs;
        sample.bytesIn = 100;
        page.add(sample);
    };
    add(session::FailureKind::None, 7'000'000);
    add(session::FailureKind::CheckFailed, 8'000'000);
    add(session::FailureKind::ResponseTimeout, 9'000'000);
    add(session::FailureKind::Refused, 0);
    page.completed = 3; // one of the four ended after the hold phase
    page.durationNs = summary.hold.durationNs = 4 * intervalNs;
    summary.hold.merge(page);
    ASSERT_TRUE(m_recorder->finish(
        session::RunState::Finished, "", boost::json::serialize(summary.toJson()), 10 * intervalNs));
    const RunFollower follower = follow();
    const auto rows = follower.summary(true);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].label, QStringLiteral("Page"));
    EXPECT_EQ(rows[1].number, 0U);
    for (const auto& row : rows) {
        EXPECT_EQ(row.requests, 4U);
        EXPECT_EQ(row.failures, 3U);
        EXPECT_EQ(row.timeouts, 1U);
        EXPECT_EQ(row.latencies, 3U) << "what was refused has no latency";
        EXPECT_EQ(row.p50Ns, page.service.percentileNs(50));
        EXPECT_EQ(row.maxNs, page.service.maxNs());
        EXPECT_EQ(row.bytesIn, 400U);
        EXPECT_DOUBLE_EQ(row.perSecond(), page.throughputPerSecond());
    }
    EXPECT_EQ(follower.usersPeak(true), 60U);
    EXPECT_EQ(follower.usersPeak(false), 90U);
    EXPECT_EQ(follower.summary(false).back().requests, 10U);
}

TEST(StoredHold, OfAStrangeSummaryIsNone)
{
    session::Run run;
    run.labels = {"Page"};
    for (const char* text : {"", "[]", "{", R"({"hold": null})", R"({"hold": {"samples": 1}})",
             R"({"hold": {"samples": 1}, "labels": [1, 2]})"}) {
        run.summary = text;
        EXPECT_FALSE(storedHold(run)) << text;
    }
    run.summary = R"({"hold": {"samples": -5, "latency_ms": {"p50": 1e300}, "failures": {"total": "x"}},
        "labels": [7]})";
    const auto stored = storedHold(run);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->rows.back().requests, 0U);
    EXPECT_EQ(stored->rows.back().p50Ns, 0);
}

} // namespace
} // namespace assay::loadpage
