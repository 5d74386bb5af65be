// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadplan.h"

#include "base/randomstream.h"

#include <gmock/gmock.h>

namespace assay::load {

using testing::HasSubstr;
using testing::Not;

namespace {

LoadPlan demoPlan()
{
    LoadPlan plan;
    plan.name = "Demo";
    plan.target.enabled = true;
    HttpStep step;
    step.label = "home";
    step.url = "http://${target}/";
    plan.steps.push_back({step});
    plan.profile.users.push_back({50, 0, 30 * nsPerSecond, 30 * nsPerSecond, 0});
    return plan;
}

std::string refusal(std::string_view text)
{
    const auto plan = LoadPlan::fromText(text, "plan.json");
    EXPECT_FALSE(plan);
    return plan ? std::string{} : plan.error().message;
}

} // namespace

TEST(LoadPlanText, IsShortAndInAStableOrder)
{
    EXPECT_EQ(demoPlan().toText(), R"({
  "format": "assay-load-plan",
  "formatVersion": 1,
  "name": "Demo",
  "target": {
    "pool": 8,
    "service": "20ms"
  },
  "steps": [
    {
      "label": "home",
      "url": "http://${target}/"
    }
  ],
  "profile": {
    "kind": "closed",
    "users": [
      {
        "users": 50,
        "rampUp": "30s",
        "hold": "30s"
      }
    ]
  }
}
)");
}

TEST(LoadPlanText, ReadsWhatPeopleWrite)
{
    const auto plan = LoadPlan::fromText(R"({
        "formatVersion": 1, "format": "assay-load-plan",
        "steps": [
            {"label": "a", "url": "http://h/", "think": "1m30s", "checks": [{"status": 200}, {"bodyLacks": "x"}]},
            {"type": "loop", "count": 3, "steps": [
                {"label": "b", "url": "http://h/b", "think": {"kind": "uniform", "min": "1s", "max": "2s"}}]}],
        "profile": {"kind": "open", "arrivals": "poisson", "rates": [{"fromPerSecond": 0.4, "duration": "100s"}]},
        "seed": 18446744073709551615})",
        "plan.json");
    ASSERT_TRUE(plan) << plan.error().message;
    const auto& first = std::get<HttpStep>(plan->steps[0].item);
    EXPECT_EQ(first.method, "GET");
    EXPECT_EQ(first.think.kind, ThinkTime::Kind::Fixed);
    EXPECT_EQ(first.think.meanNs, 90 * nsPerSecond);
    EXPECT_EQ(first.checks[0], (Check{Check::Kind::Status, "200"}));
    EXPECT_EQ(first.checks[1], (Check{Check::Kind::BodyLacks, "x"}));
    const auto& loop = std::get<LoopStep>(plan->steps[1].item);
    EXPECT_EQ(loop.count, 3);
    EXPECT_EQ(std::get<HttpStep>(loop.steps[0].item).think.maxNs, 2 * nsPerSecond);
    EXPECT_EQ(plan->profile.rates[0], (RateRow{0.4, 0.4, 100 * nsPerSecond}));
    EXPECT_EQ(plan->profile.arrivals, Profile::Arrivals::Poisson);
    EXPECT_EQ(plan->seed, 18446744073709551615U);
    EXPECT_EQ(plan->responseTimeoutNs, 30 * nsPerSecond);
    EXPECT_FALSE(plan->target.enabled);
}

