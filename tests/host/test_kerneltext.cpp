// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/kerneltext.h"
#include "host/systemfile.h"

#include <gmock/gmock.h>

#include <string>

namespace assay::host {

using testing::ElementsAre;

namespace {

/// Linux 6, two processors.
constexpr std::string_view stat = R"(cpu  419450 12 33512 262563 456 7 932 556 3 0
cpu0 212418 0 17227 128022 348 0 465 274 0 0
cpu1 207032 0 16284 134540 108 0 467 281 0 0
intr 1234 0 5
ctxt 3107912
btime 1796067151
processes 27872
procs_running 12
procs_blocked 0
softirq 6592089 0 122829 4 5968002 112932 0 4 142877 5099 240342
)";

constexpr std::string_view meminfo = R"(MemTotal:       24684092 kB
MemFree:        18206224 kB
MemAvailable:   21583480 kB
Buffers:           23436 kB
Cached:          3491452 kB
SwapCached:            0 kB
SwapTotal:       2097148 kB
SwapFree:        2000000 kB
SReclaimable:     100000 kB
HugePages_Total:       0
Hugepagesize:       2048 kB
)";

constexpr std::string_view netDev =
    R"(Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 1701622061 6253598    0    0    0     0          0         0 1701622062 6253598    0    0    0     0       0          0
  eth0: 74193250    2632    0    0    0     0          0         0   135494    1811    0    0    0     0       0          0
  wlan0:100 1 0 0 0 0 0 0 200 1 0 0 0 0 0 0
)";

constexpr std::string_view snmp = R"(Ip: Forwarding DefaultTTL
Ip: 2 64
Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets CurrEstab InSegs OutSegs RetransSegs InErrs OutRsts InCsumErrors
Tcp: 1 200 120000 -1 24449 24426 12 4390 17 6256186 6255450 45 0 2444 0
Udp: InDatagrams NoPorts
Udp: 34 0
)";

constexpr std::string_view sockstat = R"(sockets: used 16
TCP: inuse 2 orphan 1 tw 345 alloc 4 mem 129
UDP: inuse 0 mem 0
)";

} // namespace

TEST(Stat, GivesTheTotals)
{
    const auto activity = parseStat(stat);
    ASSERT_TRUE(activity);
    EXPECT_THAT(activity->cpuTicks, ElementsAre(419450, 12, 33512, 262563, 456, 7, 932, 556));
    EXPECT_EQ(activity->contextSwitches, 3107912);
    EXPECT_EQ(activity->processesStarted, 27872);
    EXPECT_EQ(activity->processesRunning, 12);
}

TEST(Stat, ToleratesOldAndOddKernels)
{
    const auto old = parseStat("cpu  10 20 30 40\ncpu0 10 20 30 40\n");
    ASSERT_TRUE(old) << "Linux 2.4 had four columns";
    EXPECT_THAT(old->cpuTicks, ElementsAre(10, 20, 30, 40, 0, 0, 0, 0));
    EXPECT_EQ(old->contextSwitches, 0);
    const auto odd = parseStat("cpu 1 x 3 99999999999999999999 5\nctxt\nprocesses many\n");
    ASSERT_TRUE(odd);
    EXPECT_THAT(odd->cpuTicks, ElementsAre(1, 0, 3, 0, 5, 0, 0, 0));
    for (const char* text : {"", "\n\n", "cpu", "cpu0 1 2 3 4\n", "cpufreq 1 2 3 4 5\n", "\0\0\0"}) {
        EXPECT_FALSE(parseStat(text)) << text;
    }
}

TEST(Meminfo, IsInBytes)
{
    const auto memory = parseMeminfo(meminfo);
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->total, 24684092LL * 1024);
    EXPECT_EQ(memory->available, 21583480LL * 1024);
    EXPECT_EQ(memory->cached, (3491452LL + 100000) * 1024);
    EXPECT_EQ(memory->swapTotal, 2097148LL * 1024);
    EXPECT_EQ(memory->swapUsed, 97148LL * 1024);
}

