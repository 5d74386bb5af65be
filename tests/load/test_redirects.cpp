// SPDX-License-Identifier: GPL-3.0-or-later
// Redirects that are long, too many, or lead elsewhere: a scripted raw socket.
#include "load/loadfixture.h"
#include "support/scriptedserver.h"

#include <gmock/gmock.h>

namespace assay::test {

using session::FailureKind;
using testing::HasSubstr;
using testing::Not;

namespace {

const std::string okHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

std::string redirectTo(const std::string& location)
{
    return "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n";
}

} // namespace

/// The reader gives unusual memory back between requests: not before the Location in it has been followed.
class LongLocation : public testing::TestWithParam<std::size_t>
{ };

TEST_P(LongLocation, IsFollowedToTheByte)
{
    const auto query = std::string(5000, 'q');
    std::vector<std::string> seen;
    ScriptedServer server{[&](Peer& peer) {
        for (std::string request; !(request = peer.readRequest()).empty();) {
            seen.push_back(request.substr(0, request.find(" HTTP")));
            const auto answer = seen.size() % 2 == 1 ? redirectTo("/to?" + query) : okHello;
            peer.sendInPieces(answer, GetParam());
        }
    }};
    auto plan = onePagePlan(server.url(), 3);
    plan.maxRedirects = 1;
    const auto run = runRecorded(plan);
    server.stop();
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    ASSERT_EQ(seen.size(), 6U);
    for (std::size_t i = 1; i < seen.size(); i += 2) {
        EXPECT_EQ(seen[i], "GET /to?" + query);
    }
}

INSTANTIATE_TEST_SUITE_P(Pieces, LongLocation, testing::Values(100'000, 3'000));

TEST(Redirects, OneTooManyIsAFailure)
{
    ScriptedServer server{[&](Peer& peer) {
        while (!peer.readRequest().empty()) {
            peer.send(redirectTo("/again"));
        }
    }};
    auto plan = onePagePlan(server.url(), 1);
    plan.maxRedirects = 2;
    auto& step = std::get<load::HttpStep>(plan.steps[0].item);
    for (const bool checked : {false, true}) {
        step.checks.clear();
        if (checked) {
            step.checks = {{load::Check::Kind::Status, "302"}};
        }
        const auto run = runRecorded(plan);
        EXPECT_EQ(run.samples.size(), 3U);
        ASSERT_EQ(run.failures.size(), 1U);
        EXPECT_EQ(run.failures[0].kind, FailureKind::CheckFailed);
        EXPECT_THAT(run.failures[0].message, HasSubstr("more than 2 redirects"));
    }
    plan.maxRedirects = 0; // not followed at all: then the status is the answer
    EXPECT_EQ(runRecorded(plan).outcome.summary.whole.failureTotal(), 0U);
}

/// A Location is only one in a redirect: nothing follows a 304 or 201 that has one, so its checks decide.
TEST(Redirects, OtherStatusesWithALocationAreChecked)
{
    ScriptedServer server{[&](Peer& peer) {
        while (!peer.readRequest().empty()) {
            peer.send("HTTP/1.1 300 Choices\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n");
        }
    }};
    auto plan = onePagePlan(server.url(), 1);
    plan.maxRedirects = 2;
    std::get<load::HttpStep>(plan.steps[0].item).checks = {{load::Check::Kind::Status, "200"}};
    EXPECT_EQ(runRecorded(plan).outcome.summary.whole.failureTotal(), 1U);
}

/// Whoever sees only the figures must learn why.
TEST(Redirects, ToAServerWithoutAStepSayWhyInTheSummary)
{
    ScriptedServer server{[](Peer& peer) {
        peer.readRequest();
        peer.send("HTTP/1.1 302 Found\r\nLocation: http://elsewhere.example/\r\nContent-Length: 0\r\n\r\n");
    }};
    auto plan = onePagePlan(server.url());
    plan.maxRedirects = 3;
    const auto summary = runRecorded(plan).outcome.summary;
    EXPECT_EQ(summary.whole.failureTotal(), 1U);
    EXPECT_THAT(std::string{summary.toJson().at("first_failures").at("check_failed").as_string()},
        testing::HasSubstr("no server that the plan names"));
}

TEST(Redirects, HostAndSecretsAreForTheStepsOwnServerOnly)
{
    std::string elsewhere;
    ScriptedServer other{[&](Peer& peer) {
        for (std::string request; !(request = peer.readRequest()).empty();) {
            if (request.starts_with("GET /taken")) {
                elsewhere = request;
            }
            peer.send(okHello);
        }
    }};
    std::string atHome;
    ScriptedServer own{[&](Peer& peer) {
        for (std::string request; !(request = peer.readRequest()).empty();) {
            if (request.starts_with("GET /second")) {
                atHome = request;
                peer.send(redirectTo(other.url("/taken")));
            } else {
                peer.send(redirectTo("/second"));
            }
        }
    }};
    auto plan = onePagePlan(own.url(), 0);
    plan.loopsPerUser = 1;
    plan.maxRedirects = 2;
    auto& step = std::get<load::HttpStep>(plan.steps[0].item);
    step.headers = {{"Host", "shop.example"}, {"Authorization", "Bearer ${user}secret"}, {"X-Kept", "yes"},
        {"cookie", "id=${iteration}secret"}};
    auto second = step;
    second.label = "other";
    second.url = other.url();
    second.headers.clear();
    plan.steps.push_back({second});
    const auto run = runRecorded(plan);
    own.stop();
    other.stop();
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_THAT(atHome, HasSubstr("\r\nHost: shop.example\r\n"));
    EXPECT_THAT(atHome, HasSubstr("\r\nAuthorization: Bearer 1secret\r\n"));
    EXPECT_THAT(atHome, HasSubstr("\r\ncookie: id=1secret\r\n"));
    EXPECT_THAT(elsewhere, HasSubstr("\r\nHost: 127.0.0.1:" + std::to_string(other.port()) + "\r\n"));
    EXPECT_THAT(elsewhere, HasSubstr("\r\nX-Kept: yes\r\n"));
    EXPECT_THAT(elsewhere, Not(HasSubstr("secret")));
}

} // namespace assay::test
