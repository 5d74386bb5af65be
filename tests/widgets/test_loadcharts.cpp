// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadchartspecs.h"
#include "load/runreport.h"
#include "load/scalingpoints.h"

#include <gmock/gmock.h>

namespace assay::loadpage {
namespace {

using session::FailureKind;
using session::IntervalPoint;

constexpr std::int64_t intervalNs = 200'000'000;

IntervalPoint interval(
    int number, std::uint32_t users, std::uint64_t completed, std::int64_t medianNs = 1'000'000)
{
    IntervalPoint point;
    point.startNs = number * intervalNs;
    point.lengthNs = intervalNs;
    point.users = users;
    point.completed = completed;
    point.latencyCount = completed;
    point.p50Ns = medianNs;
    point.maxNs = 10 * medianNs;
    point.bytesIn = completed * 1000;
    return point;
}

RunData someRun()
{
    RunData data;
    data.run.state = session::RunState::Finished;
    data.run.holdStartNs = 400'000'000;
    data.run.holdEndNs = 800'000'000;
    data.intervals = {interval(0, 1, 20), interval(1, 2, 40), interval(2, 3, 40), interval(3, 3, 0)};
    data.intervals[2].failures = 4;
    data.intervals[2].failuresByKind[static_cast<std::size_t>(FailureKind::Reset)] = 4;
    return data;
}

const charts::Series* series(const charts::ChartSpec& spec, const char* id)
{
    for (const auto& candidate : spec.series) {
        if (candidate.id == QLatin1String(id)) {
            return &candidate;
        }
    }
    return nullptr;
}

TEST(LoadCharts, HaveTheIdsThatAreAnnounced)
{
    QStringList ids;
    for (const auto& spec : loadCharts(someRun())) {
        ids.append(spec.id);
        EXPECT_FALSE(loadChartMeaning(spec.id).isEmpty());
        EXPECT_FALSE(spec.emptyText.isEmpty()) << spec.id.toStdString();
    }
    EXPECT_EQ(ids, loadChartIds());
}

TEST(LoadCharts, ThroughputIsPerSecondInTheMiddleOfItsInterval)
{
    const auto spec = throughputChart(someRun());
    const auto* requests = series(spec, "requests");
    ASSERT_TRUE(requests);
    EXPECT_EQ(requests->points->size(), 4);
    EXPECT_EQ(requests->points->at(1), QPointF(300e6, 200));
    const auto* users = series(spec, "users");
    ASSERT_TRUE(users && users->onRightAxis);
    EXPECT_EQ(users->points->at(2).y(), 3);
    ASSERT_EQ(spec.bands.size(), 1);
    EXPECT_EQ(spec.bands[0].from, 400e6);
}

struct LastInterval
{
    std::int64_t lengthNs;
    double requests; ///< a second, in the last point
    int points;
};

class ARunsEnd : public testing::TestWithParam<LastInterval>
{ };

TEST_P(ARunsEnd, IsNoSpike)
{
    RunData data = someRun();
    auto last = interval(4, 3, 30);
    last.lengthNs = GetParam().lengthNs;
    last.failuresByKind[static_cast<std::size_t>(FailureKind::Reset)] = 30;
    last.unserved = 30;
    last.bytesOut = 30;
    data.intervals[3] = interval(3, 3, 40);
    data.intervals[3].bytesOut = 40;
    data.intervals.push_back(last);
    for (const auto& spec : {throughputChart(data), failuresChart(data), bytesChart(data)}) {
        for (const auto& shown : spec.series) {
            if (shown.id == QLatin1String("users")) {
                continue; // no rate
            }
            EXPECT_EQ(shown.points->size(), GetParam().points) << shown.id.toStdString();
            for (const QPointF& point : *shown.points) {
                EXPECT_LE(point.y(), shown.id == QLatin1String("received") ? 350'000 : 350);
                EXPECT_LE(point.x(), 1e9);
            }
        }
    }
    const auto throughput = throughputChart(data);
    const auto requests = *series(throughput, "requests")->points;
    EXPECT_NEAR(requests.back().y(), GetParam().requests, 1);
}

INSTANTIATE_TEST_SUITE_P(Lengths, ARunsEnd,
    testing::Values(LastInterval{1, 350, 4}, LastInterval{40'000'000, 70 / 0.24, 4},
        LastInterval{99'999'999, 70 / 0.3, 4}, LastInterval{100'000'000, 300, 5},
        LastInterval{199'999'999, 150, 5}));

TEST(LoadCharts, ARunOfOneShortIntervalIsShownAsItIs)
{
    RunData data;
    data.intervals = {interval(0, 1, 5)};
    data.intervals[0].lengthNs = 50'000'000;
    const auto spec = throughputChart(data);
    EXPECT_EQ(*series(spec, "requests")->points, (QList<QPointF>{{25e6, 100}}));
}

TEST(LoadCharts, AnIntervalWithoutResponsesIsAGapAndNot0ms)
{
    const auto spec = latencyChart(someRun());
    const auto* median = series(spec, "p50");
    ASSERT_TRUE(median);
    EXPECT_EQ(median->points->size(), 3);
    EXPECT_EQ(spec.y.quantity, charts::Quantity::Duration);
}

TEST(LoadCharts, OnlyFailuresThatHappenedHaveASeries)
{
    const auto spec = failuresChart(someRun());
    ASSERT_EQ(spec.series.size(), 1);
    EXPECT_EQ(spec.series[0].id, QStringLiteral("reset"));
    EXPECT_EQ(spec.series[0].points->at(2).y(), 20);
    RunData healthy = someRun();
    for (auto& point : healthy.intervals) {
        point.failuresByKind = {};
    }
    EXPECT_TRUE(failuresChart(healthy).series.isEmpty());
    EXPECT_EQ(failuresChart(healthy).emptyText, QStringLiteral("No request failed."));
}

TEST(LoadCharts, ScalingSortsByUsersAndAverages)
{
    RunData data = someRun();
    std::reverse(data.intervals.begin(), data.intervals.end()); // a ramp down
    const auto points = scalingPoints(data.intervals);
    EXPECT_EQ(points.throughput->size(), 4);
    EXPECT_EQ(*points.meanThroughput, (QList<QPointF>{{1, 100}, {2, 200}, {3, 100}}));
    EXPECT_EQ(points.meanLatency->last(), QPointF(3, 1e6)) << "the empty interval has no latency";
}

TEST(LoadCharts, ScalingIgnoresTheShortIntervalAtTheEnd)
{
    RunData data = someRun();
    auto last = interval(4, 9, 9);
    last.lengthNs = intervalNs / 10;
    data.intervals.push_back(last);
    EXPECT_EQ(scalingPoints(data.intervals).meanThroughput->last().x(), 3);
}

TEST(LoadCharts, ThousandsOfUsersBecomeAFewHundredGroups)
{
    std::vector<IntervalPoint> intervals;
    for (int i = 0; i < 10'000; ++i) {
        intervals.push_back(interval(i, static_cast<std::uint32_t>(i + 1), 100));
    }
    EXPECT_LE(scalingPoints(intervals).meanThroughput->size(), 201);
}

TEST(LoadCharts, ProcessorStatesAreStacked)
{
    RunData data = someRun();
    for (int second = 1; second <= 2; ++second) {
        const std::int64_t time = second * 1'000'000'000LL;
        data.metrics.push_back({"host", "cpu_user", "%", time, 30});
        data.metrics.push_back({"host", "cpu_steal", "%", time, 5});
        data.metrics.push_back({"host", "memory_used", "B", time, 1e9});
        data.metrics.push_back({"database", "cpu_user", "%", time, 99});
    }
    const auto spec = cpuChart(data);
    ASSERT_EQ(spec.series.size(), 2);
    EXPECT_EQ(spec.series[0].id, QStringLiteral("cpu_user"));
    EXPECT_EQ(spec.series[0].shape, charts::Shape::StackedArea);
    EXPECT_EQ(spec.series[0].points->at(1), QPointF(2e9, 30));
    EXPECT_EQ(spec.y.maximum, 100);
}

TEST(RunReport, HeadlineAndNoticesComeFromTheStoredSummary)
{
    LoadSnapshot snapshot;
    snapshot.run.summary = R"({"samples": 200, "failures": {"total": 1}, "throughput_per_s": 412.4,
        "latency_ms": {"p95": 23.1}, "notices": ["The generator was late."]})";
    EXPECT_EQ(runHeadline(snapshot.run), QStringLiteral("412/s · p95 23.1 ms · 0.5 % failed"));
    EXPECT_EQ(runNotices(snapshot), QStringList{QStringLiteral("The generator was late.")});
}

TEST(RunReport, ARunThatGoesOnTellsWhatItsRowsTell)
{
    LoadSnapshot snapshot;
    snapshot.run.state = session::RunState::Running;
    EXPECT_TRUE(runNotices(snapshot).isEmpty());
    snapshot.dropped = 12;
    snapshot.stealPercent = 31;
    EXPECT_EQ(runNotices(snapshot).size(), 2);
    EXPECT_EQ(runHeadline(snapshot.run), QString());
}

TEST(RunReport, TextFromAFileIsNeverMarkup)
{
    session::Run run;
    run.endReason = "<img src=x>";
    run.host = R"({"kernel": "<b>6.1</b>", "cpu": {"model": "X"}, "memory_bytes": 25276510208})";
    const QString html = runDetailsHtml(run);
    EXPECT_FALSE(html.contains(QStringLiteral("<img")));
    EXPECT_FALSE(html.contains(QStringLiteral("<b>6.1")));
    EXPECT_TRUE(html.contains(QStringLiteral("Cpu model")));
    EXPECT_TRUE(html.contains(QStringLiteral("Memory size")));
    EXPECT_TRUE(html.contains(QStringLiteral("23.5 GiB"))) << html.toStdString();
}

} // namespace
} // namespace assay::loadpage
