// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/stall.h"

namespace assay::target {

Stall::Stall(boost::asio::io_context& loop, std::chrono::nanoseconds length, std::chrono::nanoseconds period)
    : m_timer(loop)
    , m_length(length)
    , m_period(period)
{ }

void Stall::start()
{
    if (m_length.count() > 0) {
        m_periodEnd = std::chrono::steady_clock::now() + m_period;
        waitForNext();
    }
}

void Stall::waitForNext()
{
    m_timer.expires_at(m_periodEnd - m_length);
    m_timer.async_wait([this](const boost::system::error_code& code) {
        if (!code) {
            freeze();
            m_periodEnd += m_period;
            waitForNext();
        }
    });
}

void Stall::freeze()
{
    std::unique_lock lock{m_mutex};
    m_wake.wait_until(lock, m_periodEnd, [this] { return m_interrupted; });
}

void Stall::interrupt()
{
    const std::lock_guard lock{m_mutex};
    m_interrupted = true;
    m_wake.notify_all();
}

} // namespace assay::target
