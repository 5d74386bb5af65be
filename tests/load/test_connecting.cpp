// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that cannot be reached, or not any more.
#include "load/loadfixture.h"
#include "load/loadrun.h"
#include "load/poller.h"
#include "support/scriptedserver.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

namespace assay::test {

using session::FailureKind;

namespace {

const std::string okHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

load::SocketAddress localAddress(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    load::SocketAddress result;
    std::memcpy(&result.storage, &address, sizeof address);
    result.length = sizeof address;
    return result;
}

/// A port of 127.0.0.1 that listens.
class Listener
{
public:
    explicit Listener(int backlog)
        : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        auto address = localAddress(0);
        auto* plain = reinterpret_cast<sockaddr*>(&address.storage);
        EXPECT_EQ(::bind(m_fd, plain, address.length), 0);
        EXPECT_EQ(::listen(m_fd, backlog), 0);
        EXPECT_EQ(::getsockname(m_fd, plain, &address.length), 0);
        m_address = address;
    }
    ~Listener() { close(); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    const load::SocketAddress& address() const { return m_address; }
    int port() const { return ntohs(reinterpret_cast<const sockaddr_in*>(&m_address.storage)->sin_port); }
    int accept() const { return ::accept4(m_fd, nullptr, nullptr, SOCK_CLOEXEC); }
    void close()
    {
        if (m_fd >= 0) {
            ::close(std::exchange(m_fd, -1));
        }
    }

private:
    int m_fd;
    load::SocketAddress m_address;
};

/// An address that lets connections hang: its queue is full, and the kernel drops who else comes.
class SilentAddress
{
public:
    SilentAddress()
        : m_listener(0)
    {
        for (auto& filler : m_fillers) {
            filler.startConnect(m_listener.address());
        }
    }
    const load::SocketAddress& address() const { return m_listener.address(); }

private:
    Listener m_listener;
    std::array<load::Transport, 4> m_fillers;
};

/// Runs the plan with these addresses in place of its server's.
load::LoadSummary runAt(const load::LoadPlan& plan, std::vector<load::SocketAddress> addresses)
{
    auto program = load::compile(plan).value();
    program.origins[0].addresses = std::move(addresses);
    load::LoadRun run{plan, program};
    EXPECT_TRUE(run.prepare());
    EXPECT_TRUE(run.start(nullptr));
    while (run.isRunning()) {
        EXPECT_TRUE(run.collect());
        std::this_thread::yield();
    }
    EXPECT_TRUE(run.finish());
    return run.summary();
}

load::LoadPlan planFor(std::int64_t requests)
{
    auto plan = onePagePlan("http://shop.example/", requests);
    plan.connectTimeoutNs = 200 * nsPerMs;
    plan.keepAlive = false;
    return plan;
}

} // namespace

TEST(Connecting, GoesOnFromAnAddressThatNeverAnswers)
{
    const SilentAddress silent;
    ScriptedServer server{[](Peer& peer) {
        peer.readRequest();
        peer.send(okHello);
    }};
    const auto summary = runAt(planFor(3), {silent.address(), silent.address(), localAddress(server.port())});
    EXPECT_EQ(summary.whole.samples, 3U);
    EXPECT_EQ(summary.whole.failureTotal(), 0U);
    EXPECT_GE(summary.connect.maxNs(), 400 * nsPerMs); // the first waited for both
    EXPECT_LT(summary.connect.minNs(), 200 * nsPerMs); // the next know better
}

TEST(Connecting, FailsWhenNoAddressAnswers)
{
    const SilentAddress silent;
    const auto summary = runAt(planFor(1), {silent.address(), silent.address()});
    EXPECT_EQ(summary.whole.failures[static_cast<std::size_t>(FailureKind::ConnectTimeout)], 1U);
    EXPECT_EQ(summary.connect.count(), 0U) << "nothing was opened";
    EXPECT_GE(summary.whole.durationNs, 400 * nsPerMs);
}

/// What is told is what became of the last address, not of the first.
TEST(Connecting, TellsTheLastAddressesOwnFate)
{
    const SilentAddress silent;
    const auto refused = localAddress(unusedPort());
    const auto last = runAt(planFor(1), {silent.address(), refused});
    EXPECT_EQ(last.whole.failures[static_cast<std::size_t>(FailureKind::Refused)], 1U);
    const auto first = runAt(planFor(1), {refused, silent.address()});
    EXPECT_EQ(first.whole.failures[static_cast<std::size_t>(FailureKind::ConnectTimeout)], 1U);
}

TEST(Connecting, RetryThatFindsNoServerHasNoServiceTime)
{
    Listener listener{5};
    std::jthread server{[&] {
        Peer peer{listener.accept(), 0};
        listener.close();
        peer.readRequest();
        peer.send(okHello);
        peer.readRequest(); // and then is gone
    }};
    const auto run = runRecorded(onePagePlan("http://127.0.0.1:" + std::to_string(listener.port()) + "/", 2));
    ASSERT_EQ(run.samples.size(), 2U);
    EXPECT_EQ(run.outcome.summary.whole.retries, 1U);
    EXPECT_EQ(run.samples[1].failure, FailureKind::Refused);
    EXPECT_EQ(run.samples[1].serviceNs, 0);
    EXPECT_GT(run.samples[1].connectNs, 0);
}

/// With nanoseconds, and as on a kernel that has no such wait.
class PollerWait : public testing::TestWithParam<bool>
{ };

TEST_P(PollerWait, LastsAtLeastItsTimeAndEndsWithAnEvent)
{
    auto poller = load::Poller::create(GetParam());
    ASSERT_TRUE(poller);
    const auto before = monotonicNs();
    EXPECT_TRUE(poller->wait(2'500'000).empty());
    EXPECT_GE(monotonicNs() - before, 2'500'000);
    std::array<int, 2> ends{};
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    ASSERT_TRUE(poller->add(ends[0], 7));
    static_cast<void>(poller->wait(0)); // writable
    ASSERT_EQ(::write(ends[1], "x", 1), 1);
    const auto events = poller->wait(std::numeric_limits<std::int64_t>::max());
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].data.u32, 7U);
    ::close(ends[0]);
    ::close(ends[1]);
}

INSTANTIATE_TEST_SUITE_P(Kernels, PollerWait, testing::Bool());

} // namespace assay::test
