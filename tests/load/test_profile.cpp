// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/profile.h"

#include "load/casename.h"

#include <gmock/gmock.h>

#include <cmath>

namespace assay::load {

using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr std::int64_t s = nsPerSecond;

Profile closed(std::vector<UserRow> rows)
{
    Profile profile;
    profile.users = std::move(rows);
    return profile;
}

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

std::int64_t activeAt(const std::vector<UserSpan>& spans, std::int64_t timeNs)
{
    return std::count_if(spans.begin(), spans.end(),
        [&](const UserSpan& span) { return span.startNs <= timeNs && timeNs < span.endNs; });
}

} // namespace

// ---- closed: starts

struct RampCase
{
    const char* name;
    std::int64_t users;
    std::int64_t rampNs;
    double lastStartMs;
};

class Ramp : public testing::TestWithParam<RampCase>
{ };

TEST_P(Ramp, LastUserStartsWhenItShould)
{
    const auto& param = GetParam();
    const auto spans = userSpans(closed({{param.users, 0, param.rampNs, s, 0}}));
    ASSERT_EQ(static_cast<std::int64_t>(spans.size()), param.users);
    EXPECT_EQ(spans.front().startNs, 0);
    EXPECT_NEAR(static_cast<double>(spans.back().startNs) / nsPerMs, param.lastStartMs, 0.051);
}

TEST_P(Ramp, StartsAreEvenToTheNanosecond)
{
    const auto& param = GetParam();
    const auto spans = userSpans(closed({{param.users, 0, param.rampNs, s, 0}}));
    const auto step = param.rampNs / param.users;
    for (std::size_t k = 1; k < spans.size(); ++k) {
        const auto gap = spans[k].startNs - spans[k - 1].startNs;
        ASSERT_TRUE(gap == step || gap == step + 1) << "user " << k;
    }
}

// The ideal column of the table of JMeter's quantisation; beside each, what JMeter does.
INSTANTIATE_TEST_SUITE_P(WhereJMeterRounds, Ramp,
    testing::Values(RampCase{"10In100s", 10, 100 * s, 90000}, // JMeter: 90000
        RampCase{"3In1s", 3, s, 666.7}, // 666
        RampCase{"7In1s", 7, s, 857.1}, // 858
        RampCase{"300In1s", 300, s, 996.7}, // 897
        RampCase{"700In60s", 700, 60 * s, 59914.3}, // 60114
        RampCase{"1500In1s", 1500, s, 999.3}, // 1499
        RampCase{"1999In1s", 1999, s, 999.5}, // 1998
        RampCase{"2001In1s", 2001, s, 999.5}, // 0: all at once
        RampCase{"5000In2s", 5000, 2 * s, 1999.6}, // 0
        RampCase{"10000In14s", 10000, 14 * s, 13998.6}, // 9999
        RampCase{"10000In15s", 10000, 15 * s, 14998.5}, // 19998
        // Users of other tools complained about these (gatling 2940, k6 2237, locust 2325).
        RampCase{"10In600s", 10, 600 * s, 540000}, RampCase{"2In30s", 2, 30 * s, 15000},
        RampCase{"SlowerThanOneIn10s", 3, 30 * s, 20000}),
    caseName);

