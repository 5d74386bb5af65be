// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace assay::host {

/// How many TCP sockets of this machine are in which of the rarer states. Those that come in masses,
/// established and waiting after their end, are counted by the kernel itself and left out here.
struct TcpStates
{
    std::int64_t synSent = 0;
    std::int64_t synReceived = 0;
    std::int64_t finWait = 0; ///< we closed, the peer has not
    std::int64_t closeWait = 0; ///< the peer closed, our program has not
    std::int64_t lastAck = 0;
    std::int64_t closing = 0;
    std::int64_t listening = 0;
};

/// Counts them through the kernel's socket diagnosis, which walks all its sockets: about 0.2 µs each, much
/// less than reading /proc/net/tcp costs. So that a machine with many sockets is not slowed down by being
/// watched, it does so only as often as to spend at most a four-hundredth of one processor.
class TcpStateCounter
{
public:
    /// The counts now; nullopt when it is too early, or the kernel does not answer. Without IPv6 sockets (the
    /// caller knows from sockstat6) a second walk is spared. One thread.
    std::optional<TcpStates> count(bool withIpv6);

private:
    std::int64_t m_notBeforeNs = 0;
};

} // namespace assay::host
