// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/deadlines.h"

namespace assay::target {

Deadlines::Deadlines(boost::asio::io_context& loop, std::chrono::nanoseconds patience)
    : m_timer(loop)
    , m_patience(patience)
{ }

void Deadlines::add(Expiring& member)
{
    if (m_patience.count() == 0) {
        return;
    }
    member.m_deadline = std::chrono::steady_clock::now() + m_patience;
    m_members.push_back(member);
    if (!m_armed) {
        arm();
    }
}

void Deadlines::arm()
{
    m_armed = true;
    m_timer.expires_at(m_members.front().m_deadline);
    m_timer.async_wait([this](const boost::system::error_code& code) {
        m_armed = false;
        if (!code) {
            expireDue();
        }
    });
}

void Deadlines::expireDue()
{
    const auto now = std::chrono::steady_clock::now();
    while (!m_members.empty() && m_members.front().m_deadline <= now) {
        auto& member = m_members.front();
        m_members.pop_front();
        member.expired();
    }
    if (!m_members.empty() && !m_armed) {
        arm();
    }
}

} // namespace assay::target
