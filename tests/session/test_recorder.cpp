// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sessionfixture.h"

#include <gmock/gmock.h>

#include <cmath>

namespace assay::test {
namespace {

using namespace session;

class Recorder : public SessionTest
{ };

TEST_F(Recorder, KeepsEverySampleAcrossBlocks)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    SyntheticLoad load;
    std::vector<Sample> all;
    for (int i = 0; i < 10; ++i) {
        const auto part = load.next(5'000);
        require(recorder.addSamples(part));
        require(recorder.commit());
        all.insert(all.end(), part.begin(), part.end());
    }
    require(recorder.finish(RunState::Finished, "", R"({"samples":50000})", 12'345));

    const auto read = readSamples(m_file, recorder.runId());
    EXPECT_TRUE(std::is_sorted(
        read.begin(), read.end(), [](const Sample& a, const Sample& b) { return a.startNs < b.startNs; }));
    EXPECT_EQ(sorted(read), sorted(all));
    const auto run = require(RunReader{m_file}.run(recorder.runId()));
    EXPECT_EQ(run.sampleCount, all.size());
    EXPECT_EQ(run.state, RunState::Finished);
    EXPECT_EQ(run.summary, R"({"samples":50000})");
    EXPECT_EQ(run.lengthNs, 12'345);
}

TEST_F(Recorder, KeepsTheRunsDescription)
{
    const auto start = startOf(m_experimentId);
    auto recorder = require(RunRecorder::begin(m_file, start));
    const auto run = require(RunReader{m_file}.run(recorder.runId()));
    EXPECT_EQ(run.state, RunState::Running);
    EXPECT_EQ(run.experimentId, m_experimentId);
    EXPECT_EQ(run.instrument, start.instrument);
    EXPECT_EQ(run.plan, start.plan);
    EXPECT_EQ(run.host, start.host);
    EXPECT_EQ(run.programVersion, start.programVersion);
    EXPECT_EQ(run.startedUtc, start.startedUtc);
    EXPECT_EQ(run.labels, start.labels);
    EXPECT_EQ(run.plannedNs, start.plannedNs);
    EXPECT_EQ(run.holdStartNs, start.holdStartNs);
    EXPECT_EQ(run.holdEndNs, start.holdEndNs);
}

TEST_F(Recorder, KeepsIntervalsWithTheirFigures)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    stats::LatencyHistogram service;
    stats::LatencyHistogram response;
    for (int i = 1; i <= 100; ++i) {
        service.record(i);
        response.record(i * 2);
    }
    IntervalCounts counts{.startNs = 200'000'000,
        .lengthNs = 200'000'000,
        .label = 1,
        .users = 7,
        .started = 101,
        .completed = 100,
        .failures = 5,
        .retries = 1,
        .unserved = 2,
        .dropped = 3,
        .bytesIn = 1'000,
        .bytesOut = 100};
    counts.failuresByKind[static_cast<std::size_t>(FailureKind::Reset)] = 2;
    counts.failuresByKind[static_cast<std::size_t>(FailureKind::CheckFailed)] = 3;
    require(recorder.addInterval(counts, service, response));
    counts.startNs += 200'000'000;
    counts.failuresByKind = {};
    require(recorder.addInterval(counts, {}, {}));
    require(recorder.commit());

    const RunReader reader{m_file};
    const auto points = require(reader.intervals(recorder.runId(), 1));
    ASSERT_EQ(points.size(), 2U);
    const auto& point = points[0];
    EXPECT_EQ(point.startNs, 200'000'000);
    EXPECT_EQ(point.lengthNs, 200'000'000);
    EXPECT_EQ(point.users, 7U);
    EXPECT_EQ(point.started, 101U);
    EXPECT_EQ(point.completed, 100U);
    EXPECT_EQ(point.failures, 5U);
    EXPECT_EQ(point.retries, 1U);
    EXPECT_EQ(point.unserved, 2U);
    EXPECT_EQ(point.dropped, 3U);
    EXPECT_EQ(point.bytesIn, 1'000U);
    EXPECT_EQ(point.bytesOut, 100U);
    EXPECT_EQ(point.failuresByKind[static_cast<std::size_t>(FailureKind::Reset)], 2U);
    EXPECT_EQ(point.failuresByKind[static_cast<std::size_t>(FailureKind::CheckFailed)], 3U);
    EXPECT_EQ(point.latencyCount, 100U);
    EXPECT_EQ(point.minNs, 1);
    EXPECT_EQ(point.p50Ns, 50);
    EXPECT_EQ(point.p90Ns, 90);
    EXPECT_EQ(point.p95Ns, 95);
    EXPECT_EQ(point.p99Ns, 99);
    EXPECT_EQ(point.p999Ns, 100);
    EXPECT_EQ(point.maxNs, 100);
    EXPECT_DOUBLE_EQ(point.meanNs, 50.5);
    EXPECT_EQ(point.responseP50Ns, 100);
    EXPECT_EQ(point.responseP99Ns, 198);
    EXPECT_EQ(point.responseMaxNs, 200);
    EXPECT_EQ(points[1].latencyCount, 0U);
    EXPECT_EQ(points[1].failuresByKind, FailureCounts{});

    EXPECT_TRUE(require(reader.intervals(recorder.runId(), 0)).empty());
    EXPECT_EQ(require(reader.intervals(recorder.runId(), 1, 400'000'000)).size(), 1U);
    EXPECT_TRUE(require(reader.intervals(recorder.runId(), 1, 400'000'001)).empty());
}

TEST_F(Recorder, MergesHistogramsOverARange)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    stats::LatencyHistogram expectedService;
    stats::LatencyHistogram expectedResponse;
    for (int i = 0; i < 10; ++i) {
        stats::LatencyHistogram service;
        stats::LatencyHistogram response;
        for (int k = 0; k < 50; ++k) {
            service.record((i + 1) * 100'000 + k);
            response.record((i + 1) * 300'000 + k);
        }
        require(recorder.addInterval({.startNs = i * 200, .lengthNs = 200}, service, response));
        if (i >= 2 && i < 7) {
            expectedService.merge(service);
            expectedResponse.merge(response);
        }
    }
    require(recorder.commit());
    const RunReader reader{m_file};
    const auto merged = [&](RunReader::LatencyKind kind, std::int64_t from, std::int64_t to) {
        return require(reader.histogram(recorder.runId(), 0, kind, from, to));
    };
    EXPECT_EQ(merged(RunReader::LatencyKind::Service, 400, 1'400), expectedService);
    EXPECT_EQ(merged(RunReader::LatencyKind::ResponseFromIntended, 400, 1'400), expectedResponse);
    EXPECT_TRUE(merged(RunReader::LatencyKind::Service, 2'000, 9'000).empty());
}

TEST_F(Recorder, KeepsFailuresWithWhatWasSentAndReceived)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    const std::string bytes{"HTTP/1.1 \0\xff\r\n", 13};
    require(recorder.addFailure({.label = 2,
        .kind = FailureKind::MalformedResponse,
        .timeNs = 5,
        .user = 9,
        .status = 500,
        .message = "The status line is broken.",
        .sent = "GET / HTTP/1.1\r\n",
        .received = bytes}));
    require(recorder.addFailure({.label = 1, .kind = FailureKind::Refused, .timeNs = 6}));
    require(recorder.commit());

    const RunReader reader{m_file};
    const auto failures = require(reader.failures(recorder.runId()));
    ASSERT_EQ(failures.size(), 2U);
    EXPECT_EQ(failures[0].label, 2U);
    EXPECT_EQ(failures[0].kind, FailureKind::MalformedResponse);
    EXPECT_EQ(failures[0].timeNs, 5);
    EXPECT_EQ(failures[0].user, 9U);
    EXPECT_EQ(failures[0].status, 500);
    EXPECT_EQ(failures[0].message, "The status line is broken.");
    EXPECT_EQ(failures[0].sent, "GET / HTTP/1.1\r\n");
    EXPECT_EQ(failures[0].received, bytes);
    EXPECT_EQ(failures[1].received, "");
    EXPECT_EQ(require(reader.failures(recorder.runId(), failures[0].id)).size(), 1U);
    EXPECT_EQ(require(reader.failures(recorder.runId(), 0, 1)).size(), 1U);
}

TEST_F(Recorder, KeepsMetricsAndWhatIsNoNumber)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    const std::vector<MetricValue> values{{"host", "cpu_user", "%", 1'000, 12.5},
        {"host", "memory_used", "B", 1'000, 1e9}, {"host", "cpu_user", "%", 2'000, std::nan("")}};
    require(recorder.addMetrics(values));
    require(recorder.commit());

    const RunReader reader{m_file};
    const auto read = require(reader.metrics(recorder.runId()));
    ASSERT_EQ(read.size(), 3U);
    EXPECT_EQ(read[0].source, "host");
    EXPECT_EQ(read[0].name, "cpu_user");
    EXPECT_EQ(read[0].unit, "%");
    EXPECT_EQ(read[0].timeNs, 1'000);
    EXPECT_EQ(read[0].value, 12.5);
    EXPECT_TRUE(std::isnan(read[2].value));
    EXPECT_EQ(require(reader.metrics(recorder.runId(), 1'000)).size(), 1U);
}

TEST_F(Recorder, IsFollowedWhileItWrites)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    const auto other = require(SessionFile::open(m_path, SessionFile::Mode::ReadOnly));
    const RunReader reader{other};
    SyntheticLoad load;
    std::size_t total = 0;
    for (int i = 0; i < 20; ++i) {
        require(recorder.addSamples(load.next(1'700)));
        require(recorder.addInterval({.startNs = i * 200, .lengthNs = 200}, {}, {}));
        EXPECT_EQ(require(reader.run(recorder.runId())).sampleCount, total) << "seen before its commit";
        require(recorder.commit());
        total += 1'700;
        const auto run = require(reader.run(recorder.runId()));
        EXPECT_EQ(run.state, RunState::Running);
        EXPECT_EQ(run.sampleCount, total);
        EXPECT_EQ(readSamples(other, run.id).size(), total);
        EXPECT_EQ(require(reader.intervals(run.id, 0, i * 200)).size(), 1U);
    }
}

TEST_F(Recorder, LetsOthersWriteBetweenItsCommits)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    auto other = require(SessionFile::open(m_path, SessionFile::Mode::ReadWrite));
    require(recorder.addSamples(SyntheticLoad{}.next(20'000)));
    require(other.setView("zoom", "{}"));
    require(recorder.commit());
    require(recorder.finish(RunState::Finished, "", "", 1));
    EXPECT_EQ(readSamples(other, recorder.runId()).size(), 20'000U);
}

TEST_F(Recorder, RefusesAnUnknownExperiment)
{
    const auto recorder = RunRecorder::begin(m_file, startOf(77));
    ASSERT_FALSE(recorder);
    EXPECT_THAT(recorder.error().message, testing::HasSubstr("no experiment 77"));
}

TEST_F(Recorder, CutsTimesThatNoRunCanHave)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    const std::vector<Sample> samples{{.startNs = -most, .intendedNs = most, .serviceNs = -1}};
    require(recorder.addSamples(samples));
    require(recorder.commit());
    const auto read = readSamples(m_file, recorder.runId());
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read[0], (Sample{.startNs = -maxTimeNs, .intendedNs = maxTimeNs, .serviceNs = 0}));
}

TEST_F(Recorder, StopsWhenItsFileIsDeleted)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    std::filesystem::remove(m_path);
    require(recorder.addSamples(SyntheticLoad{}.next(10)));
    const auto committed = recorder.commit();
    ASSERT_FALSE(committed);
    EXPECT_EQ(committed.error().kind, ErrorKind::Environment);
    EXPECT_THAT(committed.error().message, testing::HasSubstr("was deleted"));
    EXPECT_EQ(recorder.finish(RunState::Finished, "", "", 1).error().message, committed.error().message);
}

} // namespace
} // namespace assay::test
