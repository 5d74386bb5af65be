// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/limits.h"
#include "target/rawclient.h"
#include "target/targetserver.h"

#include <gmock/gmock.h>

#include <memory>
#include <thread>
#include <vector>

/// How the server behaves over time and under many clients. What is measured has a lower bound that always
/// holds; upper bounds are generous, since the machine may be busy.
namespace assay::target {

using test::RawClient;
using testing::HasSubstr;
using End = RawClient::End;

namespace {

const std::string request = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

TargetOptions serving(ServiceTime service)
{
    TargetOptions options;
    options.service = service;
    return options;
}

struct Running : TargetServer
{
    explicit Running(TargetOptions options)
        : TargetServer(std::move(options))
    {
        const auto result = start();
        EXPECT_TRUE(result) << result.error().message;
    }

    /// Waits for an event that is sure to come.
    template <typename Condition> bool await(Condition condition)
    {
        for (const auto end = monotonicNs() + 10 * nsPerSecond; monotonicNs() < end;) {
            if (condition(counters())) {
                return true;
            }
            std::this_thread::yield();
        }
        return false;
    }
};

std::vector<std::unique_ptr<RawClient>> clients(std::uint16_t port, int count)
{
    std::vector<std::unique_ptr<RawClient>> all;
    for (int i = 0; i < count; ++i) {
        all.push_back(std::make_unique<RawClient>(port));
    }
    return all;
}

} // namespace

TEST(Pool, ServesExactlyItsNumberAtOnce)
{
    Running server{serving(ServiceTime::fixed(20 * nsPerMs))};
    const auto all = clients(server.port(), 50);
    const auto start = monotonicNs();
    for (const auto& client : all) {
        client->send(request);
    }
    for (const auto& client : all) {
        EXPECT_EQ(client->read().status, 200);
    }
    const auto elapsed = monotonicNs() - start;
    const auto counters = server.counters();
    EXPECT_EQ(counters.busyPeak, 8U);
    EXPECT_EQ(counters.queuePeak, 42U);
    EXPECT_EQ(counters.busyWorkers, 0U);
    EXPECT_EQ(counters.queueLength, 0U);
    EXPECT_GE(elapsed, 7 * 20 * nsPerMs) << "50 requests are six full rounds of 8 and one of 2";
    RecordProperty("elapsed_ms", static_cast<int>(elapsed / nsPerMs));
}

TEST(Pool, ServesInOrderOfArrival)
{
    auto options = serving(ServiceTime::fixed(5 * nsPerMs));
    options.workers = 1;
    Running server{options};
    const auto all = clients(server.port(), 10);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i]->send(request);
        ASSERT_TRUE(server.await([&](const auto& counters) { return counters.requests == i + 1; }));
    }
    std::vector<std::int64_t> ends;
    for (const auto& client : all) {
        EXPECT_EQ(client->read().status, 200);
        EXPECT_GE(server.counters().responses, ends.size() + 1);
        ends.push_back(monotonicNs());
    }
    EXPECT_GE(ends.back() - ends.front(), 0);
}

TEST(Pool, RefusesWhenTheQueueIsFull)
{
    auto options = serving(ServiceTime::fixed(300 * nsPerMs));
    options.workers = 1;
    options.queueLimit = 1;
    Running server{options};
    const auto all = clients(server.port(), 3);
    all[0]->send(request);
    ASSERT_TRUE(server.await([](const auto& counters) { return counters.busyWorkers == 1; }));
    all[1]->send(request);
    ASSERT_TRUE(server.await([](const auto& counters) { return counters.queueLength == 1; }));
    EXPECT_EQ(all[2]->get().status, 503) << "at once, while the others wait";
    EXPECT_EQ(all[0]->read().status, 200);
    EXPECT_EQ(all[1]->read().status, 200);
    EXPECT_EQ(all[2]->get().status, 200) << "the refused connection stays usable";
    EXPECT_EQ(server.counters().refused, 1U);
}

TEST(Pool, TakesNoLessThanTheServiceTime)
{
    Running server{serving(ServiceTime::uniform(10 * nsPerMs, 12 * nsPerMs))};
    RawClient client{server.port()};
    for (int i = 0; i < 10; ++i) {
        const auto start = monotonicNs();
        EXPECT_EQ(client.get().status, 200);
        EXPECT_GE(monotonicNs() - start, 10 * nsPerMs);
    }
}

TEST(KeepAlive, ClosesAnIdleConnectionInOrder)
{
    auto options = serving({});
    options.keepAliveNs = 150 * nsPerMs;
    Running server{options};
    RawClient client{server.port()};
    EXPECT_EQ(client.get().status, 200);
    const auto idleSince = monotonicNs();
    EXPECT_EQ(client.waitForEnd(), End::Orderly);
    const auto idle = monotonicNs() - idleSince;
    EXPECT_GE(idle, 149 * nsPerMs) << "the server's clock starts a little before ours";
    EXPECT_LT(idle, 2 * nsPerSecond);
    RecordProperty("idle_us", static_cast<int>(idle / nsPerUs));
    EXPECT_TRUE(server.await([](const auto& counters) { return counters.connectionsClosed == 1; }));
}

