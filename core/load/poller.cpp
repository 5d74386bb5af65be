// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/poller.h"

#include "base/clock.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace assay::load {

namespace {

constexpr std::int64_t longestWaitNs = 3600 * nsPerSecond;

/// Linux has epoll_pwait2 since 5.11; filters of system calls that are older than it answer with EPERM.
bool hasPreciseWait(int fd)
{
    epoll_event event{};
    const timespec atOnce{};
    return ::epoll_pwait2(fd, &event, 1, &atOnce, nullptr) >= 0 || errno == EINTR;
}

} // namespace

Result<Poller> Poller::create(bool preciseWaits)
{
    const int fd = ::epoll_create1(EPOLL_CLOEXEC);
    if (fd < 0) {
        return environmentError(withErrno("The kernel gives no epoll set for a worker thread", errno) + ".");
    }
    return Poller{fd, preciseWaits && hasPreciseWait(fd)};
}

Poller::Poller(Poller&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1))
    , m_precise(other.m_precise)
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
    timeoutNs = std::clamp<std::int64_t>(timeoutNs, 0, longestWaitNs);
    const auto capacity = static_cast<int>(m_events.size());
    int count = 0;
    if (m_precise) {
        const timespec timeout{timeoutNs / nsPerSecond, timeoutNs % nsPerSecond};
        count = ::epoll_pwait2(m_fd, m_events.data(), capacity, &timeout, nullptr);
    } else {
        // Rounded up: a wait that ends too early would be repeated, without any pause in the last
        // millisecond.
        const auto timeoutMs = static_cast<int>((timeoutNs + nsPerMs - 1) / nsPerMs);
        count = ::epoll_wait(m_fd, m_events.data(), capacity, timeoutMs);
    }
    return {m_events.data(), static_cast<std::size_t>(std::max(count, 0))}; // none after a signal
}

} // namespace assay::load
