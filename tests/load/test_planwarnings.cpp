// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/planwarnings.h"

#include "load/casename.h"

#include <gmock/gmock.h>

#include <functional>
#include <limits>

namespace assay::load {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StrEq;

namespace {

constexpr std::int64_t s = nsPerSecond;

HttpStep request(std::string label, ThinkTime think = {})
{
    HttpStep step;
    step.label = std::move(label);
    step.url = "http://127.0.0.1:8080/";
    step.think = think;
    return step;
}

LoadPlan closedPlan(UserRow row, std::int64_t loops = 0)
{
    LoadPlan plan;
    plan.steps.push_back({request("home")});
    plan.profile.users.push_back(row);
    plan.loopsPerUser = loops;
    return plan;
}

LoadPlan openPlan(RateRow row, std::int64_t maxUsers)
{
    LoadPlan plan;
    plan.steps.push_back({request("home")});
    plan.profile.kind = Profile::Kind::Open;
    plan.profile.rates.push_back(row);
    plan.profile.maxUsers = maxUsers;
    return plan;
}

LoadPlan changed(LoadPlan plan, const std::function<void(LoadPlan&)>& change)
{
    change(plan);
    return plan;
}

} // namespace

struct WarningCase
{
    const char* name;
    LoadPlan plan;
    std::optional<std::int64_t> serviceMs;
    std::vector<std::string> sentences;
};

class PlanWarning : public testing::TestWithParam<WarningCase>
{ };

TEST_P(PlanWarning, IsASentenceWithFigures)
{
    const auto& param = GetParam();
    EXPECT_THAT(param.plan.validate(), IsEmpty());
    const auto serviceNs = param.serviceMs ? std::optional{*param.serviceMs * nsPerMs} : std::nullopt;
    EXPECT_EQ(planWarnings(param.plan, serviceNs), param.sentences);
}

INSTANTIATE_TEST_SUITE_P(NothingToSay, PlanWarning,
    testing::Values(WarningCase{"Demo", closedPlan({50, 0, 30 * s, 30 * s, 0}), 20, {}},
        WarningCase{"EnoughRounds", closedPlan({50, 0, 5 * s, 30 * s, 0}, 60), 500, {}},
        WarningCase{"Short", closedPlan({5, 0, 0, 2 * s, 0}), 1, {}},
        WarningCase{"Open", openPlan({100, 100, 30 * s}, 60), 500, {}},
        WarningCase{"NotTooFast", closedPlan({2000, 0, 2 * s, 30 * s, 0}), 20, {}}),
    caseName);

// Three published runs of one plan (booking.jmx): one round of three requests of 0.54 s a user, ramp = the
// whole duration. Their author believed in 50, 100 and 200 users; 2 to 3 were ever active in each.
INSTANTIATE_TEST_SUITE_P(NeverMoreThanTwoActive, PlanWarning,
    testing::Values(
        WarningCase{"FiftyUsersInFiveMinutes",
            changed(closedPlan({50, 0, 300 * s, s, 0}, 1),
                [](LoadPlan& p) {
                    p.steps = {{request("a")}, {request("b")}, {request("c")}};
                }),
            539,
            {"At most about 2 of the 50 users will be active at once, because each makes 1 round of about "
             "1.6 s and a new one starts every 6 s. Raise the loops per user, or set them to 0 to go on "
             "until the user's time is over."}},
        WarningCase{"TwoHundredInTwentyMinutes",
            changed(closedPlan({200, 0, 1200 * s, s, 0}, 1),
                [](LoadPlan& p) {
                    p.steps = {{LoopStep{"", 3, {{request("a")}}}}};
                }),
            531,
            {"At most about 2 of the 200 users will be active at once, because each makes 1 round of about "
             "1.6 s and a new one starts every 6 s. Raise the loops per user, or set them to 0 to go on "
             "until the user's time is over."}}),
    caseName);

INSTANTIATE_TEST_SUITE_P(Closed, PlanWarning,
    testing::Values(
        WarningCase{"GoneBeforeTheHoldEnds", closedPlan({50, 0, s, 60 * s, 0}, 2), 500,
            {"The users leave long before the hold of 1 min 0 s is over: each makes 2 rounds, about 1 s. "
             "Raise the loops per user, or set them to 0."}},
        WarningCase{"RoundsDoNotFit", closedPlan({10, 0, 0, 10 * s, 0}, 100), 500,
            {"The users will not finish their 100 rounds: these take about 50 s, but a user stays 10 s at "
             "most. Lengthen the hold."}},
        WarningCase{"PauseLongerThanTheStay",
            changed(closedPlan({10, 0, 0, 10 * s, 0}),
                [](LoadPlan& p) {
                    p.steps = {{request("a", {ThinkTime::Kind::Uniform, 0, 0, 20 * s, 40 * s})}};
                }),
            100,
            {"No user will finish a round: one round takes about 30 s, but a user stays 10 s at most. "
             "Lengthen the hold or shorten the pauses."}},
        WarningCase{"NoHold", closedPlan({50, 0, 30 * s, 0, 0}), 20,
            {"Full load is never held, so there will be no figures of a hold phase: the users begin to "
             "leave, or the run ends, as soon as all are there. Give the row a hold."}},
        WarningCase{"DurationWithinTheRamp",
            changed(closedPlan({50, 0, 30 * s, 30 * s, 0}),
                [](LoadPlan& p) {
                    p.durationNs = 20 * s;
                    p.thresholds = {"p95<1s", "hold:p95<1s"};
                }),
            20,
            {"Only 34 of the 50 users will start, because the duration ends the run after 20 s. Lengthen the "
             "duration or shorten the ramp.",
                "Full load is never held, so there will be no figures of a hold phase: the users begin to "
                "leave, or the run ends, as soon as all are there. Give the row a hold.",
                "The threshold \"hold:p95<1s\" will fail, for there is no hold phase to look at."}},
        WarningCase{"NothingArrives",
            changed(closedPlan({50, 0, 10 * s, 20 * s, 0}),
                [](LoadPlan& p) {
                    p.thresholds = {"unserved<1%", "p95<1s"};
                }),
            20,
            {"The threshold \"unserved<1%\" will fail, for users make no arrivals that it could look at. "
             "Remove it, or plan arrivals."}},
        WarningCase{"DurationBeyondTheProfile",
            changed(closedPlan({50, 0, 10 * s, 20 * s, 0}), [](LoadPlan& p) { p.durationNs = 120 * s; }), 20,
            {"The run ends with its profile after 30 s; the duration of 2 min 0 s does not lengthen it. "
             "Lengthen the hold instead."}},
        WarningCase{"AllAtOnce", closedPlan({2001, 0, 0, 30 * s, 0}), 20,
            {"2001 users start at the same instant, each with a new connection; servers refuse or delay "
             "connections that come so fast. Give them a ramp of 2 s or more."}},
        WarningCase{"TooFast",
            changed(closedPlan({1, 0, 0, 30 * s, 0}),
                [](LoadPlan& p) {
                    p.profile.users.push_back({5000, 0, 2 * s, 30 * s, 0});
                }),
            20,
            {"Row 2: 5000 users start within 2 s, each with a new connection; servers refuse or delay "
             "connections that come so fast. Give them a ramp of 5 s or more."}},
        WarningCase{"HangsWillBeCut",
            changed(closedPlan({5, 0, 0, 10 * s, 0}), [](LoadPlan& p) { p.responseTimeoutNs = 60 * s; }), 20,
            {"No response can time out: the response timeout of 1 min 0 s is longer than the run and its "
             "grace (40 s), so requests that hang are cut at the end and not counted as failures. Shorten "
             "the timeout."}},
        WarningCase{"CutBeforeTheyTimeOut",
            changed(closedPlan({5, 0, 0, 60 * s, 0}), [](LoadPlan& p) { p.graceNs = 5 * s; }), 20,
            {"The grace period of 5 s is shorter than the response timeout of 30 s: requests that hang at "
             "the end are cut before they time out, and not counted as failures. Lengthen the grace period "
             "or shorten the timeout."}},
        WarningCase{"FewRequests",
            changed(closedPlan({50, 0, 0, 10 * s, 0}), [](LoadPlan& p) { p.maxRequests = 10; }), 20,
            {"The limit of 10 requests ends the run before each of the 50 users has made one. Raise it or "
             "set it to 0."}},
        WarningCase{"MoreUsersThanPorts", closedPlan({30'000, 0, 60 * s, 10 * s, 0}), 100,
            {"30000 users need as many connections, but Linux has 28232 local ports for one server unless it "
             "is told otherwise (net.ipv4.ip_local_port_range)."}},
        WarningCase{"NewConnectionEachTime",
            changed(closedPlan({10, 0, 0, 60 * s, 0}), [](LoadPlan& p) { p.keepAlive = false; }), 10,
            {"Local ports may run out: about 1000 new connections a second are planned, and each closed one "
             "keeps its port for 60 s, of which there are 28232. Turn keep-alive on."}}),
    caseName);

INSTANTIATE_TEST_SUITE_P(ServiceTime, PlanWarning,
    testing::Values(
        WarningCase{"Assumed", closedPlan({50, 0, 0, 60 * s, 0}, 2), {},
            {"The users leave long before the hold of 1 min 0 s is over: each makes 2 rounds, about 200 ms "
             "(if a request takes 100 ms). Raise the loops per user, or set them to 0."}},
        WarningCase{"OfTheEmbeddedTarget",
            changed(closedPlan({50, 0, 0, 60 * s, 0}, 2), [](LoadPlan& p) { p.target.enabled = true; }), {},
            {"The users leave long before the hold of 1 min 0 s is over: each makes 2 rounds, about 40 ms. "
             "Raise the loops per user, or set them to 0."}},
        WarningCase{"LoopsWithAnOpenEndedHold", closedPlan({50, 0, 0, openEndedHoldNs, 0}, 2), {}, {}},
        WarningCase{"BeyondTheEmbeddedTarget",
            changed(openPlan({500, 500, 60 * s}, 1000), [](LoadPlan& p) { p.target.enabled = true; }), {},
            {"The embedded target can serve about 400 requests a second, but up to 500 are planned: its "
             "queue, and the response times, will grow as long as that lasts."}}),
    caseName);

INSTANTIATE_TEST_SUITE_P(Open, PlanWarning,
    testing::Values(
        WarningCase{"CapTooLow", openPlan({0, 200, 30 * s}, 50), 500,
            {"Of 200 arrivals a second only about 100 can be served: one round takes about 500 ms, and at "
             "most 50 users may be at it. The others will be counted as unserved. Raise the cap of users to "
             "150 or so.",
                "No rate is held, so there will be no figures of a hold phase. Add a row with a constant "
                "rate."}},
        WarningCase{"LoopsMeanNothing",
            changed(openPlan({10, 10, 30 * s}, 50), [](LoadPlan& p) { p.loopsPerUser = 5; }), 100,
            {"The loops per user have no effect on arrivals: each makes one round. Put the steps into a "
             "loop."}},
        WarningCase{"CutShort",
            changed(openPlan({10, 10, 30 * s}, 50), [](LoadPlan& p) { p.durationNs = 10 * s; }), 100,
            {"The duration ends the run after 10 s, before the profile's rows are over (30 s)."}},
        WarningCase{"LimitBelowThePlan",
            changed(openPlan({0.4, 0.4, 100 * s}, 50), [](LoadPlan& p) { p.maxRequests = 30; }), 100,
            {"The limit of 30 requests ends the run before its profile is over, which plans about 40 "
             "requests. Raise it or set it to 0."}},
        WarningCase{"PauseLongerThanTheRun",
            changed(openPlan({1, 1, 10 * s}, 50),
                [](LoadPlan& p) {
                    p.steps = {{request("a", {ThinkTime::Kind::Fixed, 15 * s, 0, 0, 0})}};
                }),
            100,
            {"No round will be finished: one round takes about 15 s, but the run is over after 10 s. "
             "Lengthen it or shorten the pauses."}}),
    caseName);

TEST(PlanWarnings, TakeAnyPlan)
{
    EXPECT_THAT(planWarnings(LoadPlan{}), IsEmpty());
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    for (const auto value : {most, least, std::int64_t{-1}, std::int64_t{0}}) {
        auto plan = closedPlan({value, value, value, value, value}, value);
        plan.profile.users.push_back({3, value, value, value, value});
        plan.steps = {
            {LoopStep{"", value, {{request("a", {ThinkTime::Kind::Uniform, value, value, value, value})}}}}};
        plan.maxRequests = value;
        plan.durationNs = value;
        plan.profile.rates.push_back(
            {static_cast<double>(value), std::numeric_limits<double>::quiet_NaN(), value});
        planWarnings(plan, value);
        plan.profile.kind = Profile::Kind::Open;
        plan.keepAlive = false;
        planWarnings(plan, value);
    }
}

} // namespace assay::load
