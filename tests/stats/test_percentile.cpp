// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/latencyhistogram.h"
#include "stats/percentile.h"

#include <gtest/gtest.h>

#include <numeric>

namespace assay::stats {

/// What each method answers for 1..10 and 1..100; the expected values are those of the tools themselves.
struct MethodRow
{
    const char* name;
    PercentileMethod method;
    double p50of10;
    double p90of10;
    double p99of100;
};

class PercentileOracle : public testing::TestWithParam<MethodRow>
{
};

std::vector<std::int64_t> upTo(int n)
{
    std::vector<std::int64_t> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), 1);
    return values;
}

TEST_P(PercentileOracle, MatchesItsTool)
{
    const auto& row = GetParam();
    EXPECT_NEAR(percentile(upTo(10), 50, row.method), row.p50of10, 1e-9);
    EXPECT_NEAR(percentile(upTo(10), 90, row.method), row.p90of10, 1e-9);
    EXPECT_NEAR(percentile(upTo(100), 99, row.method), row.p99of100, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Rows, PercentileOracle,
    testing::Values(MethodRow {"nearestRank", PercentileMethod::NearestRank, 5, 9, 99},
        MethodRow {"jmeterAggregate", PercentileMethod::JMeterAggregate, 5, 9, 99},
        MethodRow {"jmeterDashboard", PercentileMethod::JMeterDashboard, 5.5, 9.9, 99.99},
        MethodRow {"r7", PercentileMethod::LinearR7, 5.5, 9.1, 99.01},
        MethodRow {"r3", PercentileMethod::HalfEvenR3, 5, 9, 99}),
    [](const auto& row) { return row.param.name; });

TEST(Percentile, JMeterAggregateWalksToTheFirstKeyReached)
{
    EXPECT_EQ(percentile(upTo(10), 89.99999, PercentileMethod::JMeterAggregate), 9);
    const std::vector<std::int64_t> stat {3, 9, 10, 11, 15, 15, 18, 21, 28, 30};
    EXPECT_EQ(percentile(stat, 50, PercentileMethod::JMeterAggregate), 15);
}

TEST(Percentile, NamesReadBackAndUnknownOnesDoNot)
{
    for (const auto name : percentileMethodNames()) {
        EXPECT_EQ(percentileMethodName(*percentileMethodFromName(name)), name);
    }
    EXPECT_FALSE(percentileMethodFromName("average"));
    EXPECT_EQ(percentile({}, 99, PercentileMethod::LinearR7), 0);
}

TEST(Percentile, HistogramIsNearestRank)
{
    for (const int n : {1, 2, 9, 10, 100, 1000, 2000}) {
        LatencyHistogram histogram;
        for (const auto value : upTo(n)) {
            histogram.record(value);
        }
        for (const double p : {0.0, 1.0, 29.0, 50.0, 90.0, 95.0, 99.0, 99.9, 100.0}) {
            EXPECT_EQ(histogram.percentileNs(p), percentile(upTo(n), p, PercentileMethod::NearestRank))
                << "n=" << n << " p=" << p;
        }
    }
}

} // namespace assay::stats
