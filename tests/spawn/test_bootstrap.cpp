// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/bootstrap.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::test {
namespace {

using namespace stats;

TEST(Bootstrap, MedianIsTheMiddleValueOrTheMeanOfTwo)
{
    EXPECT_EQ(medianOf({}), 0);
    EXPECT_EQ(medianOf(std::vector{3.0, 1.0, 2.0}), 2);
    EXPECT_EQ(medianOf(std::vector{4.0, 1.0, 3.0, 2.0}), 2.5);
}

TEST(Bootstrap, IntervalHoldsTheMedianAndLiesWithinTheValues)
{
    const std::vector<double> values{90, 110, 95, 105, 100, 98, 102};
    const auto interval = bootstrapMedian(values, 1);
    EXPECT_EQ(interval.value, 100);
    EXPECT_LE(interval.low, 100);
    EXPECT_GE(interval.high, 100);
    EXPECT_GE(interval.low, 90);
    EXPECT_LE(interval.high, 110);
    EXPECT_LT(interval.low, interval.high);
}

TEST(Bootstrap, IsTheSameForTheSameSeed)
{
    const std::vector<double> values{1, 5, 2, 8, 3, 9, 4};
    EXPECT_EQ(bootstrapMedian(values, 7), bootstrapMedian(values, 7));
}

TEST(Bootstrap, OfEqualValuesIsAPoint)
{
    EXPECT_EQ(bootstrapMedian(std::vector<double>(9, 4.0), 1), (Interval{4, 4, 4}));
}

TEST(Bootstrap, OfTwoValuesIsTheirRange)
{
    EXPECT_EQ(bootstrapMedian(std::vector{2.0, 6.0}, 1), (Interval{4, 2, 6}));
    EXPECT_EQ(bootstrapMedian({}, 1), Interval{});
}

/// Coverage by experiment: of many samples of a known distribution, about 95 % of the intervals must hold its
/// median. The percentile bootstrap is known to fall a little short for small samples.
TEST(Bootstrap, CoversTheTrueMedian)
{
    std::uint64_t state = 12345;
    const auto uniform = [&state] {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<double>(state >> 33) / static_cast<double>(1ULL << 31);
    };
    int covered = 0;
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<double> values;
        for (int i = 0; i < 25; ++i) {
            values.push_back(uniform());
        }
        const auto interval = bootstrapMedian(values, static_cast<std::uint64_t>(trial));
        covered += interval.low <= 0.5 && 0.5 <= interval.high ? 1 : 0;
    }
    EXPECT_GE(covered, 176);
}

TEST(Bootstrap, DeviationIsRelativeToTheMedian)
{
    EXPECT_EQ(medianDeviation(std::vector{100.0}), 0);
    EXPECT_DOUBLE_EQ(medianDeviation(std::vector{90.0, 100.0, 110.0}), 0.1);
}

} // namespace
} // namespace assay::test
