// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/profile.h"

#include "load/arrivalschedule.h"

#include "load/casename.h"
#include "base/randomstream.h"

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

Profile open(std::vector<RateRow> rows)
{
    Profile profile;
    profile.kind = Profile::Kind::Open;
    profile.rates = std::move(rows);
    return profile;
}

std::int64_t activeAt(const std::vector<UserSpan>& spans, std::int64_t timeNs)
{
    return std::count_if(spans.begin(), spans.end(),
        [&](const UserSpan& span) { return span.startNs <= timeNs && timeNs < span.endNs; });
}

} // namespace

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

TEST(UsersStartedBefore, CountsWithoutListingThem)
{
    const auto profile = closed({{50, s, 30 * s, s, 0}, {7, 0, 3 * s, s, 0}, {5, 2 * s, 0, s, 0}});
    const auto spans = userSpans(profile);
    EXPECT_EQ(plannedUsers(profile), 62);
    for (std::int64_t timeNs = 0; timeNs < 33 * s; timeNs += 50 * nsPerMs) {
        EXPECT_EQ(usersStartedBefore(profile, timeNs),
            std::count_if(
                spans.begin(), spans.end(), [&](const UserSpan& span) { return span.startNs < timeNs; }));
    }
}

TEST(PlannedPeakUsers, AgreesForManyUsers)
{
    const UserRow row{60'000, 0, 20 * s, 5 * s, 10 * s};
    EXPECT_EQ(plannedPeakUsers(closed({row})), 60'000);
    EXPECT_EQ(plannedPeakUsers(closed({row, row})), 120'000);
    EXPECT_EQ(plannedPeakUsers(closed({{1, 0, 0, s, 0}, {1, s, 0, s, 0}})), 1);
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

TEST(HoldPhaseProperty, IsFlatAtThePeakOfTheSpans)
{
    RandomStream random{5};
    const auto upTo = [&](std::uint64_t end) { return static_cast<std::int64_t>(random.next() % end); };
    int held = 0;
    for (int i = 0; i < 200; ++i) {
        std::vector<UserRow> rows;
        for (auto n = 1 + upTo(4); n > 0; --n) {
            rows.push_back({1 + upTo(40), upTo(6) * s, upTo(5) * s, upTo(6) * s, upTo(5) * s});
        }
        const auto profile = closed(rows);
        const auto hold = holdPhase(profile);
        const auto spans = userSpans(profile);
        ASSERT_LE(hold.endNs, profileLengthNs(profile));
        if (hold.endNs > hold.startNs) {
            ++held;
            const auto active = activeAt(spans, hold.startNs);
            EXPECT_EQ(activeAt(spans, (hold.startNs + hold.endNs) / 2), active) << "profile " << i;
            EXPECT_EQ(activeAt(spans, hold.endNs - 1), active) << "profile " << i;
            // Where ramps cross, the users themselves (whole ones) may be one a row more than the line.
            EXPECT_LE(plannedPeakUsers(profile) - active, std::ssize(rows)) << "profile " << i;
        }
    }
    EXPECT_GT(held, 50);
}

TEST(EndsByCount, KnowsWhenTheTimeIsOnlyLongEnough)
{
    LoadPlan plan;
    plan.profile = closed({{5, 0, 0, openEndedHoldNs, 0}});
    EXPECT_FALSE(endsByCount(plan));
    plan.maxRequests = 10;
    EXPECT_TRUE(endsByCount(plan));
    plan.maxRequests = 0;
    plan.loopsPerUser = 3;
    EXPECT_TRUE(endsByCount(plan));
    plan.profile.users[0].holdNs = 60 * s;
    EXPECT_FALSE(endsByCount(plan));
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

TEST(ProfileCorners, DrawTheLineForFewToo)
{
    EXPECT_THAT(profileCorners(closed({{2, s, 2 * s, 3 * s, 0}})),
        ElementsAre(Point(0, 0), Point(1, 0), Point(3, 2), Point(6, 2), Point(6, 0)));
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

/// The duration ends every user's time and all arrivals: what is shown of a plan must end there too.
TEST(PlanCurve, EndsWithTheDuration)
{
    LoadPlan plan;
    plan.profile = closed({{1000, 0, 10 * s, 30 * s, 0}});
    plan.durationNs = 5 * s;
    EXPECT_THAT(profileCurve(plan), ElementsAre(Point(0, 0), Point(5, 500), Point(5, 0)));
    EXPECT_THAT(profileCorners(plan), ElementsAre(Point(0, 0), Point(5, 500), Point(5, 0)));
    EXPECT_EQ(plannedPeakUsers(plan), 500);
    plan.profile = closed({{2, 0, 2 * s, 3 * s, 0}});
    plan.durationNs = s;
    EXPECT_THAT(profileCurve(plan), ElementsAre(Point(0, 0), Point(0, 1), Point(1, 1), Point(1, 0)));
    EXPECT_EQ(plannedPeakUsers(plan), 1);
    plan.profile = closed({{200'000, 0, 10 * s, 30 * s, 0}});
    plan.durationNs = 5 * s;
    EXPECT_EQ(plannedPeakUsers(plan), 100'000);
    plan.profile = open({{0, 10, 10 * s}, {10, 10, 5 * s}});
    EXPECT_THAT(profileCurve(plan), ElementsAre(Point(0, 0), Point(5, 5)));
    EXPECT_EQ(plannedArrivals(plan), 13); // 12.5, rounded up
    for (const auto duration : {std::int64_t{0}, 15 * s, 3600 * s}) {
        plan.durationNs = duration;
        EXPECT_THAT(profileCurve(plan), ElementsAre(Point(0, 0), Point(10, 10), Point(15, 10)));
        EXPECT_EQ(plannedArrivals(plan), plannedArrivals(plan.profile));
    }
}

} // namespace assay::load