TEST(UserSpans, FollowTheUltimateThreadGroupButForTheFirstStep)
{
    // 4 threads, initial delay 2, startup 4, hold 10, shutdown 8. jmeter-plugins: starts 3 4 5 6, ends 18 20
    // 22 24. Ours start one step earlier (as a plain thread group does) and end alike.
    const auto spans = userSpans(closed({{4, 2 * s, 4 * s, 10 * s, 8 * s}}));
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> ends;
    for (const auto& span : spans) {
        starts.push_back(span.startNs / s);
        ends.push_back(span.endNs / s);
    }
    EXPECT_THAT(starts, ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(ends, ElementsAre(18, 20, 22, 24));
    EXPECT_EQ(profileLengthNs(closed({{4, 2 * s, 4 * s, 10 * s, 8 * s}})), 24 * s);
}

TEST(UserSpans, RowsAddUp)
{
    // "spawn(1,1s,1s,1s,60s) spawn(2,1s,3s,1s,2h)"
    const auto profile = closed({{1, s, s, s, 60 * s}, {2, s, 3 * s, s, 7200 * s}});
    const auto spans = userSpans(profile);
    ASSERT_EQ(spans.size(), 3U);
    EXPECT_EQ(activeAt(spans, 0), 0);
    EXPECT_EQ(activeAt(spans, s), 2);
    EXPECT_EQ(activeAt(spans, 2500 * nsPerMs), 3);
    EXPECT_EQ(activeAt(spans, 63 * s), 2);
    EXPECT_EQ(profileLengthNs(profile), 7205 * s);
    EXPECT_EQ(plannedPeakUsers(profile), 3);
}

TEST(UserSpans, CanWriteTheStagesOfK6)
{
    // k6 ramping-vus, 4 users at once, stages (6,2s) (1,5s) (5,4s) (1,4s) (4,3s) (4,2s) (1,0s) (1,3s), with
    // the planned numbers of its test ramping_vus_test.go.
    const auto profile =
        closed({{1, 0, 0, 23 * s, 0}, {3, 0, 0, 4 * s, 3 * s}, {1, s, 0, 2 * s, 0}, {1, 2 * s, 0, 2 * s, 0},
            {3, 8 * s, 3 * s, s, 3 * s}, {1, 11 * s, 0, s, 0}, {3, 16 * s, 3 * s, s, 0}});
    const auto spans = userSpans(profile);
    std::vector<std::int64_t> active;
    for (std::int64_t second = 0; second <= 23; ++second) {
        active.push_back(activeAt(spans, second * s));
    }
    EXPECT_THAT(active, ElementsAre(4, 5, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3, 4, 4, 1, 1, 1, 0));
}

TEST(UserSpans, TakeWhatValidateWouldRefuse)
{
    EXPECT_THAT(userSpans(closed({{-5, 0, s, s, 0}, {0, 0, s, s, 0}})), IsEmpty());
    const auto spans = userSpans(closed({{1, -s, -s, -s, -s}}));
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_EQ(spans[0].startNs, 0);
    EXPECT_EQ(spans[0].endNs, 0);
    const auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(userSpans(closed({{most, most, most, most, most}, {7, 0, 0, s, 0}})).size(), 1'000'000U);
}

// ---- closed: hold phase, curve

TEST(HoldPhaseClosed, IsWhatTheUserTyped)
{
    EXPECT_EQ(holdPhase(closed({{50, 0, 30 * s, 30 * s, 0}})), (HoldPhase{30 * s, 60 * s}));
    EXPECT_EQ(holdPhase(closed({{50, 5 * s, 30 * s, 30 * s, 10 * s}})), (HoldPhase{35 * s, 65 * s}));
    EXPECT_EQ(holdPhase(closed({{50, 0, 0, 30 * s, 0}})), (HoldPhase{0, 30 * s}));
}

TEST(HoldPhaseClosed, IsTheTopOfStairs)
{
    const auto stairs =
        closed({{10, 0, 0, 60 * s, 0}, {10, 20 * s, 0, 40 * s, 0}, {10, 40 * s, 0, 20 * s, 0}});
    EXPECT_EQ(holdPhase(stairs), (HoldPhase{40 * s, 60 * s}));
}

TEST(HoldPhaseClosed, IsTheLongestOfEqualPeaks)
{
    const auto peaks = closed({{10, 0, s, 5 * s, s}, {10, 20 * s, s, 9 * s, s}});
    EXPECT_EQ(holdPhase(peaks), (HoldPhase{21 * s, 30 * s}));
}

TEST(HoldPhaseClosed, SpansRowsThatReplaceOneAnother)
{
    EXPECT_EQ(holdPhase(closed({{10, 0, 0, 5 * s, 0}, {10, 5 * s, 0, 5 * s, 0}})), (HoldPhase{0, 10 * s}));
    // One row fades out as the next fades in, at odd times.
    const auto crossing =
        closed({{10, 0, 0, 5 * s, 7 * s}, {10, 5 * s, 7 * s, 5 * s, 0}, {1, 6 * s, 0, s, 0}});
    EXPECT_EQ(holdPhase(crossing), (HoldPhase{6 * s, 7 * s}));
}

TEST(HoldPhaseClosed, IsEmptyWithoutOne)
{
    const auto phase = holdPhase(closed({{50, 0, 30 * s, 0, 30 * s}}));
    EXPECT_EQ(phase.startNs, phase.endNs);
    EXPECT_EQ(holdPhase(Profile{}), HoldPhase{});
}

TEST(HoldPhaseOfPlan, IsCutByTheDuration)
{
    LoadPlan plan;
    plan.profile = closed({{50, 0, 30 * s, 30 * s, 0}});
    EXPECT_EQ(plannedLengthNs(plan), 60 * s);
    plan.durationNs = 40 * s;
    EXPECT_EQ(plannedLengthNs(plan), 40 * s);
    EXPECT_EQ(holdPhase(plan), (HoldPhase{30 * s, 40 * s}));
    plan.durationNs = 20 * s;
    EXPECT_EQ(holdPhase(plan), HoldPhase{});
    plan.durationNs = 90 * s;
    EXPECT_EQ(plannedLengthNs(plan), 60 * s);
}

MATCHER_P2(Point, timeS, value, "")
{
    return arg.timeNs == static_cast<std::int64_t>(timeS * s) && std::abs(arg.value - value) < 1e-9;
}

TEST(ProfileCurve, ShowsEachUserOfFew)
{
    EXPECT_THAT(profileCurve(closed({{2, s, 2 * s, 3 * s, 0}})),
        ElementsAre(
            Point(0, 0), Point(1, 0), Point(1, 1), Point(2, 1), Point(2, 2), Point(6, 2), Point(6, 0)));
}

TEST(ProfileCurve, DrawsALineThroughMany)
{
    EXPECT_THAT(profileCurve(closed({{1000, s, 2 * s, 3 * s, 4 * s}})),
        ElementsAre(Point(0, 0), Point(1, 0), Point(3, 1000), Point(6, 1000), Point(10, 0)));
    EXPECT_THAT(profileCurve(closed({{1000, 0, 0, s, 0}})),
        ElementsAre(Point(0, 0), Point(0, 1000), Point(1, 1000), Point(1, 0)));
}

TEST(ProfileCurve, AgreesWithTheSpans)
{
    const auto profile =
        closed({{300, 3 * s, 7 * s, 2 * s, 5 * s}, {77, 0, 20 * s, 0, s}, {5, 8 * s, 0, s, 0}});
    const auto spans = userSpans(profile);
    for (const auto& point : profileCurve(profile)) {
        EXPECT_LE(std::abs(static_cast<double>(activeAt(spans, point.timeNs)) - point.value), 6)
            << point.timeNs;
    }
}

// ---- open

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

TEST(HoldPhaseOpen, IsTheHighestConstantRate)
{
    EXPECT_EQ(holdPhase(open({{0, 10, s}, {10, 10, 5 * s}, {10, 0, s}})), (HoldPhase{s, 6 * s}));
    EXPECT_EQ(holdPhase(open({{10, 10, 60 * s}, {100, 100, 5 * s}, {10, 10, 60 * s}})),
        (HoldPhase{60 * s, 65 * s}));
    EXPECT_EQ(holdPhase(open({{10, 10, 3 * s}, {10, 10, 5 * s}})), (HoldPhase{0, 8 * s}));
    EXPECT_EQ(holdPhase(open({{0, 10, s}})), HoldPhase{});
}

TEST(ProfileCurve, FollowsTheRates)
{
    EXPECT_THAT(profileCurve(open({{0, 10, s}, {10, 10, 5 * s}, {20, 20, s}})),
        ElementsAre(Point(0, 0), Point(1, 10), Point(6, 10), Point(6, 20), Point(7, 20)));
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