TEST(LoadPlanText, NamesEveryFaultWithItsPath)
{
    const auto message = refusal(R"({"format": "assay-load-plan", "formatVersion": 1, "colour": 1,
        "steps": [{"label": 7, "url": "http://h/", "wait": "1s"},
                  {"type": "loop", "steps": [{"checks": [{"status": "200", "bodyLacks": "x"}]}]},
                  {"type": "ftp"}],
        "profile": {"users": [{"users": 1.5, "hold": "30"}]},
        "seed": -1, "threads": 5000000000, "thresholds": [5]})");
    EXPECT_THAT(message, HasSubstr("plan.json cannot be read"));
    EXPECT_THAT(message, HasSubstr("\n  colour: is not a known field"));
    EXPECT_THAT(message, HasSubstr("\n  steps[0].label: must be a text"));
    EXPECT_THAT(message, HasSubstr("\n  steps[0].wait: is not a known field"));
    EXPECT_THAT(message, HasSubstr("\n  steps[1].steps[0].checks[0]: must hold exactly one"));
    EXPECT_THAT(message, HasSubstr("\n  steps[2].type: must be one of \"http\", \"loop\""));
    EXPECT_THAT(message, HasSubstr("\n  profile.users[0].users: must be a whole number"));
    EXPECT_THAT(message, HasSubstr("\n  profile.users[0].hold: \"30\" is not a duration"));
    EXPECT_THAT(message, HasSubstr("\n  seed: "));
    EXPECT_THAT(message, HasSubstr("\n  threads: is out of range"));
    EXPECT_THAT(message, HasSubstr("\n  thresholds[0]: must be a text"));
}

TEST(LoadPlanText, RefusesANewerVersionNamingBoth)
{
    const auto message = refusal(R"({"format": "assay-load-plan", "formatVersion": 3, "somethingNew": 1})");
    EXPECT_THAT(message, HasSubstr("version 3"));
    EXPECT_THAT(message, HasSubstr("up to 1"));
    EXPECT_THAT(message, Not(HasSubstr("somethingNew")));
}

TEST(LoadPlanText, RefusesWhatIsNoPlan)
{
    EXPECT_THAT(refusal("[]"), HasSubstr("not a load plan"));
    EXPECT_THAT(refusal(R"({"formatVersion": 1})"), HasSubstr("not a load plan"));
    EXPECT_THAT(refusal(R"({"format": "assay-load-plan"})"), HasSubstr("formatVersion"));
    EXPECT_THAT(
        refusal(R"({"format": "assay-load-plan", "formatVersion": "1"})"), HasSubstr("formatVersion"));
    EXPECT_THAT(
        refusal("{\n  \"format\": oops}"), HasSubstr("plan.json is not valid JSON at line 2, column 13"));
}

TEST(LoadPlanText, KeepsWhatTheKindDoesNotUse)
{
    auto plan = demoPlan();
    plan.target.enabled = false;
    plan.target.pool = 3;
    plan.profile.kind = Profile::Kind::Open;
    plan.profile.rates.push_back({1, 2, nsPerSecond});
    EXPECT_EQ(LoadPlan::fromText(plan.toText(), "x").value(), plan);
}

TEST(EnabledSteps, EntersLoopsOnceAndSkipsWhatIsDisabled)
{
    const auto http = [](std::string label, bool enabled = true) {
        HttpStep step;
        step.label = std::move(label);
        step.enabled = enabled;
        return Step{step};
    };
    LoopStep loop{"", 5, {http("c"), http("d", false), Step{LoopStep{"", 2, {http("e")}, true}}}, true};
    LoopStep off{"", 5, {http("f")}, false};
    std::vector<std::string> labels;
    const std::vector<Step> steps{http("a"), http("b", false), Step{loop}, Step{off}, http("g")};
    for (const auto* step : enabledSteps(steps)) {
        labels.push_back(step->label);
    }
    EXPECT_THAT(labels, testing::ElementsAre("a", "c", "e", "g"));
}

namespace {

/// Draws plans of every shape that a file can hold, sensible or not.
class PlanGenerator
{
public:
    explicit PlanGenerator(std::uint64_t seed)
        : m_random(seed)
    { }