TEST(KeepAlive, ClosesAConnectionThatNeverAsks)
{
    auto options = serving({});
    options.keepAliveNs = 50 * nsPerMs;
    Running server{options};
    RawClient client{server.port()};
    EXPECT_EQ(client.waitForEnd(), End::Orderly);
}

TEST(KeepAlive, StartsAnewWithEachByte)
{
    auto options = serving({});
    options.keepAliveNs = 300 * nsPerMs;
    Running server{options};
    RawClient client{server.port()};
    const auto start = monotonicNs();
    std::int64_t longestGap = 0;
    for (const char& c : request) {
        const auto before = monotonicNs();
        ASSERT_TRUE(client.send({&c, 1}));
        ASSERT_TRUE(client.silentFor(20) || &c == &request.back());
        longestGap = std::max(longestGap, monotonicNs() - before);
    }
    if (longestGap < options.keepAliveNs) { // else the machine was away, and the server is right to close
        EXPECT_EQ(client.read().status, 200);
        EXPECT_GT(monotonicNs() - start, options.keepAliveNs);
    }
}

TEST(KeepAlive, DoesNotCutLongServices)
{
    auto options = serving(ServiceTime::fixed(200 * nsPerMs));
    options.keepAliveNs = 50 * nsPerMs;
    Running server{options};
    RawClient client{server.port()};
    EXPECT_EQ(client.get().status, 200);
}

TEST(Stall, FreezesTheServerAtTheEndOfEachPeriod)
{
    auto options = serving({});
    options.stallNs = 400 * nsPerMs;
    options.stallEveryNs = 500 * nsPerMs;
    Running server{options};
    RawClient client{server.port()};
    std::int64_t longest = 0;
    int answers = 0;
    for (const auto end = monotonicNs() + 1100 * nsPerMs; monotonicNs() < end; ++answers) {
        const auto start = monotonicNs();
        ASSERT_EQ(client.get().status, 200);
        longest = std::max(longest, monotonicNs() - start);
    }
    EXPECT_GT(answers, 2) << "between the stalls it serves";
    EXPECT_GE(longest, 390 * nsPerMs);
}

TEST(Stall, LetsTheKernelGoOnAccepting)
{
    auto options = serving({});
    options.stallNs = 600 * nsPerMs;
    options.stallEveryNs = 601 * nsPerMs;
    Running server{options};
    RawClient first{server.port()};
    while (!first.silentFor(50)) { } // the stall has begun
    RawClient second{server.port()};
    EXPECT_TRUE(second.connected());
    EXPECT_TRUE(second.send(request));
    EXPECT_EQ(second.read().status, 200);
}

TEST(Server, HoldsThousandsOfConnections)
{
    if (const auto limit = host::raiseOpenFileLimit(); limit < 4100) {
        GTEST_SKIP() << "needs 4100 open files, the limit is " << limit;
    }
    Running server{serving(ServiceTime::fixed(nsPerMs))};
    const auto all = clients(server.port(), 2000);
    for (const auto& client : all) {
        ASSERT_TRUE(client->send(request));
    }
    for (const auto& client : all) {
        ASSERT_EQ(client->read().status, 200);
    }
    const auto counters = server.counters();
    EXPECT_EQ(counters.connectionsOpened, 2000U);
    EXPECT_EQ(counters.connectionsClosed, 0U);
    EXPECT_EQ(counters.busyPeak, 8U);
    server.stop();
    EXPECT_EQ(server.counters().connectionsClosed, 2000U);
}

TEST(Server, NoticesClientsThatGo)
{
    Running server{serving({})};
    clients(server.port(), 100).clear();
    EXPECT_TRUE(server.await([](const auto& counters) { return counters.connectionsClosed == 100; }));
}

TEST(Server, SurvivesClientsThatGoWhileServed)
{
    Running server{serving(ServiceTime::fixed(20 * nsPerMs))};
    auto all = clients(server.port(), 30);
    for (const auto& client : all) {
        client->send(request);
    }
    ASSERT_TRUE(server.await([](const auto& counters) { return counters.requests == 30; }));
    all.clear();
    EXPECT_TRUE(server.await([](const auto& counters) { return counters.connectionsClosed == 30; }));
    RawClient client{server.port()};
    EXPECT_EQ(client.get().status, 200);
}

