// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine makes of a server that answers well, badly, late or not at all: a scripted raw socket.
#include "load/casename.h"
#include "load/loadfixture.h"
#include "support/scriptedserver.h"

#include <gmock/gmock.h>

#include <atomic>
#include <numeric>

namespace assay::test {

using session::FailureKind;
using testing::HasSubstr;

namespace {

const std::string okHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

enum class Ending
{
    Close,
    Reset,
    KeepOpen
};

struct AnswerRow
{
    const char* name;
    std::string answer;
    Ending ending;
    FailureKind failure;
    std::uint16_t status = 200;
};

const AnswerRow answerRows[] = {
    {"complete", okHello, Ending::KeepOpen, FailureKind::None},
    {"connectionClose", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the end", Ending::Close,
        FailureKind::None},
    {"closedAtOnce", "", Ending::Close, FailureKind::ClosedBeforeResponse, 0},
    {"resetAtOnce", "", Ending::Reset, FailureKind::Reset, 0},
    {"neverAnswers", "", Ending::KeepOpen, FailureKind::ResponseTimeout, 0},
    {"halfAHead", "HTTP/1.1 200 OK\r\nContent-", Ending::Close, FailureKind::TruncatedBody, 0},
    {"shortBody", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", Ending::Close,
        FailureKind::TruncatedBody},
    {"bodyNeverEnds", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", Ending::KeepOpen,
        FailureKind::ResponseTimeout},
    {"noLengthKeptOpen", "HTTP/1.1 200 OK\r\n\r\nhello", Ending::KeepOpen, FailureKind::ResponseTimeout},
    {"notHttp", "SSH-2.0-OpenSSH_9.2\r\n", Ending::KeepOpen, FailureKind::MalformedResponse, 0},
    {"chunkedWithoutEnd", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        Ending::Close, FailureKind::TruncatedBody},
    {"chunkedWithoutLastLine", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
        Ending::Close, FailureKind::TruncatedBody},
    {"chunkedBareEnd", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n\r\n", Ending::KeepOpen,
        FailureKind::MalformedResponse},
    {"chunkedOverflow", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
        Ending::KeepOpen, FailureKind::MalformedResponse},
    {"status500", "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", Ending::KeepOpen,
        FailureKind::CheckFailed, 500},
    {"status304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n", Ending::KeepOpen,
        FailureKind::None, 304},
    {"interimFirst", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + okHello,
        Ending::KeepOpen, FailureKind::None},
};

load::LoadPlan impatientPlan(const std::string& url, std::int64_t requests = 1)
{
    auto plan = onePagePlan(url, requests);
    plan.responseTimeoutNs = 150 * nsPerMs;
    return plan;
}

std::string headerOf(const std::string& request, const std::string& name)
{
    const auto at = request.find("\r\n" + name + ": ");
    if (at == std::string::npos) {
        return "(none)";
    }
    const auto start = at + name.size() + 4;
    return request.substr(start, request.find("\r\n", start) - start);
}

} // namespace

class Answer : public testing::TestWithParam<AnswerRow>
{ };

TEST_P(Answer, IsCountedUnderItsOwnName)
{
    const auto& row = GetParam();
    ScriptedServer server{[&](Peer& peer) {
        while (!peer.readRequest().empty()) {
            peer.send(row.answer);
            if (row.ending == Ending::Close) {
                return;
            }
            if (row.ending == Ending::Reset) {
                return peer.reset();
            }
        }
    }};
    const auto run = runRecorded(impatientPlan(server.url()));
    ASSERT_EQ(run.samples.size(), 1U);
    EXPECT_EQ(run.samples[0].failure, row.failure) << session::failureName(run.samples[0].failure);
    EXPECT_EQ(run.samples[0].status, row.status);
    EXPECT_EQ(run.samples[0].bytesIn, row.answer.size());
    if (row.failure == FailureKind::None) {
        EXPECT_TRUE(run.failures.empty());
        return;
    }
    EXPECT_EQ(run.outcome.summary.whole.failures[static_cast<std::size_t>(row.failure)], 1U);
    ASSERT_EQ(run.failures.size(), 1U);
    EXPECT_EQ(run.failures[0].kind, row.failure);
    EXPECT_FALSE(run.failures[0].message.empty());
    EXPECT_THAT(run.failures[0].sent, HasSubstr("GET / HTTP/1.1\r\n"));
    EXPECT_EQ(run.failures[0].received, row.answer);
}

INSTANTIATE_TEST_SUITE_P(Rows, Answer, testing::ValuesIn(answerRows), caseName);

TEST(Wire, NobodyListening)
{
    const auto run = runRecorded(onePagePlan("http://127.0.0.1:" + std::to_string(unusedPort()) + "/", 3));
    EXPECT_EQ(run.outcome.summary.whole.failures[static_cast<std::size_t>(FailureKind::Refused)], 3U);
    EXPECT_TRUE(run.outcome.summary.whole.service.empty());
    EXPECT_THAT(run.failures.at(0).message, HasSubstr("refused"));
}

TEST(Wire, ConnectionIsReusedAndClosedOnesAreOpenedAgain)
{
    std::atomic<int> requests{0};
    ScriptedServer server{[&](Peer& peer) {
        for (int i = 0; i < 5 && !peer.readRequest().empty(); ++i) {
            ++requests;
            peer.send(i < 4 ? okHello : "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        }
    }};
    const auto run = runRecorded(onePagePlan(server.url(), 20));
    EXPECT_EQ(requests, 20);
    EXPECT_EQ(server.connections(), 4);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.whole.retries, 0U);
    EXPECT_EQ(run.outcome.summary.connect.count(), 4U);
    const auto fresh = std::count_if(run.samples.begin(), run.samples.end(),
        [](const session::Sample& sample) { return sample.connectNs > 0; });
    EXPECT_EQ(fresh, 4);
}

TEST(Wire, IdleConnectionClosedByTheServerIsNotAFailure)
{
    ScriptedServer server{[&](Peer& peer) {
        peer.readRequest();
        peer.send(okHello);
    }}; // closes at once, while the user thinks
    auto plan = onePagePlan(server.url(), 3);
    std::get<load::HttpStep>(plan.steps[0].item).think = {
        load::ThinkTime::Kind::Fixed, 50 * nsPerMs, 0, 0, 0};
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.size(), 3U);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.whole.retries, 0U);
    EXPECT_EQ(server.connections(), 3);
}