TEST(Meminfo, EstimatesWhatOldKernelsDoNotTell)
{
    const auto memory = parseMeminfo("MemTotal: 1000 kB\nMemFree: 100 kB\nBuffers: 10 kB\nCached: 200 kB\n");
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->available, 310 * 1024);
    EXPECT_EQ(memory->swapTotal, 0);
    EXPECT_FALSE(parseMeminfo(""));
    EXPECT_FALSE(parseMeminfo("MemTotal:\n"));
    EXPECT_FALSE(parseMeminfo("MemTotal: much kB\n"));
}

TEST(Loadavg, IsReadOrRefused)
{
    EXPECT_THAT(parseLoadavg("11.81 10.20 7.32 12/168 27872\n").value(), ElementsAre(11.81, 10.20, 7.32));
    for (const char* text : {"", "1.0", "1.0 2.0", "a b c", "1,5 2,5 3,5"}) {
        EXPECT_FALSE(parseLoadavg(text)) << text;
    }
}

TEST(NetDev, KeepsLoopbackApart)
{
    const auto bytes = parseNetDev(netDev);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->in, 74193250 + 100) << "the colon may touch the number";
    EXPECT_EQ(bytes->out, 135494 + 200);
    EXPECT_EQ(bytes->loopbackIn, 1701622061);
    EXPECT_EQ(bytes->loopbackOut, 1701622062);
}

TEST(NetDev, ToleratesAliasesAndShortLines)
{
    const auto bytes = parseNetDev("eth0:1: 5 0 0 0 0 0 0 0 6 0\nbroken: 1 2 3\n: 1 2 3 4 5 6 7 8 9 10\n");
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->in, 5);
    EXPECT_EQ(bytes->out, 6);
    EXPECT_FALSE(parseNetDev(""));
    EXPECT_FALSE(parseNetDev("Inter-| Receive | Transmit\n face |bytes packets|bytes packets\n"));
}

TEST(Snmp, FindsColumnsByName)
{
    const auto tcp = parseSnmp(snmp);
    ASSERT_TRUE(tcp);
    EXPECT_EQ(tcp->established, 17);
    EXPECT_EQ(tcp->retransmitted, 45);
    const auto turned = parseSnmp("Tcp: RetransSegs CurrEstab\nTcp: 3 4\n");
    ASSERT_TRUE(turned);
    EXPECT_EQ(turned->established, 4);
    EXPECT_EQ(turned->retransmitted, 3);
    const auto cut = parseSnmp("Tcp: RetransSegs CurrEstab\nTcp: 3\n");
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->established, 0);
    EXPECT_FALSE(parseSnmp(""));
    EXPECT_FALSE(parseSnmp("Tcp: RetransSegs CurrEstab\n"));
}

TEST(Sockstat, FindsPairs)
{
    EXPECT_EQ(parseSockstat(sockstat, "TCP:", "tw"), 345);
    EXPECT_EQ(parseSockstat(sockstat, "UDP:", "mem"), 0);
    EXPECT_FALSE(parseSockstat(sockstat, "TCP6:", "inuse"));
    EXPECT_FALSE(parseSockstat(sockstat, "TCP:", "nothing"));
    EXPECT_FALSE(parseSockstat("TCP: tw", "TCP:", "tw"));
    EXPECT_FALSE(parseSockstat("", "TCP:", "tw"));
}

TEST(SystemText, IsCutIntoLinesWordsAndValues)
{
    EXPECT_THAT(linesOf("a\n\nb"), ElementsAre("a", "", "b"));
    EXPECT_THAT(wordsOf("  a\t b\r\n"), ElementsAre("a", "b"));
    EXPECT_EQ(valueOf("model name\t: Some CPU\nflags : x\n", "model name", ':'), "Some CPU");
    EXPECT_EQ(valueOf("a:\n", "a", ':'), "");
    EXPECT_EQ(valueOf("a b\n", "a", ':'), "");
    EXPECT_EQ(wholeNumber("-12"), -12);
    EXPECT_FALSE(wholeNumber("12k"));
    EXPECT_FALSE(wholeNumber(""));
    EXPECT_FALSE(readSystemFile("/", "proc/no/such/file"));
    EXPECT_FALSE(readSystemFile("/", "proc")) << "a directory";
    EXPECT_EQ(readSystemLine("/", "proc/no/such/file"), "");
}

} // namespace assay::host
