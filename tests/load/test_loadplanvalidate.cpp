// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadplan.h"

#include "load/casename.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <limits>

namespace assay::load {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

HttpStep request(std::string label)
{
    HttpStep step;
    step.label = std::move(label);
    step.url = "http://127.0.0.1:8080/";
    return step;
}

LoadPlan goodPlan()
{
    LoadPlan plan;
    plan.name = "Good";
    plan.steps.push_back({request("home")});
    plan.profile.users.push_back({10, 0, nsPerSecond, nsPerSecond, 0});
    plan.profile.rates.push_back({1, 5, nsPerSecond});
    return plan;
}

HttpStep& firstStep(LoadPlan& plan)
{
    return std::get<HttpStep>(plan.steps.front().item);
}

std::string listed(const std::vector<Fault>& faults)
{
    return faultsError("faults:", faults).message;
}

} // namespace

TEST(LoadPlanValidate, AcceptsAGoodPlan)
{
    auto plan = goodPlan();
    EXPECT_THAT(plan.validate(), IsEmpty()) << listed(plan.validate());
    plan.profile.kind = Profile::Kind::Open;
    plan.target.enabled = true;
    plan.variables = {{"base", "http://${target}"}, {"who", "user${user}"}};
    auto& step = firstStep(plan);
    step.url = "${base}/cart?u=${who}&i=${iteration}";
    step.headers = {{"X-User", "${who}"}, {"Host", "example.org"}};
    step.body = R"({"price": "$5", "literal": "\${x}"})";
    step.checks = {{Check::Kind::Status, "200-299,304"}, {Check::Kind::BodyContains, "${who}"}};
    plan.thresholds = {"p95<300ms", "hold:failures<1%"};
    plan.tlsServerName = "example.org";
    EXPECT_THAT(plan.validate(), IsEmpty()) << listed(plan.validate());
}

struct FaultCase
{
    const char* name;
    std::function<void(LoadPlan&)> spoil;
    const char* field;
    const char* message;
};

class LoadPlanFault : public testing::TestWithParam<FaultCase>
{ };

TEST_P(LoadPlanFault, IsNamedWithItsField)
{
    auto plan = goodPlan();
    GetParam().spoil(plan);
    const auto faults = plan.validate();
    EXPECT_THAT(faults,
        ElementsAre(AllOf(
            Field(&Fault::field, GetParam().field), Field(&Fault::message, HasSubstr(GetParam().message)))))
        << listed(faults);
}

