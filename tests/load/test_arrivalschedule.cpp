// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/arrivalschedule.h"

#include "load/casename.h"
#include "load/profile.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace assay::load {

using testing::ElementsAre;

namespace {

constexpr std::int64_t s = nsPerSecond;

Profile open(std::vector<RateRow> rows, Profile::Arrivals arrivals = Profile::Arrivals::Even)
{
    Profile profile;
    profile.kind = Profile::Kind::Open;
    profile.rates = std::move(rows);
    profile.arrivals = arrivals;
    return profile;
}

std::vector<double> arrivalSeconds(const Profile& profile, std::uint64_t seed = 1)
{
    std::vector<double> times;
    ArrivalSchedule schedule{profile, seed};
    while (const auto time = schedule.next()) {
        times.push_back(static_cast<double>(*time) / s);
    }
    return times;
}

} // namespace

struct ArrivalCase
{
    const char* name;
    double from;
    double to;
    std::vector<double> seconds;
};

class EvenArrivals : public testing::TestWithParam<ArrivalCase>
{ };

TEST_P(EvenArrivals, ComeWhereTheIntegralReachesN)
{
    const auto& param = GetParam();
    const auto profile = open({{param.from, param.to, 4 * s}});
    EXPECT_THAT(arrivalSeconds(profile), testing::Pointwise(testing::DoubleNear(0.00006), param.seconds));
    EXPECT_EQ(plannedArrivals(profile), static_cast<std::int64_t>(param.seconds.size()));
}

// JMeter's EvenArrivalsRampTest.
INSTANTIATE_TEST_SUITE_P(LikeJMetersOpenModel, EvenArrivals,
    testing::Values(ArrivalCase{"From0To4", 0, 4, {0, 1.4142, 2, 2.4495, 2.8284, 3.1623, 3.4641, 3.7417}},
        ArrivalCase{"From5To1", 5, 1,
            {0, .2042, .4174, .6411, .8769, 1.127, 1.3944, 1.6834, 2, 2.3542, 2.7639, 3.2679}},
        ArrivalCase{"From1To5", 1, 5,
            {0, .7321, 1.2361, 1.6458, 2, 2.3166, 2.6056, 2.873, 3.1231, 3.3589, 3.5826, 3.7958}}),
    caseName);

struct CountCase
{
    const char* name;
    std::vector<RateRow> rows;
    std::int64_t count;
};

class ArrivalCount : public testing::TestWithParam<CountCase>
{ };

TEST_P(ArrivalCount, IsPlannedAndKept)
{
    const auto profile = open(GetParam().rows);
    EXPECT_EQ(plannedArrivals(profile), GetParam().count);
    EXPECT_EQ(static_cast<std::int64_t>(arrivalSeconds(profile).size()), GetParam().count);
}

INSTANTIATE_TEST_SUITE_P(Oracles, ArrivalCount,
    testing::Values(CountCase{"GatlingRamp5In1s", {{5, 5, s}}, 5},
        CountCase{"GatlingConstant0_4978For100s", {{0.4978, 0.4978, 100 * s}}, 50},
        CountCase{"GatlingRate2To4In10s", {{2, 4, 10 * s}}, 30},
        CountCase{"Fractional0_4For100s", {{0.4, 0.4, 100 * s}}, 40}, // gatling 3485: 0.5 was used
        CountCase{"K6RampTo4In1s", {{0, 4, s}}, 2}, // k6 PR 1285: nothing started
        CountCase{"JMeter40000AMinute", {{40000 / 60.0, 40000 / 60.0, 60 * s}}, 40000}, // jmeter 6278: 500/s
        CountCase{"JMeter150000AMinute", {{2500, 2500, 60 * s}}, 150000},
        CountCase{"TenthsAddUp", std::vector<RateRow>(10, {0.1, 0.1, s}), 1},
        CountCase{"ThirdsAddUp", std::vector<RateRow>(300, {1 / 3.0, 1 / 3.0, s}), 100},
        CountCase{"Nothing", {{0, 0, 10 * s}}, 0}, CountCase{"NoRows", {}, 0}),
    caseName);

TEST(ArrivalSchedule, SpacesAConstantRateEvenly)
{
    EXPECT_THAT(arrivalSeconds(open({{5, 5, s}})), ElementsAre(0, 0.2, 0.4, 0.6, 0.8));
    const auto slow = arrivalSeconds(open({{0.4, 0.4, 10 * s}}));
    EXPECT_THAT(slow, ElementsAre(0, 2.5, 5, 7.5));
}

TEST(ArrivalSchedule, IsFinerThanGatlings)
{
    // Gatling spreads each second's arrivals evenly over that second: the second arrival of 2 → 4/s comes at
    // 500 ms there. The integral says 2t + t²/10 = 1.
    EXPECT_NEAR(arrivalSeconds(open({{2, 4, 10 * s}}))[1], 0.488088, 1e-6);
}

