// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/runmetrics.h"

#include "base/units.h"

#include <algorithm>

namespace assay::load {

namespace {

constexpr double doubtfulStealPercent = 2;
constexpr double peggedPercentAThread = 90;

} // namespace

void RunMetrics::Mean::add(double value)
{
    sum += value;
    ++count;
}

RunMetrics::RunMetrics(std::int64_t t0Ns, session::RunRecorder* recorder)
    : m_t0Ns(t0Ns)
    , m_recorder(recorder)
{ }

Result<void> RunMetrics::record()
{
    std::vector<session::MetricValue> values;
    for (const auto& sampled : m_monitor.take()) {
        if (sampled.name == "cpu_steal") {
            m_steal.add(sampled.value);
        }
        const auto timeNs = std::max<std::int64_t>(sampled.monotonicNs - m_t0Ns, 0);
        values.push_back(
            {"host", std::string{sampled.name}, std::string{sampled.unit}, timeNs, sampled.value});
    }
    return m_recorder ? m_recorder->addMetrics(values) : Result<void>{};
}

std::vector<std::string> RunMetrics::notices(int workers, double busyPercent) const
{
    std::vector<std::string> notices;
    if (m_steal.value() > doubtfulStealPercent) {
        notices.push_back("The hypervisor took " + formatFixed(m_steal.value(), 1)
            + " % of this machine's processor time for others (steal): times may be longer than the server "
              "made them.");
    }
    if (busyPercent > peggedPercentAThread * workers) {
        notices.push_back("The generator itself was busy for " + formatFixed(busyPercent, 0)
            + " % of a processor on " + std::to_string(workers) + (workers == 1 ? " thread" : " threads")
            + ": the throughput may be its limit and not the server's. More threads (--threads) tell.");
    }
    return notices;
}

} // namespace assay::load
