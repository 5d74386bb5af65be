// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/rawclient.h"
#include "target/targetserver.h"

#include <gmock/gmock.h>

/// What the server says on the wire.
namespace assay::target {

using test::RawClient;
using testing::HasSubstr;
using End = RawClient::End;

/// Options of a server that answers at once.
TargetOptions immediate()
{
    TargetOptions options;
    options.service = {};
    return options;
}

/// A started server.
struct Running : TargetServer
{
    explicit Running(TargetOptions options = immediate())
        : TargetServer(std::move(options))
    {
        const auto result = start();
        EXPECT_TRUE(result) << result.error().message;
    }
};

TEST(Http, AnswersGetWithABodyOfTheAskedLength)
{
    auto options = immediate();
    options.responseBytes = 100;
    Running server{options};
    RawClient client{server.port()};
    const auto response = client.get("/any/path?with=query");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.field("Content-Length"), "100");
    EXPECT_EQ(response.body.size(), 100U);
    EXPECT_THAT(response.body, testing::StartsWith("Assay answers"));
    EXPECT_EQ(response.field("Connection"), "");
    EXPECT_EQ(response.field("Keep-Alive"), "");
    EXPECT_EQ(client.get().status, 200) << "the connection stays";
    const auto counters = server.counters();
    EXPECT_EQ(counters.connectionsOpened, 1U);
    EXPECT_EQ(counters.requests, 2U);
    EXPECT_EQ(counters.responses, 2U);
    server.stop(); // bytes are counted once they have left: now they are
    EXPECT_EQ(server.counters().bytesOut, 2 * (response.head.size() + 2 + 100));
}

TEST(Http, TakesAnyMethodAndCountsBodies)
{
    Running server;
    RawClient client{server.port()};
    for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"}) {
        client.send(std::string{method} + " /x HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhello");
        EXPECT_EQ(client.read().status, 200) << method;
    }
    EXPECT_EQ(server.counters().bodyBytesIn, 30U);
}

TEST(Http, DecodesChunkedBodies)
{
    Running server;
    RawClient client{server.port()};
    client.send("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
                "5;note=\"x\"\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: yes\r\n\r\n");
    EXPECT_EQ(client.read().status, 200);
    EXPECT_EQ(server.counters().bodyBytesIn, 11U);
    EXPECT_EQ(client.get().status, 200);
}

TEST(Http, TakesLargeBodies)
{
    Running server;
    RawClient client{server.port()};
    const std::string body(3'000'000, 'x');
    client.send(
        "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    EXPECT_EQ(client.read().status, 200);
    EXPECT_EQ(server.counters().bodyBytesIn, body.size());
}

TEST(Http, InvitesABodyThatWaits)
{
    Running server;
    RawClient client{server.port()};
    client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(client.read().status, 100);
    client.send("hello");
    EXPECT_EQ(client.read().status, 200);
    const auto counters = server.counters();
    EXPECT_EQ(counters.requests, 1U);
    EXPECT_EQ(counters.responses, 1U);
}

TEST(Http, AnswersHeadWithoutBody)
{
    Running server;
    RawClient client{server.port()};
    client.send("HEAD / HTTP/1.1\r\nHost: t\r\n\r\nGET / HTTP/1.1\r\nHost: t\r\n\r\n");
    const auto head = client.read(true);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.field("Content-Length"), "1024");
    const auto get = client.read();
    EXPECT_EQ(get.status, 200) << "the next response follows at once";
    EXPECT_EQ(get.body.size(), 1024U);
}

TEST(Http, AnswersPipelinedRequestsInOrder)
{
    auto options = immediate();
    options.service = ServiceTime::fixed(nsPerMs);
    Running server{options};
    RawClient client{server.port()};
    std::string requests;
    for (int i = 0; i < 20; ++i) {
        // Lengths of nought to three lines before each: a robust server skips them.
        requests += std::string(static_cast<std::size_t>(i % 4) * 2, '\n') + (i % 2 ? "HEAD" : "GET")
            + " / HTTP/1.1\r\nHost: t\r\n\r\n";
    }
    client.send(requests);
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(client.read(i % 2 == 1).status, 200) << i;
    }
    EXPECT_EQ(server.counters().busyPeak, 1U) << "one after another";
}

