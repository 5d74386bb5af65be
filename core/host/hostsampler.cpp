// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/hostsampler.h"

#include "base/clock.h"

#include <algorithm>
#include <ctime>
#include <unistd.h>

namespace assay::host {

namespace {

constexpr std::array<std::string_view, cpuStateNames.size()> cpuValueNames{
    "cpu_user", "cpu_nice", "cpu_system", "cpu_idle", "cpu_iowait", "cpu_irq", "cpu_softirq", "cpu_steal"};

std::int64_t processCpuNs()
{
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return std::int64_t{used.tv_sec} * nsPerSecond + used.tv_nsec;
}

} // namespace

/// Collects the values of one moment.
class HostSampler::Values
{
public:
    explicit Values(std::int64_t timeNs)
        : m_timeNs(timeNs)
    { }

    void add(std::string_view name, std::string_view unit, double value)
    {
        m_values.push_back({name, unit, m_timeNs, value});
    }
    void add(std::string_view name, std::string_view unit, std::int64_t value)
    {
        add(name, unit, static_cast<double>(value));
    }
    /// A counter's growth per second. One that went backwards has wrapped or was reset: no rate.
    void addRate(
        std::string_view name, std::string_view unit, std::int64_t before, std::int64_t now, double seconds)
    {
        if (now >= before && seconds > 0) {
            add(name, unit, static_cast<double>(now - before) / seconds);
        }
    }

    std::vector<HostValue> take() { return std::move(m_values); }

private:
    std::int64_t m_timeNs;
    std::vector<HostValue> m_values;
};

HostSampler::HostSampler(SystemRoot root)
    : m_root(std::move(root))
    , m_cpus(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)))
{ }

std::vector<HostValue> HostSampler::sample()
{
    const auto text = [this](const char* path) { return readSystemFile(m_root, path).value_or(""); };
    Reading now;
    now.timeNs = monotonicNs();
    now.selfCpuNs = processCpuNs();
    now.activity = parseStat(text("proc/stat"));
    now.network = parseNetDev(text("proc/net/dev"));
    now.tcp = parseSnmp(text("proc/net/snmp"));

    Values values{now.timeNs};
    if (m_last) {
        addCpu(values, now);
        addRates(values, now);
    }
    if (const auto loads = parseLoadavg(text("proc/loadavg"))) {
        values.add("load_1", "", (*loads)[0]);
        values.add("load_5", "", (*loads)[1]);
        values.add("load_15", "", (*loads)[2]);
    }
    if (now.activity) {
        values.add("run_queue", "", now.activity->processesRunning);
    }
    if (const auto memory = parseMeminfo(text("proc/meminfo"))) {
        values.add("memory_used", "B", memory->total - memory->available);
        values.add("memory_available", "B", memory->available);
        values.add("memory_cached", "B", memory->cached);
        values.add("swap_used", "B", memory->swapUsed);
    }
    addTcp(values, now);
    m_last = now;
    return values.take();
}

void HostSampler::addCpu(Values& values, const Reading& now) const
{
    if (!now.activity || !m_last->activity) {
        return;
    }
    std::array<double, cpuStateNames.size()> ticks{};
    double total = 0;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        // iowait may run backwards when a processor's idle time is reckoned anew.
        ticks[i] = static_cast<double>(
            std::max<std::int64_t>(0, now.activity->cpuTicks[i] - m_last->activity->cpuTicks[i]));
        total += ticks[i];
    }
    if (total == 0) {
        return;
    }
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        values.add(cpuValueNames[i], "%", 100 * ticks[i] / total);
    }
}

void HostSampler::addRates(Values& values, const Reading& now) const
{
    const auto elapsedNs = now.timeNs - m_last->timeNs;
    const double seconds = inSeconds(elapsedNs);
    if (elapsedNs > 0) {
        values.add("self_cpu", "%",
            100 * static_cast<double>(now.selfCpuNs - m_last->selfCpuNs)
                / static_cast<double>(elapsedNs * m_cpus));
    }
    if (const auto& before = m_last->activity, &after = now.activity; before && after) {
        values.addRate("context_switches", "/s", before->contextSwitches, after->contextSwitches, seconds);
        values.addRate("processes_started", "/s", before->processesStarted, after->processesStarted, seconds);
    }
    if (const auto& before = m_last->network, &after = now.network; before && after) {
        values.addRate("network_in", "B/s", before->in, after->in, seconds);
        values.addRate("network_out", "B/s", before->out, after->out, seconds);
        values.addRate("loopback_in", "B/s", before->loopbackIn, after->loopbackIn, seconds);
        values.addRate("loopback_out", "B/s", before->loopbackOut, after->loopbackOut, seconds);
    }
    if (m_last->tcp && now.tcp) {
        values.addRate(
            "tcp_retransmitted", "/s", m_last->tcp->retransmitted, now.tcp->retransmitted, seconds);
    }
}

void HostSampler::addTcp(Values& values, const Reading& now)
{
    const auto sockets = readSystemFile(m_root, "proc/net/sockstat").value_or("");
    const auto sockets6 = readSystemFile(m_root, "proc/net/sockstat6").value_or("");
    if (const auto waiting = parseSockstat(sockets, "TCP:", "tw")) {
        values.add("tcp_time_wait", "", *waiting);
    }
    const auto states = m_tcpStates.count(parseSockstat(sockets6, "TCP6:", "inuse").value_or(0) > 0);
    if (!states) {
        return;
    }
    if (now.tcp) {
        // The kernel counts CLOSE_WAIT as established.
        values.add(
            "tcp_established", "", std::max<std::int64_t>(0, now.tcp->established - states->closeWait));
    }
    values.add("tcp_syn_sent", "", states->synSent);
    values.add("tcp_syn_received", "", states->synReceived);
    values.add("tcp_fin_wait", "", states->finWait);
    values.add("tcp_close_wait", "", states->closeWait);
    values.add("tcp_last_ack", "", states->lastAck);
    values.add("tcp_closing", "", states->closing);
    values.add("tcp_listen", "", states->listening);
}

} // namespace assay::host
