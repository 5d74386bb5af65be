// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "host/hostmonitor.h"
#include "systemtree.h"

#include <gmock/gmock.h>

#include <map>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace assay::host {

using test::SystemTree;
using testing::Contains;
using testing::Key;
using testing::Not;

namespace {

using Named = std::map<std::string_view, HostValue>;

Named byName(const std::vector<HostValue>& values)
{
    Named named;
    for (const auto& value : values) {
        EXPECT_TRUE(named.emplace(value.name, value).second) << value.name << " comes twice";
    }
    return named;
}

double cpuSum(const Named& values)
{
    double sum = 0;
    for (const auto& [name, value] : values) {
        sum += name.starts_with("cpu_") ? value.value : 0;
    }
    return sum;
}

std::string netDev(int loopback, int in, int out)
{
    const auto line = [](const char* name, int received, int sent) {
        return std::string{name} + ": " + std::to_string(received) + " 0 0 0 0 0 0 0 " + std::to_string(sent)
            + " 0 0 0 0 0 0 0\n";
    };
    return line("lo", loopback, loopback) + line("eth0", in, out);
}

} // namespace

TEST(HostSampler, MakesRatesOfTwoReadings)
{
    const SystemTree tree;
    tree.put("proc/stat", "cpu 100 0 100 1000 50 0 0 0 0 0\nctxt 1000\nprocesses 10\nprocs_running 3\n");
    tree.put("proc/net/dev", netDev(1000, 5000, 7000));
    tree.put("proc/loadavg", "1.50 0.25 0.05 1/100 999\n");
    tree.put("proc/meminfo",
        "MemTotal: 1000 kB\nMemAvailable: 400 kB\nCached: 50 kB\nSwapTotal: 10 kB\nSwapFree: 4 kB\n");
    tree.put("proc/net/sockstat", "TCP: inuse 2 orphan 0 tw 77 alloc 2 mem 1\n");
    HostSampler sampler{tree.root()};
    const auto first = byName(sampler.sample());
    EXPECT_THAT(first, Not(Contains(Key("cpu_user"))));
    EXPECT_THAT(first, Not(Contains(Key("network_in"))));
    EXPECT_DOUBLE_EQ(first.at("load_1").value, 1.5);
    EXPECT_DOUBLE_EQ(first.at("run_queue").value, 3);
    EXPECT_DOUBLE_EQ(first.at("memory_used").value, 600 * 1024);
    EXPECT_DOUBLE_EQ(first.at("memory_available").value, 400 * 1024);
    EXPECT_DOUBLE_EQ(first.at("memory_cached").value, 50 * 1024);
    EXPECT_DOUBLE_EQ(first.at("swap_used").value, 6 * 1024);
    EXPECT_DOUBLE_EQ(first.at("tcp_time_wait").value, 77);

    // 200 ticks: half user, a quarter idle, a quarter steal; iowait ran backwards, as it does.
    tree.put("proc/stat", "cpu 200 0 100 1050 40 0 0 50 0 0\nctxt 1500\nprocesses 5\nprocs_running 3\n");
    tree.put("proc/net/dev", netDev(3000, 6000, 7500));
    const auto second = byName(sampler.sample());
    EXPECT_DOUBLE_EQ(second.at("cpu_user").value, 50);
    EXPECT_DOUBLE_EQ(second.at("cpu_idle").value, 25);
    EXPECT_DOUBLE_EQ(second.at("cpu_steal").value, 25);
    EXPECT_DOUBLE_EQ(second.at("cpu_iowait").value, 0);
    EXPECT_DOUBLE_EQ(cpuSum(second), 100);
    EXPECT_EQ(second.at("cpu_user").unit, "%");
    const auto seconds =
        static_cast<double>(second.at("load_1").monotonicNs - first.at("load_1").monotonicNs) / 1e9;
    EXPECT_NEAR(second.at("network_in").value * seconds, 1000, 1e-6);
    EXPECT_NEAR(second.at("network_out").value * seconds, 500, 1e-6);
    EXPECT_NEAR(second.at("loopback_in").value * seconds, 2000, 1e-6);
    EXPECT_EQ(second.at("network_in").unit, "B/s");
    EXPECT_NEAR(second.at("context_switches").value * seconds, 500, 1e-6);
    EXPECT_THAT(second, Not(Contains(Key("processes_started"))))
        << "a counter that went backwards has no rate";
}

