// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/fixturecontent.h"
#include "session/sessionfixture.h"

#include <gtest/gtest.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using namespace session;

/// Every format that was ever released must be read for ever. Opened for writing, so that an older one is
/// brought to the present format.
class ReleasedSession : public testing::TestWithParam<int>
{
protected:
    ReleasedSession() { fs::copy_file(m_released, m_path); }

    const std::string m_name = "session-v" + std::to_string(GetParam()) + ".assay";
    const fs::path m_released = fs::path{ASSAY_TEST_DATA} / m_name;
    TemporaryDirectory m_directory;
    fs::path m_path = m_directory / m_name;
};

void expectSame(const IntervalPoint& point, const fixture::Interval& expected)
{
    EXPECT_EQ(point.startNs, expected.counts.startNs);
    EXPECT_EQ(point.lengthNs, expected.counts.lengthNs);
    EXPECT_EQ(point.users, expected.counts.users);
    EXPECT_EQ(point.started, expected.counts.started);
    EXPECT_EQ(point.completed, expected.counts.completed);
    EXPECT_EQ(point.failures, expected.counts.failures);
    EXPECT_EQ(point.retries, expected.counts.retries);
    EXPECT_EQ(point.unserved, expected.counts.unserved);
    EXPECT_EQ(point.dropped, expected.counts.dropped);
    EXPECT_EQ(point.bytesIn, expected.counts.bytesIn);
    EXPECT_EQ(point.bytesOut, expected.counts.bytesOut);
    EXPECT_EQ(point.failuresByKind, expected.counts.failuresByKind);
    EXPECT_EQ(point.latencyCount, expected.service.count());
    EXPECT_EQ(point.p99Ns, expected.service.percentileNs(99));
    EXPECT_EQ(point.responseMaxNs, expected.response.maxNs());
}

TEST_P(ReleasedSession, IsReadWhole)
{
    const auto file = require(SessionFile::open(m_path, SessionFile::Mode::ReadWrite));
    const RunReader reader{file};

    const auto experiments = require(file.experiments());
    ASSERT_EQ(experiments.size(), 2U);
    EXPECT_EQ(experiments[0].name, "Login");
    EXPECT_EQ(experiments[1].plan, fixture::experiments()[0].plan);
    EXPECT_EQ(require(file.view(fixture::viewKey)), fixture::viewValue);

    const auto runs = require(reader.runs());
    ASSERT_EQ(runs.size(), 2U);
    const auto start = fixture::runStart();
    EXPECT_EQ(runs[0].plan, start.plan);
    EXPECT_EQ(runs[0].host, start.host);
    EXPECT_EQ(runs[0].startedUtc, start.startedUtc);
    EXPECT_EQ(runs[0].labels, start.labels);
    EXPECT_EQ(runs[0].holdEndNs, start.holdEndNs);
    EXPECT_EQ(runs[0].state, RunState::Finished);
    EXPECT_EQ(runs[0].summary, fixture::summary);
    EXPECT_EQ(runs[0].lengthNs, fixture::lengthNs);
    EXPECT_EQ(runs[0].note, fixture::note);
    EXPECT_EQ(runs[1].state, RunState::Failed);
    EXPECT_EQ(runs[1].endReason, "Nobody answered.");

    EXPECT_EQ(sorted(readSamples(file, runs[0].id)), sorted(fixture::samples()));
    const auto intervals = require(reader.intervals(runs[0].id, 0));
    const auto expected = fixture::intervals();
    ASSERT_EQ(intervals.size(), expected.size());
    stats::LatencyHistogram merged;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        SCOPED_TRACE("interval " + std::to_string(i));
        expectSame(intervals[i], expected[i]);
        merged.merge(expected[i].service);
    }
    EXPECT_EQ(require(reader.histogram(runs[0].id, 0, RunReader::LatencyKind::Service, 0, fixture::lengthNs)),
        merged);

    const auto failures = require(reader.failures(runs[0].id));
    ASSERT_EQ(failures.size(), fixture::failures().size());
    for (std::size_t i = 0; i < failures.size(); ++i) {
        EXPECT_EQ(failures[i].kind, fixture::failures()[i].kind);
        EXPECT_EQ(failures[i].message, fixture::failures()[i].message);
        EXPECT_EQ(failures[i].received, fixture::failures()[i].received);
    }
    const auto metrics = require(reader.metrics(runs[0].id));
    ASSERT_EQ(metrics.size(), 2U);
    EXPECT_EQ(metrics[0].value, 12.5);
    EXPECT_EQ(metrics[1].unit, "B");

    std::int64_t lastRound = 0;
    std::vector<SpawnRound> rounds;
    const auto gather = [&](const SpawnRound& round) { rounds.push_back(round); };
    ASSERT_TRUE(readSpawnRounds(file, runs[0].id, lastRound, gather));
    const auto expectedRounds = GetParam() < 2 ? std::vector<SpawnRound>{} : fixture::spawnRounds();
    ASSERT_EQ(rounds.size(), expectedRounds.size());
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        EXPECT_EQ(rounds[i].cell, expectedRounds[i].cell);
        EXPECT_EQ(rounds[i].problem, expectedRounds[i].problem);
        EXPECT_EQ(rounds[i].result, expectedRounds[i].result);
        EXPECT_EQ(rounds[i].whole, expectedRounds[i].whole);
    }
    rounds.clear();
    ASSERT_TRUE(readSpawnRounds(file, runs[0].id, lastRound, gather));
    EXPECT_TRUE(rounds.empty()) << "nothing after the last";
}

TEST_P(ReleasedSession, IsReadAsItIsWhereItMustNotChange)
{
    const auto before = fs::file_size(m_path);
    const auto file = require(SessionFile::open(m_path, SessionFile::Mode::ReadOnly));
    EXPECT_EQ(require(RunReader{file}.runs()).size(), 2U);
    EXPECT_EQ(fs::file_size(m_path), before);
}

INSTANTIATE_TEST_SUITE_P(Versions, ReleasedSession, testing::Range(1, SessionFile::formatVersion + 1));

} // namespace
} // namespace assay::test