TEST(ArrivalSchedule, WaitsForPausesToEnd)
{
    // rate(1/s) for 2 s, pause 3 s, rate(1/s) for 4 s
    EXPECT_THAT(
        arrivalSeconds(open({{1, 1, 2 * s}, {0, 0, 3 * s}, {1, 1, 4 * s}})), ElementsAre(0, 1, 5, 6, 7, 8));
    EXPECT_THAT(arrivalSeconds(open({{0, 0, 5 * s}, {1, 1, 2 * s}})), ElementsAre(5, 6));
}

TEST(ArrivalSchedule, StaysWithinTheProfileAndAscends)
{
    const auto profile = open({{0, 3000, 1234 * nsPerMs}, {3000, 0.001, 3 * s}, {7, 7, s}});
    std::int64_t last = -1;
    ArrivalSchedule schedule{profile, 1};
    while (const auto time = schedule.next()) {
        ASSERT_GE(*time, last);
        ASSERT_LE(*time, profileLengthNs(profile));
        last = *time;
    }
    EXPECT_EQ(schedule.next(), std::nullopt);
}

TEST(ArrivalScheduleProperty, KeepsThePlannedCountAndTheIntegral)
{
    RandomStream random{99};
    const auto rate = [&] { return random.next() % 3 == 0 ? 0 : std::round(random.uniform() * 400) / 10; };
    for (int i = 0; i < 300; ++i) {
        std::vector<RateRow> rows;
        for (auto n = random.next() % 5; n > 0; --n) {
            rows.push_back({rate(), rate(), static_cast<std::int64_t>(random.next() % 20) * 250 * nsPerMs});
        }
        const auto profile = open(rows);
        const auto times = arrivalSeconds(profile);
        ASSERT_EQ(static_cast<std::int64_t>(times.size()), plannedArrivals(profile)) << "profile " << i;
        for (std::size_t n = 0; n < times.size(); ++n) {
            // The integral up to the n-th arrival is n.
            double integral = 0;
            double start = 0;
            for (const auto& row : rows) {
                const double length = static_cast<double>(row.durationNs) / s;
                const double in = std::clamp(times[n] - start, 0.0, length);
                if (length > 0) {
                    integral += row.fromPerSecond * in
                        + (row.toPerSecond - row.fromPerSecond) * in * in / (2 * length);
                }
                start += length;
            }
            ASSERT_NEAR(integral, static_cast<double>(n), 1e-6) << "profile " << i << ", arrival " << n;
        }
    }
}

TEST(ArrivalSchedule, DrawsPoissonArrivalsAsGatlingDoes)
{
    // Gatling's OpenInjectionStepSpec: 1000/s for 60 s, and 0 → 1000/s in 60 s.
    const auto count = [](const std::vector<double>& times, double until) {
        return std::count_if(times.begin(), times.end(), [&](double time) { return time < until; });
    };
    const auto constant = arrivalSeconds(open({{1000, 1000, 60 * s}}, Profile::Arrivals::Poisson), 7);
    EXPECT_NEAR(static_cast<double>(constant.size()), 60000, 1000);
    EXPECT_NEAR(static_cast<double>(count(constant, 30)), 30000, 1000);
    const auto ramp = arrivalSeconds(open({{0, 1000, 60 * s}}, Profile::Arrivals::Poisson), 7);
    EXPECT_NEAR(static_cast<double>(ramp.size()), 30000, 1000);
    EXPECT_NEAR(static_cast<double>(count(ramp, 30)), 7500, 1000);
}

TEST(ArrivalSchedule, DrawsExponentialGaps)
{
    auto times = arrivalSeconds(open({{1000, 1000, 100 * s}}, Profile::Arrivals::Poisson), 3);
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
        const double gap = (times[i] - times[i - 1]) * 1000;
        sum += gap;
        squares += gap * gap;
    }
    const double n = static_cast<double>(times.size() - 1);
    const double mean = sum / n;
    EXPECT_NEAR(mean, 1, 0.02);
    EXPECT_NEAR(squares / n - mean * mean, 1, 0.04); // an exponential's variance is its mean squared
}

TEST(ArrivalSchedule, RepeatsItselfForASeed)
{
    const auto profile = open({{50, 50, 10 * s}}, Profile::Arrivals::Poisson);
    EXPECT_EQ(arrivalSeconds(profile, 5), arrivalSeconds(profile, 5));
    EXPECT_NE(arrivalSeconds(profile, 5), arrivalSeconds(profile, 6));
}

TEST(RandomStreams, DifferBySeedAndStream)
{
    EXPECT_NE(RandomStream(1, 0).next(), RandomStream(1, 1).next());
    EXPECT_NE(RandomStream(1, 1).next(), RandomStream(2, 1).next());
    RandomStream random{42};
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < 100'000; ++i) {
        const double value = random.gaussian();
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / 1e5, 0, 0.02);
    EXPECT_NEAR(squares / 1e5, 1, 0.02);
}

} // namespace assay::load
