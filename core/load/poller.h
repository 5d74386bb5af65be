// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <span>

namespace assay::load {

/// An epoll set with edge-triggered events and waits of nanosecond precision (of a millisecond where the
/// kernel, or a container's filter of system calls, has no epoll_pwait2). One thread.
class Poller
{
public:
    /// `preciseWaits`: false as on a kernel that has only waits of milliseconds, which is noticed by itself.
    static Result<Poller> create(bool preciseWaits = true);

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

    Poller(int fd, bool precise)
        : m_fd(fd)
        , m_precise(precise)
    { }

    int m_fd;
    bool m_precise;
    std::array<epoll_event, 256> m_events{};
};

} // namespace assay::load