TEST(Http, ReadsAHeadByteByByte)
{
    Running server;
    RawClient client{server.port()};
    for (const char c : std::string_view{"GET / HTTP/1.1\r\nHost: t\r\nX: y\r\n\r\n"}) {
        ASSERT_TRUE(client.send({&c, 1}));
    }
    EXPECT_EQ(client.read().status, 200);
}

TEST(Http, AnswersAClientThatHasClosedItsSide)
{
    auto options = immediate();
    options.service = ServiceTime::fixed(5 * nsPerMs);
    Running server{options};
    RawClient client{server.port()};
    client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
    client.shutdownSend();
    EXPECT_EQ(client.read().status, 200);
    EXPECT_EQ(client.waitForEnd(), End::Orderly);
}

TEST(Http, SpeaksTo10Clients)
{
    auto options = immediate();
    options.chunked = true;
    Running server{options};
    RawClient closing{server.port()};
    closing.send("GET / HTTP/1.0\r\n\r\n");
    const auto response = closing.read();
    EXPECT_EQ(response.field("Connection"), "close");
    EXPECT_EQ(response.field("Transfer-Encoding"), "") << "HTTP/1.0 knows no chunks";
    EXPECT_EQ(response.body.size(), 1024U);
    EXPECT_EQ(closing.waitForEnd(), End::Orderly);

    RawClient staying{server.port()};
    for (int i = 0; i < 2; ++i) {
        staying.send("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
        EXPECT_EQ(staying.read().field("Connection"), "keep-alive");
    }
}

struct SizeRow
{
    const char* name;
    std::int64_t bytes;
};

class ResponseSize : public testing::TestWithParam<SizeRow>
{ };

TEST_P(ResponseSize, ArrivesWholeInBothCodings)
{
    for (const bool chunked : {false, true}) {
        auto options = immediate();
        options.responseBytes = GetParam().bytes;
        options.chunked = chunked;
        Running server{options};
        RawClient client{server.port()};
        for (int i = 0; i < 2; ++i) {
            const auto response = client.get();
            EXPECT_EQ(response.field("Transfer-Encoding"), chunked ? "chunked" : "");
            EXPECT_EQ(static_cast<std::int64_t>(response.body.size()), GetParam().bytes);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, ResponseSize,
    testing::Values(SizeRow{"nothing", 0}, SizeRow{"one", 1}, SizeRow{"onePiece", 64 << 10},
        SizeRow{"onePieceAndABit", (64 << 10) + 1}, SizeRow{"twoPieces", 128 << 10},
        SizeRow{"large", 5'000'003}),
    [](const auto& row) { return row.param.name; });

TEST(Http, ClosesWhenTold)
{
    auto options = immediate();
    options.closeConnections = true;
    options.announce = {Announcement::Mode::Seconds, 60};
    Running server{options};
    RawClient client{server.port()};
    const auto response = client.get();
    EXPECT_EQ(response.field("Connection"), "close");
    EXPECT_EQ(response.field("Keep-Alive"), "");
    EXPECT_EQ(client.waitForEnd(), End::Orderly);
}

TEST(Http, ClosesWhenTheClientAsks)
{
    Running server;
    RawClient client{server.port()};
    client.send("GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(client.read().field("Connection"), "close");
    EXPECT_EQ(client.waitForEnd(), End::Orderly);
}

TEST(Http, LimitsRequestsOfAConnection)
{
    auto options = immediate();
    options.maxRequests = 3;
    Running server{options};
    RawClient client{server.port()};
    // A fourth request is on its way already: the third response must survive it.
    for (int i = 0; i < 4; ++i) {
        client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
    }
    for (const char* connection : {"", "", "close"}) {
        const auto response = client.read();
        EXPECT_EQ(response.status, 200);
        EXPECT_EQ(response.field("Connection"), connection);
    }
    EXPECT_EQ(client.waitForEnd(), End::Orderly);
    EXPECT_EQ(server.counters().requests, 3U);
}

struct AnnounceRow
{
    const char* name;
    const char* text;
    std::int64_t keepAliveNs;
    const char* field;
};

class Announces : public testing::TestWithParam<AnnounceRow>
{ };

TEST_P(Announces, ItsTimeout)
{
    auto options = immediate();
    options.keepAliveNs = GetParam().keepAliveNs;
    options.announce = Announcement::parse(GetParam().text).value();
    EXPECT_EQ(options.announce.text(), GetParam().text);
    Running server{options};
    RawClient client{server.port()};
    const auto response = client.get();
    EXPECT_EQ(response.field("Keep-Alive"), GetParam().field);
    EXPECT_EQ(response.field("Connection"), *GetParam().field ? "keep-alive" : "");
}

INSTANTIATE_TEST_SUITE_P(Rows, Announces,
    testing::Values(AnnounceRow{"none", "none", 5 * nsPerSecond, ""},
        AnnounceRow{"truth", "auto", 5 * nsPerSecond, "timeout=5"},
        AnnounceRow{"truthRoundsDown", "auto", 2900 * nsPerMs, "timeout=2"},
        AnnounceRow{"truthOfNever", "auto", 0, ""},
        AnnounceRow{"anyNumber", "75", 5 * nsPerSecond, "timeout=75"},
        AnnounceRow{"zero", "0", 5 * nsPerSecond, "timeout=0"}),
    [](const auto& row) { return row.param.name; });

struct BadRequestRow
{
    const char* name;
    std::string bytes;
    int status;
};

class BadRequest : public testing::TestWithParam<BadRequestRow>
{ };

TEST_P(BadRequest, IsAnsweredAndClosed)
{
    Running server;
    RawClient client{server.port()};
    EXPECT_EQ(client.get().status, 200);
    // What follows the fault must not turn the answer into a reset.
    client.send(GetParam().bytes + std::string(100'000, 'x'));
    const auto response = client.read();
    EXPECT_EQ(response.status, GetParam().status);
    EXPECT_EQ(response.field("Connection"), "close");
    client.shutdownSend();
    EXPECT_EQ(client.waitForEnd(), End::Orderly);
    const auto counters = server.counters();
    EXPECT_EQ(counters.malformed, 1U);
    EXPECT_EQ(counters.requests, 1U);
}

INSTANTIATE_TEST_SUITE_P(Rows, BadRequest,
    testing::Values(BadRequestRow{"noHttp", "hello there\r\n\r\n", 400},
        BadRequestRow{"tls", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc", 9), 400},
        BadRequestRow{"noHost", "GET / HTTP/1.1\r\nX: y\r\n\r\n", 400},
        BadRequestRow{"twoHosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
        BadRequestRow{"badLength", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: five\r\n\r\n", 400},
        BadRequestRow{"twoLengths",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", 400},
        BadRequestRow{
            "badChunk", "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
        BadRequestRow{"badField", "GET / HTTP/1.1\r\nHost: t\r\nno colon\r\n\r\n", 400},
        BadRequestRow{"http2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
        BadRequestRow{"hugeHead", "GET / HTTP/1.1\r\nHost: t\r\nX: " + std::string(20'000, 'y'), 431},
        BadRequestRow{"hugeTarget", "GET /" + std::string(20'000, 'y'), 431}),
    [](const auto& row) { return row.param.name; });

TEST(Http, AnswersErrorsAtTheirRate)
{
    auto options = immediate();
    options.errorRate = 0.25;
    options.errorStatus = 502;
    Running server{options};
    RawClient client{server.port()};
    int errors = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto response = client.get();
        ASSERT_TRUE(response.status == 200 || response.status == 502) << response.head;
        errors += response.status == 502 ? 1 : 0;
    }
    EXPECT_NEAR(errors, 250, 70); // five standard deviations; the seed is fixed
    EXPECT_EQ(server.counters().errors, static_cast<std::uint64_t>(errors));
}

TEST(Http, ErrorRateOfOneFailsAll)
{
    auto options = immediate();
    options.errorRate = 1;
    options.errorStatus = 470; // has no name
    Running server{options};
    RawClient client{server.port()};
    const auto response = client.get();
    EXPECT_EQ(response.status, 470);
    EXPECT_EQ(response.body, "Error\n");
    EXPECT_EQ(client.get().status, 470) << "an error does not cost the connection";
}

TEST(Http, ListensOnIpv6)
{
    auto options = immediate();
    options.host = "::1";
    TargetServer server{options};
    const auto port = server.start();
    if (!port) {
        GTEST_SKIP() << "no IPv6 here: " << port.error().message;
    }
    EXPECT_EQ(server.url(), "http://[::1]:" + std::to_string(*port) + "/");
    RawClient client{*port, true};
    EXPECT_EQ(client.get().status, 200);
}

} // namespace assay::target