TEST(Wire, ReusedConnectionThatDiesUnansweredIsRetriedOnceAndCounted)
{
    ScriptedServer server{[&](Peer& peer) {
        peer.readRequest();
        peer.send(okHello);
        if (peer.number() == 0) {
            peer.readRequest(); // takes the second request, answers nothing
        } else {
            while (!peer.readRequest().empty()) {
                peer.send(okHello);
            }
        }
    }};
    const auto run = runRecorded(onePagePlan(server.url(), 4));
    EXPECT_EQ(run.samples.size(), 4U);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.whole.retries, 1U);
    EXPECT_EQ(server.connections(), 2);
}

TEST(Wire, FreshConnectionThatDiesUnansweredIsAFailureAndNotRetried)
{
    ScriptedServer server{[&](Peer& peer) { peer.readRequest(); }};
    const auto run = runRecorded(onePagePlan(server.url(), 2));
    EXPECT_EQ(
        run.outcome.summary.whole.failures[static_cast<std::size_t>(FailureKind::ClosedBeforeResponse)], 2U);
    EXPECT_EQ(run.outcome.summary.whole.retries, 0U);
}

TEST(Wire, HalfAnAnsweredRequestIsNeverRetried)
{
    ScriptedServer server{[&](Peer& peer) {
        peer.readRequest();
        peer.send(okHello);
        peer.readRequest();
        peer.send("HTTP/1.1 200 OK\r\n");
    }};
    const auto run = runRecorded(onePagePlan(server.url(), 2));
    EXPECT_EQ(run.outcome.summary.whole.failures[static_cast<std::size_t>(FailureKind::TruncatedBody)], 1U);
    EXPECT_EQ(run.outcome.summary.whole.retries, 0U);
}

