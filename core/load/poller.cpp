// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/poller.h"

#include "base/clock.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace assay::load {

Result<Poller> Poller::create()
{
    const int fd = ::epoll_create1(EPOLL_CLOEXEC);
    if (fd < 0) {
        return environmentError(withErrno("The kernel gives no epoll set for a worker thread", errno) + ".");
    }
    return Poller{fd};
}

Poller::Poller(Poller&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1))
{ }

Poller::~Poller()
{
    if (m_fd >= 0) {
        ::close(m_fd);
    }
}

bool Poller::add(int fd, std::uint32_t key)
{
    return control(EPOLL_CTL_ADD, fd, key);
}

void Poller::rearm(int fd, std::uint32_t key)
{
    control(EPOLL_CTL_MOD, fd, key);
}

bool Poller::control(int operation, int fd, std::uint32_t key) const
{
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
    event.data.u32 = key;
    return ::epoll_ctl(m_fd, operation, fd, &event) == 0;
}

std::span<const epoll_event> Poller::wait(std::int64_t timeoutNs)
{
    timeoutNs = std::max<std::int64_t>(timeoutNs, 0);
    const timespec timeout{timeoutNs / nsPerSecond, timeoutNs % nsPerSecond};
    const int count =
        ::epoll_pwait2(m_fd, m_events.data(), static_cast<int>(m_events.size()), &timeout, nullptr);
    return {m_events.data(), static_cast<std::size_t>(std::max(count, 0))};
}

} // namespace assay::load
