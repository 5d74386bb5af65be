// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <span>

namespace assay::load {

/// An epoll set with edge-triggered events and waits of nanosecond precision. One thread.
class Poller
{
public:
    static Result<Poller> create();

    Poller(Poller&& other) noexcept;
    Poller& operator=(Poller&&) = delete;
    ~Poller();

    /// Watches `fd` for reading, writing and the peer's end until it is closed. `key` comes back in
    /// epoll_event::data.u32. False: the kernel refuses (no memory, too many watches).
    bool add(int fd, std::uint32_t key);
    /// Has the next wait() report `fd` again if there is still something to read: for who stopped early.
    void rearm(int fd, std::uint32_t key);

    /// Waits until something is ready or `timeoutNs` have passed (0 or less: does not wait).
    std::span<const epoll_event> wait(std::int64_t timeoutNs);

private:
    bool control(int operation, int fd, std::uint32_t key) const;

    explicit Poller(int fd)
        : m_fd(fd)
    { }

    int m_fd;
    std::array<epoll_event, 256> m_events{};
};

} // namespace assay::load