TEST(Server, WaitsForClientsThatReadSlowly)
{
    auto options = serving({});
    options.responseBytes = 20 << 20;
    Running server{options};
    RawClient slow{server.port()};
    slow.send(request);
    ASSERT_TRUE(server.await([](const auto& counters) { return counters.requests == 1; }));
    RawClient other{server.port()};
    EXPECT_EQ(other.get().body.size(), 20U << 20) << "one that does not read holds nobody up";
    EXPECT_EQ(slow.read().body.size(), 20U << 20);
}

TEST(Server, StopsWhileBusyAndStalled)
{
    auto options = serving(ServiceTime::fixed(3600 * nsPerSecond));
    options.stallNs = 3600 * nsPerSecond;
    options.stallEveryNs = 3600 * nsPerSecond + 50 * nsPerMs;
    Running server{options};
    const auto all = clients(server.port(), 20);
    for (const auto& client : all) {
        client->send(request);
    }
    ASSERT_TRUE(server.await([](const auto& counters) { return counters.queueLength == 12; }));
    EXPECT_TRUE(all.front()->silentFor(60));
    server.stop();
    server.stop();
    for (const auto& client : all) {
        EXPECT_NE(client->waitForEnd(), End::StillOpen);
    }
    const auto counters = server.counters();
    EXPECT_EQ(counters.connectionsClosed, counters.connectionsOpened);
    EXPECT_EQ(counters.busyWorkers, 0U);
}

TEST(Server, SaysThatThePortIsTaken)
{
    Running first{serving({})};
    auto options = serving({});
    options.port = first.port();
    TargetServer second{options};
    const auto port = second.start();
    ASSERT_FALSE(port);
    EXPECT_EQ(port.error().kind, ErrorKind::Environment);
    EXPECT_THAT(port.error().message, HasSubstr("already listens on port " + std::to_string(first.port())));
    EXPECT_THAT(port.error().message, HasSubstr("Choose another port"));
}

TEST(Server, CanTakeItsPortAgainAtOnce)
{
    std::uint16_t port = 0;
    for (int i = 0; i < 3; ++i) {
        auto options = serving({});
        options.port = port;
        options.closeConnections = true; // leaves the server's side in TIME_WAIT
        Running server{options};
        port = server.port();
        RawClient client{port};
        EXPECT_EQ(client.get().status, 200);
        client.waitForEnd();
    }
}

struct BadOptionRow
{
    const char* name;
    void (*spoil)(TargetOptions&);
    const char* says;
};

class BadOption : public testing::TestWithParam<BadOptionRow>
{ };

TEST_P(BadOption, IsNamed)
{
    TargetOptions options;
    GetParam().spoil(options);
    TargetServer server{options};
    const auto port = server.start();
    ASSERT_FALSE(port);
    EXPECT_EQ(port.error().kind, ErrorKind::Usage);
    EXPECT_THAT(port.error().message, HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(Rows, BadOption,
    testing::Values(BadOptionRow{"workers", [](auto& o) { o.workers = 0; }, "pool: needs from 1"},
        BadOptionRow{"queue", [](auto& o) { o.queueLimit = -1; }, "queue: cannot hold"},
        BadOptionRow{"rate", [](auto& o) { o.errorRate = 1.5; }, "error-rate: must be from 0"},
        BadOptionRow{"status", [](auto& o) { o.errorStatus = 200; }, "error-status: must be from 400"},
        BadOptionRow{"size", [](auto& o) { o.responseBytes = -1; }, "size: must be"},
        BadOptionRow{"stallAlone", [](auto& o) { o.stallNs = 1; }, "stall: needs both"},
        BadOptionRow{
            "stallTooLong", [](auto& o) { o.stallNs = o.stallEveryNs = 5; }, "stall: must be shorter"},
        BadOptionRow{"certAlone", [](auto& o) { o.certificateFile = "x"; }, "cert: and key belong together"},
        BadOptionRow{"certMissing",
            [](auto& o) {
                o.certificateFile = "/nonexistent/cert.pem";
                o.keyFile = "/nonexistent/key.pem";
            },
            "Cannot read a certificate from /nonexistent/cert.pem"},
        BadOptionRow{
            "host", [](auto& o) { o.host = "not an address"; }, "\"not an address\" is not an address"}),
    [](const auto& row) { return row.param.name; });

TEST(Server, NamesAnAddressThatIsNotOfThisMachine)
{
    TargetOptions options;
    options.host = "192.0.2.1"; // for documentation only, RFC 5737
    TargetServer server{options};
    const auto port = server.start();
    ASSERT_FALSE(port);
    EXPECT_EQ(port.error().kind, ErrorKind::Environment);
    EXPECT_THAT(port.error().message, HasSubstr("no address 192.0.2.1"));
}

TEST(Server, GivesAUrlThatLeadsToIt)
{
    auto options = serving({});
    options.host = "0.0.0.0";
    Running server{options};
    EXPECT_EQ(server.url(), "http://127.0.0.1:" + std::to_string(server.port()) + "/");
}

} // namespace assay::target
