// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/latencyhistogram.h"

#include "stats/percentile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace assay::stats {

namespace {

std::vector<std::int64_t> randomDurations(std::uint32_t seed, std::size_t count)
{
    std::mt19937_64 random {seed};
    std::uniform_real_distribution<double> exponent {0, 12.5};
    std::vector<std::int64_t> values(count);
    std::generate(values.begin(), values.end(), [&] { return std::llround(std::pow(10.0, exponent(random))); });
    return values;
}

LatencyHistogram of(const std::vector<std::int64_t>& values)
{
    LatencyHistogram histogram;
    for (const auto value : values) {
        histogram.record(value);
    }
    return histogram;
}

} // namespace

TEST(LatencyHistogram, EveryPercentileIsWithinATenthOfAPercent)
{
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        auto values = randomDurations(seed, 5000);
        const auto histogram = of(values);
        std::sort(values.begin(), values.end());
        for (double p = 0; p <= 100; p += 0.37) {
            const double exact = percentile(values, p, PercentileMethod::NearestRank);
            EXPECT_NEAR(static_cast<double>(histogram.percentileNs(p)), exact, exact * 0.001) << "p" << p;
        }
        EXPECT_EQ(histogram.minNs(), values.front());
        EXPECT_EQ(histogram.maxNs(), values.back());
        EXPECT_EQ(histogram.count(), values.size());
    }
}

TEST(LatencyHistogram, MergingEqualsRecordingTogether)
{
    const auto a = randomDurations(7, 3000);
    const auto b = randomDurations(8, 10);
    auto together = a;
    together.insert(together.end(), b.begin(), b.end());
    auto merged = of(a);
    merged.merge(of(b));
    merged.merge(LatencyHistogram {});
    EXPECT_EQ(merged, of(together));
    EXPECT_NEAR(merged.sumNs(), of(together).sumNs(), 1e-6 * merged.sumNs());
}

TEST(LatencyHistogram, EncodingReadsBackAndStaysSmall)
{
    for (const std::size_t count : {0U, 1U, 2U, 5000U}) {
        const auto histogram = of(randomDurations(3, count));
        const auto bytes = histogram.encode();
        const auto decoded = LatencyHistogram::decode(bytes);
        ASSERT_TRUE(decoded) << decoded.error().message;
        EXPECT_EQ(*decoded, histogram);
        EXPECT_LT(bytes.size(), 40 + 4 * count);
    }
}

TEST(LatencyHistogram, DecodingRefusesDamage)
{
    const auto bytes = of(randomDurations(5, 200)).encode();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_FALSE(LatencyHistogram::decode(std::string_view {bytes}.substr(0, length))) << length;
    }
    EXPECT_FALSE(LatencyHistogram::decode(bytes + "x"));
    EXPECT_FALSE(LatencyHistogram::decode(std::string(50, '\xff')));
}

TEST(LatencyHistogram, ExtremesAreKept)
{
    auto histogram = of({-5, 0, 1, LatencyHistogram::maxTrackableNs, LatencyHistogram::maxTrackableNs * 3});
    EXPECT_EQ(histogram.minNs(), 0);
    EXPECT_EQ(histogram.maxNs(), LatencyHistogram::maxTrackableNs * 3);
    EXPECT_EQ(histogram.percentileNs(100), histogram.maxNs());
    EXPECT_TRUE(LatencyHistogram::decode(histogram.encode()));
    histogram.clear();
    EXPECT_TRUE(histogram.empty());
    EXPECT_EQ(histogram, LatencyHistogram {});
    EXPECT_EQ(histogram.percentileNs(50), 0);
}

TEST(LatencyHistogram, PercentileNeverExceedsTheMaximum)
{
    const auto histogram = of({1'234'000'000, 1'239'000'000});
    EXPECT_LE(histogram.percentileNs(99), histogram.maxNs());
    EXPECT_GE(histogram.percentileNs(1), histogram.minNs());
}

TEST(LatencyHistogram, BucketsCoverTheirValues)
{
    const auto values = randomDurations(11, 300);
    std::uint64_t total = 0;
    std::int64_t previousEnd = -1;
    for (const auto& bucket : of(values).buckets()) {
        EXPECT_GT(bucket.lowestNs, previousEnd);
        previousEnd = bucket.highestNs;
        total += bucket.count;
        const auto inside = std::count_if(values.begin(), values.end(),
            [&](std::int64_t v) { return v >= bucket.lowestNs && v <= bucket.highestNs; });
        EXPECT_EQ(static_cast<std::uint64_t>(inside), bucket.count);
    }
    EXPECT_EQ(total, values.size());
}

} // namespace assay::stats
