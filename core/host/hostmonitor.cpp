// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/hostmonitor.h"

#include "base/blockedsignals.h"

#include <utility>

namespace assay::host {

HostMonitor::HostMonitor(std::chrono::nanoseconds interval, SystemRoot root)
    : m_interval(interval)
    , m_sampler(std::move(root))
{
    const BlockedSignals blocked;
    m_thread = std::thread{[this] { run(); }};
}

HostMonitor::~HostMonitor()
{
    {
        const std::lock_guard lock{m_mutex};
        m_stopping = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

std::vector<HostValue> HostMonitor::take()
{
    const std::lock_guard lock{m_mutex};
    return std::exchange(m_values, {});
}

void HostMonitor::run()
{
    pthread_setname_np(pthread_self(), "assay-monitor");
    auto due = std::chrono::steady_clock::now();
    std::unique_lock lock{m_mutex};
    while (!m_stopping) {
        lock.unlock();
        const auto values = m_sampler.sample();
        lock.lock();
        m_values.insert(m_values.end(), values.begin(), values.end());
        due += m_interval;
        if (const auto now = std::chrono::steady_clock::now(); due < now) {
            due = now + m_interval; // a missed beat is skipped: a rate over next to nothing says nothing
        }
        m_wake.wait_until(lock, due, [this] { return m_stopping; });
    }
}

} // namespace assay::host
