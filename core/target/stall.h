// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace assay::target {

/// Freezes the server at the end of each period, as a garbage collector or a swapping machine would: the
/// event loop's thread sleeps, so nothing is read and nothing is answered, while the kernel goes on accepting
/// connections and bytes.
class Stall
{
public:
    Stall(boost::asio::io_context& loop, std::chrono::nanoseconds length, std::chrono::nanoseconds period);

    /// The first period begins now. Does nothing when the length is zero.
    void start();
    /// Ends a stall that is going on, and all later ones. Any thread.
    void interrupt();

private:
    void waitForNext();
    void freeze();

    boost::asio::steady_timer m_timer;
    std::chrono::nanoseconds m_length;
    std::chrono::nanoseconds m_period;
    std::chrono::steady_clock::time_point m_periodEnd;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_interrupted = false;
};

} // namespace assay::target