TEST(Wire, BytesNobodyAskedForEndTheConnection)
{
    ScriptedServer server{[&](Peer& peer) {
        while (!peer.readRequest().empty()) {
            peer.send(okHello + "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n");
        }
    }};
    const auto run = runRecorded(onePagePlan(server.url(), 3));
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(server.connections(), 3);
    for (const auto& sample : run.samples) {
        EXPECT_EQ(sample.bytesIn, okHello.size());
    }
}

TEST(Wire, SlowPiecesAreOneResponse)
{
    const std::string answer =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\nX-Sum: 1\r\n\r\n";
    ScriptedServer server{[&](Peer& peer) {
        while (!peer.readRequest().empty()) {
            peer.sendInPieces(answer, 1);
        }
    }};
    auto plan = onePagePlan(server.url(), 3);
    std::get<load::HttpStep>(plan.steps[0].item).checks = {{load::Check::Kind::BodyContains, "hello"}};
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(server.connections(), 1);
    for (const auto& sample : run.samples) {
        EXPECT_EQ(sample.bytesIn, answer.size());
        EXPECT_LE(sample.firstByteNs, sample.serviceNs);
    }
}

TEST(Wire, LargeBinaryBodiesInChunksAndWithLengthAreCountedToTheByte)
{
    std::string body(1'000'000, '\0');
    std::iota(body.begin(), body.end(), '\0');
    const auto withLength = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + body;
    const auto inChunks = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: "
                          "chunked\r\n\r\nF4240\r\n"
        + body + "\r\n0\r\n\r\n";
    ScriptedServer server{[&](Peer& peer) {
        for (int i = 0; !peer.readRequest().empty(); ++i) {
            peer.send(i % 2 == 0 ? withLength : inChunks);
        }
    }};
    const auto run = runRecorded(onePagePlan(server.url(), 6));
    ASSERT_EQ(run.samples.size(), 6U);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.whole.bytesReceived, 3 * (withLength.size() + inChunks.size()));
    EXPECT_EQ(server.connections(), 1);
}

/// More than one turn of reading takes: the rest must be read without a further event from the server.
TEST(Wire, VeryLargeBodiesAreReadToTheEnd)
{
    const std::string answer =
        "HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\n" + std::string(30'000'000, 'x');
    ScriptedServer server{[&](Peer& peer) {
        while (!peer.readRequest().empty()) {
            peer.send(answer);
        }
    }};
    auto plan = onePagePlan(server.url(), 4);
    plan.profile.users[0].users = 2;
    plan.responseTimeoutNs = 30 * nsPerSecond;
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.whole.bytesReceived, 4 * answer.size());
}

TEST(Wire, LargeRequestBodiesArriveWhole)
{
    std::string seen;
    ScriptedServer server{[&](Peer& peer) {
        seen = peer.readRequest();
        peer.send(okHello);
    }};
    auto plan = onePagePlan(server.url());
    auto& step = std::get<load::HttpStep>(plan.steps[0].item);
    step.method = "POST";
    step.body = std::string(3'000'000, 'x');
    const auto run = runRecorded(plan);
    server.stop();
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(headerOf(seen, "Content-Length"), "3000000");
    EXPECT_EQ(run.samples.at(0).bytesOut, seen.size());
}

