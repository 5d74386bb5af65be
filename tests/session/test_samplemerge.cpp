// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/runrows.h"
#include "session/sampleblock.h"
#include "session/samplemerge.h"
#include "session/sessionfixture.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace assay::test {
namespace {

using namespace session;

class Merge : public SessionTest
{
protected:
    std::vector<Sample> merged(std::size_t budget)
    {
        std::vector<Sample> samples;
        require(mergeSamples(
            m_file.database(), m_path, m_runId,
            [&](const Sample& sample) {
                samples.push_back(sample);
                return true;
            },
            budget));
        return samples;
    }

    /// In blocks much smaller than a recorder's, so that many of them are at hand.
    void record(const std::vector<Sample>& samples, std::size_t blockSamples = 100)
    {
        m_runId = RunRows::insertRun(m_file.database(), startOf(m_experimentId));
        RunRows rows{m_file.database()};
        SQLite::Transaction transaction{m_file.database()};
        for (std::size_t at = 0; at < samples.size(); at += blockSamples) {
            const std::span block{&samples[at], std::min(blockSamples, samples.size() - at)};
            const auto first = std::min_element(block.begin(), block.end(),
                [](const Sample& a, const Sample& b) { return a.startNs < b.startNs; });
            rows.insert(m_runId, BlockRow{first->startNs, block.size(), encodeSampleBlock(block)});
        }
        transaction.commit();
    }

    std::int64_t m_runId = 0;
};

void expectInOrder(const std::vector<Sample>& samples)
{
    EXPECT_TRUE(std::is_sorted(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        return std::tie(a.startNs, a.user, a.label) < std::tie(b.startNs, b.user, b.label);
    }));
}

/// Two workers deliver their users' samples by turns, so that blocks overlap.
TEST_F(Merge, OrdersTheSamplesOfSeveralWorkers)
{
    SyntheticLoad one{{.users = 25}, 1};
    SyntheticLoad two{{.users = 25}, 2};
    std::vector<Sample> all;
    for (int i = 0; i < 10; ++i) {
        for (auto* load : {&one, &two}) {
            for (auto sample : load->next(700)) {
                sample.user = sample.user * 2 + (load == &two ? 1 : 0);
                all.push_back(sample);
            }
        }
    }
    record(all);
    const auto read = merged(maxMergedSamples);
    expectInOrder(read);
    EXPECT_EQ(sorted(read), sorted(all));
}

/// Each block holds a request that began long ago: all blocks are open at the same time, more than fit.
TEST_F(Merge, KeepsItsMemoryWhenSlowRequestsHoldBlocksOpen)
{
    auto all = SyntheticLoad{}.next(10'000);
    for (std::size_t i = 0; i < all.size(); i += 100) {
        auto& slow = all[i];
        slow.serviceNs += slow.startNs;
        slow.startNs = static_cast<std::int64_t>(i) / 100;
        slow.user = 1'000;
    }
    record(all);
    for (const std::size_t budget : {std::size_t{1}, std::size_t{1'000}, maxMergedSamples}) {
        const auto read = merged(budget);
        expectInOrder(read);
        ASSERT_EQ(sorted(read), sorted(all)) << "budget " << budget;
    }
}

TEST_F(Merge, StopsWhenAsked)
{
    record(SyntheticLoad{}.next(4'000));
    int seen = 0;
    require(RunReader{m_file}.samples(m_runId, [&](const Sample&) { return ++seen < 5; }));
    EXPECT_EQ(seen, 5);
}

TEST_F(Merge, FindsNothingInARunWithoutSamples)
{
    record({});
    EXPECT_TRUE(merged(maxMergedSamples).empty());
    m_runId = 99;
    EXPECT_TRUE(merged(maxMergedSamples).empty());
}

struct Damage
{
    const char* name;
    const char* sql;
    const char* reason;
};

void PrintTo(const Damage& row, std::ostream* out)
{
    *out << row.name;
}

class DamagedBlock : public Merge, public testing::WithParamInterface<Damage>
{ };

TEST_P(DamagedBlock, IsReported)
{
    record(SyntheticLoad{}.next(90));
    m_file.database().exec(GetParam().sql);
    const auto read = RunReader{m_file}.samples(m_runId, [](const Sample&) { return true; });
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, ErrorKind::Usage);
    EXPECT_THAT(read.error().message,
        testing::AllOf(testing::HasSubstr(m_path.string()), testing::HasSubstr("is damaged"),
            testing::HasSubstr(GetParam().reason)));
}

INSTANTIATE_TEST_SUITE_P(Rows, DamagedBlock,
    testing::Values(Damage{"Garbage", "UPDATE sample_block SET data = randomblob(100)", "checksum"},
        Damage{"Empty", "UPDATE sample_block SET data = x''", "checksum"},
        Damage{"Text", "UPDATE sample_block SET data = 'text'", "checksum"},
        Damage{"WrongStart", "UPDATE sample_block SET first_ns = first_ns - 1", "begin"}),
    [](const auto& row) { return std::string{row.param.name}; });

} // namespace
} // namespace assay::test