    LoadPlan plan()
    {
        LoadPlan plan;
        plan.name = text();
        plan.target = {flag(), whole(), text(), whole(), m_random.uniform(), duration(), duration()};
        plan.variables = list<Variable>([&] { return Variable{text(), text()}; });
        plan.steps = list<Step>([&] { return step(3); });
        plan.profile = profile();
        plan.loopsPerUser = whole();
        plan.maxRequests = whole();
        plan.durationNs = duration();
        plan.graceNs = duration();
        plan.connectTimeoutNs = duration();
        plan.responseTimeoutNs = duration();
        plan.keepAlive = flag();
        plan.maxRedirects = static_cast<int>(below(100));
        plan.spreadAddresses = flag();
        plan.verifyTls = flag();
        plan.caFile = text();
        plan.tlsServerName = text();
        plan.threads = static_cast<int>(below(100)) - 50;
        plan.seed = m_random.next();
        plan.thresholds = list<std::string>([&] { return text(); });
        return plan;
    }

private:
    std::uint64_t below(std::uint64_t end) { return m_random.next() % end; }
    bool flag() { return below(2) == 1; }
    std::int64_t duration() { return static_cast<std::int64_t>(m_random.next() >> (1 + below(63))); }
    std::int64_t whole() { return static_cast<std::int64_t>(m_random.next()) >> below(63); }

    std::string text()
    {
        static const std::vector<std::string> parts{
            "a", "Ω", "\"", "\\", "${x}", "\n", "\t", "\x01", " ", "€", "/", "😀", "<", std::string(1, '\0')};
        std::string text;
        for (auto i = below(6); i > 0; --i) {
            text += parts[below(parts.size())];
        }
        return text;
    }

    template <typename T, typename Make> std::vector<T> list(Make make)
    {
        std::vector<T> items;
        for (auto i = below(4); i > 0; --i) {
            items.push_back(make());
        }
        return items;
    }

    ThinkTime think()
    {
        switch (below(5)) {
        case 0:
            return {};
        case 1:
            return {ThinkTime::Kind::Fixed, duration(), 0, 0, 0};
        case 2:
            return {ThinkTime::Kind::Uniform, 0, 0, duration(), duration()};
        case 3:
            return {ThinkTime::Kind::Gaussian, duration(), duration(), 0, 0};
        default:
            return {ThinkTime::Kind::Poisson, duration(), 0, 0, 0};
        }
    }

    Step step(int depth)
    {
        if (depth > 0 && below(3) == 0) {
            return {LoopStep{text(), whole(), list<Step>([&] { return step(depth - 1); }), flag()}};
        }
        HttpStep http;
        http.label = text();
        http.method = flag() ? "GET" : text();
        http.url = text();
        http.headers = list<Header>([&] { return Header{text(), text()}; });
        http.body = text();
        http.think = think();
        http.checks = list<Check>([&] { return Check{static_cast<Check::Kind>(below(3)), text()}; });
        http.enabled = flag();
        return {http};
    }

    Profile profile()
    {
        Profile profile;
        profile.kind = flag() ? Profile::Kind::Open : Profile::Kind::Closed;
        profile.users = list<UserRow>([&] {
            return UserRow{whole(), duration(), duration(), duration(), duration()};
        });
        profile.rates = list<RateRow>([&] {
            return RateRow{1 / m_random.uniform(), static_cast<double>(below(1000)), duration()};
        });
        profile.arrivals = flag() ? Profile::Arrivals::Poisson : Profile::Arrivals::Even;
        profile.maxUsers = whole();
        return profile;
    }

    RandomStream m_random;
};

} // namespace

TEST(LoadPlanProperty, EveryPlanSurvivesItsFile)
{
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const auto plan = PlanGenerator{seed}.plan();
        const auto text = plan.toText();
        const auto read = LoadPlan::fromText(text, "plan.json");
        ASSERT_TRUE(read) << "seed " << seed << ": " << read.error().message;
        ASSERT_EQ(*read, plan) << "seed " << seed << ":\n" << text;
        EXPECT_EQ(read->toText(), text);
        plan.validate(); // must find fault, not fall over
    }
}

} // namespace assay::load