TEST(Wire, TemplatesDifferByUserAndRound)
{
    std::mutex mutex;
    std::vector<std::string> bodies;
    ScriptedServer server{[&](Peer& peer) {
        for (std::string request; !(request = peer.readRequest()).empty();) {
            peer.send(okHello);
            const std::lock_guard lock{mutex};
            bodies.push_back(request.substr(0, request.find(" HTTP")) + " " + headerOf(request, "X-Who") + " "
                + request.substr(request.find("\r\n\r\n") + 4));
        }
    }};
    auto plan = onePagePlan(server.url("/${name}/${user}?r=${iteration}"), 0);
    plan.variables = {{"name", "shop"}};
    auto& step = std::get<load::HttpStep>(plan.steps[0].item);
    step.method = "PUT";
    step.headers = {{"X-Who", "${user}"}};
    step.body = "round ${iteration}";
    plan.profile.users[0].users = 2;
    plan.loopsPerUser = 2;
    const auto run = runRecorded(plan);
    server.stop();
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_THAT(bodies,
        testing::UnorderedElementsAre("PUT /shop/1?r=1 1 round 1", "PUT /shop/1?r=2 1 round 2",
            "PUT /shop/2?r=1 2 round 1", "PUT /shop/2?r=2 2 round 2"));
}

TEST(Wire, HostHeaderFitsTheUrl)
{
    std::string seen;
    const auto script = [&](Peer& peer) {
        seen = peer.readRequest();
        peer.send(okHello);
    };
    ScriptedServer six{script, true};
    runRecorded(onePagePlan(six.url()));
    six.stop();
    EXPECT_EQ(headerOf(seen, "Host"), "[::1]:" + std::to_string(six.port()));
    ScriptedServer four{script};
    runRecorded(onePagePlan("http://LOCALHOST:" + std::to_string(four.port()) + "?q=a b"));
    four.stop();
    EXPECT_EQ(headerOf(seen, "Host"), "localhost:" + std::to_string(four.port()));
    EXPECT_THAT(seen, testing::StartsWith("GET /?q=a%20b HTTP/1.1\r\n"));
}

/// localhost is ::1 and 127.0.0.1 on most machines; the server here has only the latter.
TEST(Wire, EveryAddressOfANameIsTried)
{
    ScriptedServer server{[&](Peer& peer) {
        while (!peer.readRequest().empty()) {
            peer.send(okHello);
        }
    }};
    const auto run = runRecorded(onePagePlan("http://localhost:" + std::to_string(server.port()) + "/", 2));
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_THAT(run.notices, testing::Contains(HasSubstr("127.0.0.1:")));
}

TEST(Wire, UnknownNameIsAnErrorBeforeTheRun)
{
    load::LoadRunner runner{onePagePlan("http://no-such-host.invalid/"), {}};
    const auto outcome = runner.run(nullptr, 0);
    ASSERT_FALSE(outcome);
    EXPECT_THAT(outcome.error().message, HasSubstr("no-such-host.invalid"));
}

struct CheckRow
{
    const char* name;
    load::Check check;
    bool passes;
};

class CheckedResponse : public testing::TestWithParam<CheckRow>
{ };

TEST_P(CheckedResponse, PassesOrFails)
{
    ScriptedServer server{[&](Peer& peer) {
        while (!peer.readRequest().empty()) {
            peer.send("HTTP/1.1 404 Not Found\r\nContent-Length: 11\r\n\r\nhello user1");
        }
    }};
    auto plan = onePagePlan(server.url());
    std::get<load::HttpStep>(plan.steps[0].item).checks = {
        {load::Check::Kind::Status, "404,500-599"}, GetParam().check};
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.samples.at(0).failure, GetParam().passes ? FailureKind::None : FailureKind::CheckFailed);
}

INSTANTIATE_TEST_SUITE_P(Rows, CheckedResponse,
    testing::Values(CheckRow{"statusInSet", {load::Check::Kind::Status, "400-404"}, true},
        CheckRow{"statusNotInSet", {load::Check::Kind::Status, "200-299"}, false},
        CheckRow{"contains", {load::Check::Kind::BodyContains, "hello"}, true},
        CheckRow{"containsTemplate", {load::Check::Kind::BodyContains, "user${user}"}, true},
        CheckRow{"containsNot", {load::Check::Kind::BodyContains, "world"}, false},
        CheckRow{"lacks", {load::Check::Kind::BodyLacks, "world"}, true},
        CheckRow{"lacksNot", {load::Check::Kind::BodyLacks, "hello"}, false}),
    caseName);

} // namespace assay::test
