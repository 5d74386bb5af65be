// SPDX-License-Identifier: GPL-3.0-or-later
// The engine against a real server.
#include "load/casename.h"
#include "load/loadfixture.h"
#include "support/nginxserver.h"

#include <gmock/gmock.h>

namespace assay::test {

using session::FailureKind;

namespace {

load::HttpStep& stepOf(load::LoadPlan& plan)
{
    return std::get<load::HttpStep>(plan.steps[0].item);
}

const char* const serverBlock = R"(
  keepalive_requests 5;
  location = /plain { return 200 "hello from nginx\n"; }
  location = /missing { return 404 "nothing\n"; }
  location = /old { return 301 /plain; }
  location = /form { return 302 /plain; }
  location = /strict { return 307 /accept; }
  location = /twice { return 302 /old; }
  location = /loop { return 302 /loop; }
  location = /away { return 302 http://elsewhere.invalid/; }
  location = /accept { return 200 "$request_method $content_length\n"; }
  location = /zip { gzip on; gzip_min_length 1; gzip_types *; default_type text/plain;
    return 200 "compressed compressed compressed compressed compressed compressed\n"; }
  location = /quick { keepalive_timeout 1s; return 200 "bye\n"; }
)";

struct NginxRow
{
    const char* name;
    const char* target;
    const char* method = "GET";
    const char* body = "";
    const char* contains = nullptr;
    int redirects = 0;
    std::vector<std::uint16_t> statuses;
    bool fails = false;
};

const NginxRow nginxRows[] = {
    {.name = "plain", .target = "/plain", .contains = "hello from nginx", .statuses = {200}},
    {.name = "head", .target = "/plain", .method = "HEAD", .statuses = {200}},
    {.name = "missing", .target = "/missing", .statuses = {404}, .fails = true},
    {.name = "postedBody",
        .target = "/accept",
        .method = "POST",
        .body = "12345",
        .contains = "POST 5",
        .statuses = {200}},
    {.name = "gzipDecodedForTheCheck",
        .target = "/zip",
        .contains = "compressed compressed",
        .statuses = {200}},
    {.name = "redirectNotFollowed", .target = "/old", .statuses = {301}},
    {.name = "redirectFollowed",
        .target = "/old",
        .contains = "hello",
        .redirects = 3,
        .statuses = {301, 200}},
    {.name = "redirectsFollowed",
        .target = "/twice",
        .contains = "hello",
        .redirects = 3,
        .statuses = {302, 301, 200}},
    {.name = "redirectOfHeadStaysHead",
        .target = "/old",
        .method = "HEAD",
        .redirects = 3,
        .statuses = {301, 200}},
    {.name = "redirectedPostBecomesGet",
        .target = "/form",
        .method = "POST",
        .body = "x",
        .contains = "hello",
        .redirects = 3,
        .statuses = {302, 200}},
    {.name = "redirected307KeepsMethodAndBody",
        .target = "/strict",
        .method = "POST",
        .body = "12345",
        .contains = "POST 5",
        .redirects = 3,
        .statuses = {307, 200}},
    {.name = "redirectLoopEnds",
        .target = "/loop",
        .redirects = 2,
        .statuses = {302, 302, 302},
        .fails = true},
    {.name = "redirectToUnknownServer", .target = "/away", .redirects = 2, .statuses = {302}, .fails = true},
};

} // namespace

class Nginx : public testing::TestWithParam<NginxRow>
{ };

TEST_P(Nginx, AnswersAsExpected)
{
    const auto& row = GetParam();
    const NginxServer server{serverBlock};
    auto plan = onePagePlan(server.url(row.target), 0);
    plan.loopsPerUser = 1;
    plan.maxRedirects = row.redirects;
    auto& step = stepOf(plan);
    step.method = row.method;
    step.body = row.body;
    step.headers = {{"Accept-Encoding", "gzip"}};
    if (row.contains) {
        step.checks.push_back({load::Check::Kind::BodyContains, row.contains});
    }
    const auto run = runRecorded(plan);
    std::vector<std::uint16_t> statuses;
    for (const auto& sample : run.samples) {
        statuses.push_back(sample.status);
    }
    EXPECT_EQ(statuses, row.statuses);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), row.fails ? 1U : 0U)
        << (run.failures.empty() ? "" : run.failures[0].message + "\n" + run.failures[0].received);
}

INSTANTIATE_TEST_SUITE_P(Rows, Nginx, testing::ValuesIn(nginxRows), caseName);

/// What one request's redirect changed must not stay for the next request.
TEST(NginxRedirects, EachPostBecomesAGet)
{
    const NginxServer server{"location = /form { return 302 /accept; } location = /accept { return 200 "
                             "\"$request_method\"; }"};
    auto plan = onePagePlan(server.url("/form"), 0);
    plan.loopsPerUser = 3;
    plan.maxRedirects = 1;
    stepOf(plan).method = "POST";
    stepOf(plan).body = "x";
    stepOf(plan).checks = {{load::Check::Kind::BodyContains, "GET"}};
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), 6U);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
}

TEST(NginxConnections, EndAfterTheServersLimitWithoutAFailure)
{
    const NginxServer server{serverBlock};
    auto plan = onePagePlan(server.url("/plain"), 23);
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.whole.retries, 0U);
    EXPECT_EQ(run.outcome.summary.connect.count(), 5U); // keepalive_requests 5: ceil(23 / 5)
}

TEST(NginxConnections, IdleOnesThatTheServerClosesAreOpenedAgain)
{
    const NginxServer server{serverBlock};
    auto plan = onePagePlan(server.url("/quick"), 2);
    stepOf(plan).think = {load::ThinkTime::Kind::Fixed, 2500 * nsPerMs, 0, 0, 0};
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), 2U);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.whole.retries, 0U);
    EXPECT_EQ(run.outcome.summary.connect.count(), 2U);
}

TEST(NginxConnections, WithoutKeepAliveEachRequestHasItsOwn)
{
    const NginxServer server{serverBlock};
    auto plan = onePagePlan(server.url("/plain"), 10);
    plan.keepAlive = false;
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.connect.count(), 10U);
}

} // namespace assay::test
