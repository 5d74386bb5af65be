// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "host/hostsampler.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace assay::host {

/// Samples this machine at a steady pace in a thread of its own, from construction to destruction.
class HostMonitor
{
public:
    /// The first sample is taken at once (without rates, which need two), the next after each `interval`.
    explicit HostMonitor(std::chrono::nanoseconds interval = std::chrono::seconds(1), SystemRoot root = "/");
    /// Stops sampling; waits for a sample in progress, some milliseconds.
    ~HostMonitor();
    HostMonitor(const HostMonitor&) = delete;
    HostMonitor& operator=(const HostMonitor&) = delete;

    /// What was sampled since the last call, oldest first. Any thread; to be called now and then, for values
    /// are kept until they are taken.
    std::vector<HostValue> take();

private:
    void run();

    std::chrono::nanoseconds m_interval;
    HostSampler m_sampler; ///< the thread's
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stopping = false;
    std::vector<HostValue> m_values;
    std::thread m_thread;
};

} // namespace assay::host
