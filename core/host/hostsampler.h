// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "host/kerneltext.h"
#include "host/systemfile.h"
#include "host/tcpstates.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::host {

/// One value of one quantity at one time. The texts live for ever.
struct HostValue
{
    std::string_view name; ///< "cpu_user", "memory_used", …
    std::string_view unit; ///< "%", "B", "B/s", "/s" or ""
    std::int64_t monotonicNs = 0;
    double value = 0;
};

/// Turns readings of the kernel's counters into values. What the machine does not tell is left out.
///
///     cpu_user cpu_nice cpu_system cpu_idle cpu_iowait cpu_irq cpu_softirq cpu_steal
///                            % of all processors since the last reading; they sum to 100
///     self_cpu               % of all processors that this process used
///     load_1 load_5 load_15  the kernel's load averages
///     run_queue              threads running or ready to run, now
///     memory_used memory_available memory_cached swap_used   B
///     network_in network_out loopback_in loopback_out        B/s; loopback traffic is counted only there
///     context_switches processes_started                     /s
///     tcp_established tcp_time_wait tcp_syn_sent tcp_syn_received tcp_fin_wait tcp_close_wait tcp_last_ack
///     tcp_closing tcp_listen                                 sockets now
///     tcp_retransmitted                                      segments /s
class HostSampler
{
public:
    explicit HostSampler(SystemRoot root = "/");

    /// Reads everything. Rates appear from the second call on, as averages since the one before. One thread.
    std::vector<HostValue> sample();

private:
    struct Reading
    {
        std::int64_t timeNs = 0;
        std::int64_t selfCpuNs = 0;
        std::optional<SystemActivity> activity;
        std::optional<NetworkBytes> network;
        std::optional<TcpActivity> tcp;
    };
    class Values;

    void addTcp(Values& values, const Reading& now);
    void addRates(Values& values, const Reading& now) const;
    void addCpu(Values& values, const Reading& now) const;

    SystemRoot m_root;
    TcpStateCounter m_tcpStates;
    std::int64_t m_cpus;
    std::optional<Reading> m_last;
};

} // namespace assay::host