namespace {

FaultCase stepCase(
    const char* name, std::function<void(HttpStep&)> spoil, const char* field, const char* message)
{
    return {name, [spoil = std::move(spoil)](LoadPlan& plan) { spoil(firstStep(plan)); }, field, message};
}

FaultCase urlCase(const char* name, std::string url, const char* message)
{
    return stepCase(
        name, [url = std::move(url)](HttpStep& step) { step.url = url; }, "steps[0].url", message);
}

FaultCase openCase(
    const char* name, std::function<void(Profile&)> spoil, const char* field, const char* message)
{
    return {name,
        [spoil = std::move(spoil)](LoadPlan& plan) {
            plan.profile.kind = Profile::Kind::Open;
            spoil(plan.profile);
        },
        field, message};
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Steps, LoadPlanFault,
    testing::Values(FaultCase{"NoSteps", [](LoadPlan& p) { p.steps.clear(); }, "steps", "no enabled request"},
        FaultCase{
            "AllDisabled", [](LoadPlan& p) { firstStep(p).enabled = false; }, "steps", "no enabled request"},
        FaultCase{"SameLabel",
            [](LoadPlan& p) {
                p.steps.push_back({LoopStep{"", 1, {{request("home")}}}});
            },
            "steps[1].steps[0].label", "\"home\" is used by an earlier"},
        FaultCase{"EmptyLoop",
            [](LoadPlan& p) {
                p.steps.push_back({LoopStep{"l", 1, {}}});
            },
            "steps[1].steps", "no enabled request"},
        FaultCase{"LoopZeroTimes",
            [](LoadPlan& p) {
                p.steps.push_back({LoopStep{"l", 0, {{request("x")}}}});
            },
            "steps[1].count", "from 1"},
        stepCase(
            "EmptyLabel", [](HttpStep& s) { s.label.clear(); }, "steps[0].label", "is empty"),
        stepCase(
            "LabelOfTwoLines", [](HttpStep& s) { s.label = "a\nb"; }, "steps[0].label", "line break"),
        stepCase(
            "MethodWithSpace", [](HttpStep& s) { s.method = "GET /x"; }, "steps[0].method", "cannot be sent"),
        stepCase(
            "MethodInjection", [](HttpStep& s) { s.method = "GET\r\n"; }, "steps[0].method",
            "cannot be sent"),
        stepCase(
            "MethodInSmallLetters", [](HttpStep& s) { s.method = "get"; }, "steps[0].method", "capitals"),
        stepCase(
            "MethodConnect", [](HttpStep& s) { s.method = "CONNECT"; }, "steps[0].method", "cannot be sent"),
        stepCase(
            "NoMethod", [](HttpStep& s) { s.method = ""; }, "steps[0].method", "cannot be sent"),
        stepCase(
            "HeaderNameWithColon",
            [](HttpStep& s) {
                s.headers = {{"A:", "b"}};
            },
            "steps[0].headers[0].name", "cannot be a header's name"),
        stepCase(
            "HeaderInjection",
            [](HttpStep& s) {
                s.headers = {{"A", "b\r\nC: d"}};
            },
            "steps[0].headers[0].value", "line break"),
        stepCase(
            "HeaderContentLength",
            [](HttpStep& s) {
                s.headers = {{"content-length", "5"}};
            },
            "steps[0].headers[0].name", "written by Assay"),
        stepCase(
            "HostThatVaries",
            [](HttpStep& s) {
                s.headers = {{"Host", "h${user}"}};
            },
            "steps[0].headers[0].value", "the same for every user"),
        stepCase(
            "TwoHostHeaders",
            [](HttpStep& s) {
                s.headers = {{"Host", "a"}, {"host", "b"}};
            },
            "steps[0].headers[1].name", "one Host header"),
        stepCase(
            "BodyUnknownVariable", [](HttpStep& s) { s.body = "${nobody}"; }, "steps[0].body",
            "${nobody} is not defined. Known are user and iteration"),
        stepCase(
            "BodyOpenBrace", [](HttpStep& s) { s.body = "x ${user"; }, "steps[0].body", "no closing brace"),
        stepCase(
            "StatusCheck",
            [](HttpStep& s) {
                s.checks = {{Check::Kind::Status, "ok"}};
            },
            "steps[0].checks[0]", "not a list of status codes"),
        stepCase(
            "EmptyBodyCheck",
            [](HttpStep& s) {
                s.checks = {{Check::Kind::BodyContains, ""}};
            },
            "steps[0].checks[0]", "empty text"),
        stepCase(
            "ThinkBackwards",
            [](HttpStep& s) {
                s.think = {ThinkTime::Kind::Uniform, 0, 0, 2, 1};
            },
            "steps[0].think", "longer than its longest"),
        stepCase(
            "ThinkNegative",
            [](HttpStep& s) {
                s.think = {ThinkTime::Kind::Fixed, -1, 0, 0, 0};
            },
            "steps[0].think", "below 0")),
    caseName);

INSTANTIATE_TEST_SUITE_P(Urls, LoadPlanFault,
    testing::Values(urlCase("Empty", "", "is empty"),
        urlCase("NoScheme", "localhost:8080/x", "http://host/path"),
        urlCase("Ftp", "ftp://h/", "only http: and https:"), urlCase("Password", "http://a:b@h/", "header"),
        urlCase("NoHost", "http:///x", "no host"), urlCase("Port", "http://h:70000/", "1 to 65535"),
        urlCase("LineBreak", "http://h/a\r\nX: y", "line break"),
        urlCase("UnknownVariable", "http://h/${x}", "${x} is not defined"),
        urlCase("TargetWithoutOne", "http://${target}/", "Turn the embedded target on"),
        urlCase("UserInPort", "http://h:80${user}/", "only in its path")),
    caseName);

INSTANTIATE_TEST_SUITE_P(Variables, LoadPlanFault,
    testing::Values(FaultCase{"Reserved",
                        [](LoadPlan& p) {
                            p.variables = {{"user", "x"}};
                        },
                        "variables[0]", "built in"},
        FaultCase{"BadName",
            [](LoadPlan& p) {
                p.variables = {{"1a", "x"}};
            },
            "variables[0]", "variable's name"},
        FaultCase{"Twice",
            [](LoadPlan& p) {
                p.variables = {{"a", "x"}, {"a", "y"}};
            },
            "variables[1]", "twice"},
        FaultCase{"UsedBeforeDefined",
            [](LoadPlan& p) {
                p.variables = {{"a", "${b}"}, {"b", "y"}};
            },
            "variables[0]", "define it before"},
        FaultCase{"BrokenOneIsNotReportedTwice",
            [](LoadPlan& p) {
                p.variables = {{"a", "${b}"}};
                firstStep(p).body = "${a}";
            },
            "variables[0]", "${b} is not defined"},
        FaultCase{"LineBreakIntoHeader",
            [](LoadPlan& p) {
                p.variables = {{"a", "x\r\nEvil: 1"}};
                firstStep(p).headers = {{"X", "${a}"}};
            },
            "steps[0].headers[0].value", "line break"}),
    caseName);

INSTANTIATE_TEST_SUITE_P(Profiles, LoadPlanFault,
    testing::Values(
        FaultCase{"NoRows", [](LoadPlan& p) { p.profile.users.clear(); }, "profile.users", "no row"},
        FaultCase{
            "NoUsers", [](LoadPlan& p) { p.profile.users[0].users = 0; }, "profile.users[0].users", "from 1"},
        FaultCase{"TooMany", [](LoadPlan& p) { p.profile.users[0].users = 1'000'001; },
            "profile.users[0].users", "to 1000000"},
        FaultCase{"TooManyTogether",
            [](LoadPlan& p) {
                p.profile.users.assign(2, {600'000, 0, 0, 1, 0});
            },
            "profile.users", "more than 1000000"},
        FaultCase{"NegativeRamp", [](LoadPlan& p) { p.profile.users[0].rampUpNs = -1; },
            "profile.users[0].rampUp", "366 days"},
        FaultCase{"NoLength",
            [](LoadPlan& p) {
                p.profile.users[0] = {5, nsPerSecond, 0, 0, 0};
            },
            "profile.users[0].hold", "leave as they come"},
        openCase(
            "OpenNoRows", [](Profile& p) { p.rates.clear(); }, "profile.rates", "no row"),
        openCase(
            "OpenNegative", [](Profile& p) { p.rates[0].fromPerSecond = -1; },
            "profile.rates[0].fromPerSecond", "from 0"),
        openCase(
            "OpenNotANumber", [](Profile& p) { p.rates[0].toPerSecond = std::nan(""); },
            "profile.rates[0].toPerSecond", "from 0"),
        openCase(
            "OpenNoTime", [](Profile& p) { p.rates[0].durationNs = 0; }, "profile.rates[0].duration",
            "longer than 0"),
        openCase(
            "OpenNothingArrives",
            [](Profile& p) {
                p.rates = {{0, 0, nsPerSecond}};
            },
            "profile.rates", "no arrival at all"),
        openCase(
            "OpenNobodyServes", [](Profile& p) { p.maxUsers = 0; }, "profile.maxUsers", "from 1")),
    caseName);

INSTANTIATE_TEST_SUITE_P(Reserved, LoadPlanFault,
    testing::Values(
        FaultCase{"LabelAll", [](LoadPlan& p) { firstStep(p).label = "all"; }, "steps[0].label", "the sum"},
        FaultCase{"TextsWithoutEnd",
            [](LoadPlan& p) {
                p.variables = {{"v0", std::string(1000, 'x')}};
                for (int i = 1; i < 40; ++i) {
                    const auto before = "${v" + std::to_string(i - 1) + "}";
                    p.variables.push_back({"v" + std::to_string(i), before + before});
                }
            },
            "variables[17]", "64 MiB"},
        FaultCase{"HolesWithoutEnd",
            [](LoadPlan& p) {
                p.variables = {{"v0", "${user}${iteration}"}};
                for (int i = 1; i < 40; ++i) {
                    const auto before = "${v" + std::to_string(i - 1) + "}";
                    p.variables.push_back({"v" + std::to_string(i), before + before});
                }
            },
            "variables[21]", "64 MiB"}),
    caseName);

INSTANTIATE_TEST_SUITE_P(Settings, LoadPlanFault,
    testing::Values(FaultCase{"Loops", [](LoadPlan& p) { p.loopsPerUser = -1; }, "loopsPerUser", "1 or more"},
        FaultCase{"Requests", [](LoadPlan& p) { p.maxRequests = -1; }, "maxRequests", "1 or more"},
        FaultCase{"TooManyLoops", [](LoadPlan& p) { p.loopsPerUser = maxPlannedRounds + 1; }, "loopsPerUser",
            "1000000000 at most"},
        FaultCase{"TooManyRequests", [](LoadPlan& p) { p.maxRequests = maxPlannedRequests + 1; },
            "maxRequests", "1000000000000 at most"},
        FaultCase{"Duration", [](LoadPlan& p) { p.durationNs = -1; }, "duration", "366 days"},
        FaultCase{"EndlessTimeout", [](LoadPlan& p) { p.responseTimeoutNs = 0; }, "responseTimeout",
            "longer than 0"},
        FaultCase{"Redirects", [](LoadPlan& p) { p.maxRedirects = 51; }, "maxRedirects", "0 to 50"},
        FaultCase{"Threads", [](LoadPlan& p) { p.threads = -1; }, "threads", "0 to 256"},
        FaultCase{
            "ServerName", [](LoadPlan& p) { p.tlsServerName = "a b"; }, "tlsServerName", "not a host name"},
        FaultCase{"Threshold",
            [](LoadPlan& p) {
                p.thresholds = {"p95<1s", "p95<300"};
            },
            "thresholds[1]", "not a duration"},
        FaultCase{"NotUtf8", [](LoadPlan& p) { firstStep(p).body = "\xff"; }, "", "UTF-8"}),
    caseName);

INSTANTIATE_TEST_SUITE_P(Target, LoadPlanFault,
    testing::Values(FaultCase{"Pool",
                        [](LoadPlan& p) {
                            p.target.enabled = true;
                            p.target.pool = 0;
                        },
                        "target.pool", "from 1"},
        FaultCase{"ErrorRate",
            [](LoadPlan& p) {
                p.target.enabled = true;
                p.target.errorRate = 5;
            },
            "target.errorRate", "from 0"},
        FaultCase{"Service",
            [](LoadPlan& p) {
                p.target.enabled = true;
                p.target.service = "often";
            },
            "target.service", "\"often\""},
        FaultCase{"HalfAStall",
            [](LoadPlan& p) {
                p.target.enabled = true;
                p.target.stallForNs = 1;
            },
            "target.stallEvery", "is missing"}),
    caseName);

TEST(LoadPlanValidate, ListsEveryFaultAtOnce)
{
    LoadPlan plan;
    plan.steps.push_back({HttpStep{}});
    plan.threads = 1000;
    const auto faults = plan.validate();
    std::vector<std::string> fields;
    for (const auto& fault : faults) {
        fields.push_back(fault.field);
        EXPECT_TRUE(fault.message.ends_with('.')) << fault.message;
    }
    EXPECT_THAT(fields, ElementsAre("steps[0].label", "steps[0].url", "profile.users", "threads"));
}

TEST(LoadPlanValidate, LeavesDisabledStepsAlone)
{
    auto plan = goodPlan();
    HttpStep broken;
    broken.enabled = false;
    plan.steps.push_back({broken});
    plan.steps.push_back({LoopStep{"off", -1, {{HttpStep{}}}, false}});
    EXPECT_THAT(plan.validate(), IsEmpty());
}

TEST(LoadPlanValidate, RefusesLoopsNestedTooDeeply)
{
    auto plan = goodPlan();
    Step nested{request("deep")};
    for (int i = 0; i < 12; ++i) {
        nested = Step{LoopStep{"", 1, {nested}}};
    }
    plan.steps = {nested};
    EXPECT_THAT(plan.validate(), Contains(Field(&Fault::message, HasSubstr("nested too deeply"))));
    plan.steps = {std::get<LoopStep>(std::get<LoopStep>(nested.item).steps[0].item).steps[0]};
    EXPECT_THAT(plan.validate(), IsEmpty()) << listed(plan.validate());
    EXPECT_TRUE(LoadPlan::fromText(plan.toText(), "x"));
}

} // namespace assay::load