TEST(HostSampler, ToleratesThatNothingIsThere)
{
    const SystemTree empty;
    HostSampler sampler{empty.root()};
    sampler.sample();
    const auto values = byName(sampler.sample());
    EXPECT_THAT(values, Contains(Key("self_cpu"))) << "asked of the kernel, not read from a file";
    EXPECT_THAT(values, Not(Contains(Key("cpu_user"))));
    EXPECT_THAT(values, Not(Contains(Key("memory_used"))));
}

TEST(HostSampler, LeavesTicklessIntervalsOut)
{
    const SystemTree tree;
    tree.put("proc/stat", "cpu 1 1 1 1 1 1 1 1\n");
    HostSampler sampler{tree.root()};
    sampler.sample();
    EXPECT_THAT(byName(sampler.sample()), Not(Contains(Key("cpu_user"))))
        << "no tick went by: nothing is known";
}

TEST(HostSampler, CountsTcpStates)
{
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(listen(listener, 10), 0);
    ASSERT_EQ(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length), 0);
    const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ASSERT_EQ(connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    const int server = accept(listener, nullptr, nullptr);
    ASSERT_EQ(shutdown(client, SHUT_WR), 0);
    char byte = 0;
    ASSERT_EQ(recv(server, &byte, 1, 0), 0);

    const auto values = byName(HostSampler{}.sample());
    if (!values.contains("tcp_listen")) {
        GTEST_SKIP() << "this kernel offers no socket diagnosis";
    }
    // At least: other programs have sockets too.
    EXPECT_GE(values.at("tcp_listen").value, 1);
    EXPECT_GE(values.at("tcp_close_wait").value, 1);
    EXPECT_GE(values.at("tcp_fin_wait").value, 1);
    EXPECT_GE(values.at("tcp_established").value, 0);
    for (const int descriptor : {server, client, listener}) {
        close(descriptor);
    }
}

TEST(TcpStateCounter, RestsInProportionToItsCost)
{
    TcpStateCounter counter;
    if (!counter.count(true)) {
        GTEST_SKIP() << "this kernel offers no socket diagnosis";
    }
    EXPECT_FALSE(counter.count(true)) << "at once again is too early";
}

TEST(HostMonitor, SamplesThisMachine)
{
    const auto start = monotonicNs();
    HostMonitor monitor{std::chrono::milliseconds(100)};
    std::vector<HostValue> all;
    std::int64_t samples = 0;
    while (samples < 4 && monotonicNs() - start < 20 * nsPerSecond) {
        for (const auto& value : monitor.take()) {
            samples += value.name == "run_queue" ? 1 : 0;
            all.push_back(value);
        }
        // Keeps a processor busy, so that there is something to see.
    }
    ASSERT_GE(samples, 4);
    std::map<std::int64_t, Named> byTime;
    for (const auto& value : all) {
        EXPECT_GE(value.monotonicNs, start);
        byTime[value.monotonicNs].emplace(value.name, value);
    }
    EXPECT_FALSE(byTime.begin()->second.contains("self_cpu")) << "a rate needs two readings";
    EXPECT_TRUE(byTime.begin()->second.contains("memory_used")) << "the first sample comes at once";
    double selfCpu = 0;
    for (const auto& [time, values] : byTime) {
        if (values.contains("cpu_user")) {
            EXPECT_NEAR(cpuSum(values), 100, 1e-6);
        }
        if (values.contains("self_cpu")) {
            selfCpu = std::max(selfCpu, values.at("self_cpu").value);
            EXPECT_LE(values.at("self_cpu").value, 110);
        }
        EXPECT_GT(values.at("memory_used").value, 0);
    }
    EXPECT_GT(selfCpu, 0);
}

TEST(HostMonitor, StopsAtOnce)
{
    const auto start = monotonicNs();
    {
        HostMonitor monitor{std::chrono::hours(1)};
    }
    EXPECT_LT(monotonicNs() - start, 60 * nsPerSecond);
}

} // namespace assay::host
