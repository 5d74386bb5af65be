// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/tcpstates.h"

#include "base/clock.h"

#include <array>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace assay::host {

namespace {

constexpr std::int64_t restPerCost = 400;
/// A dump that lasts longer is given up: the answer would be of no moment in time.
constexpr std::int64_t longestDumpNs = 200 * nsPerMs;

constexpr std::uint32_t bit(int state)
{
    return std::uint32_t{1} << state;
}

constexpr std::uint32_t countedStates = bit(TCP_SYN_SENT) | bit(TCP_SYN_RECV) | bit(TCP_FIN_WAIT1)
    | bit(TCP_FIN_WAIT2) | bit(TCP_CLOSE_WAIT) | bit(TCP_LAST_ACK) | bit(TCP_CLOSING) | bit(TCP_LISTEN);

void add(TcpStates& states, int state)
{
    switch (state) {
    case TCP_SYN_SENT:
        ++states.synSent;
        break;
    case TCP_SYN_RECV:
        ++states.synReceived;
        break;
    case TCP_FIN_WAIT1:
    case TCP_FIN_WAIT2:
        ++states.finWait;
        break;
    case TCP_CLOSE_WAIT:
        ++states.closeWait;
        break;
    case TCP_LAST_ACK:
        ++states.lastAck;
        break;
    case TCP_CLOSING:
        ++states.closing;
        break;
    case TCP_LISTEN:
        ++states.listening;
        break;
    default:
        break;
    }
}

enum class Answer
{
    More,
    Complete,
    Failed
};

/// Takes one datagram of the kernel's answer apart.
Answer take(TcpStates& states, const char* bytes, std::size_t length)
{
    const auto* header = reinterpret_cast<const nlmsghdr*>(bytes);
    for (; NLMSG_OK(header, length); header = NLMSG_NEXT(header, length)) {
        if (header->nlmsg_type == NLMSG_DONE) {
            return Answer::Complete;
        }
        if (header->nlmsg_type == NLMSG_ERROR || header->nlmsg_len < NLMSG_LENGTH(sizeof(inet_diag_msg))) {
            return Answer::Failed;
        }
        add(states, static_cast<const inet_diag_msg*>(NLMSG_DATA(header))->idiag_state);
    }
    return Answer::More;
}

bool request(int socket, int family)
{
    struct
    {
        nlmsghdr header;
        inet_diag_req_v2 body;
    } message{};
    message.header.nlmsg_len = sizeof message;
    message.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    message.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    message.body.sdiag_family = static_cast<std::uint8_t>(family);
    message.body.sdiag_protocol = IPPROTO_TCP;
    message.body.idiag_states = countedStates;
    return send(socket, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

bool countFamily(TcpStates& states, int family)
{
    const int diagnosis = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (diagnosis < 0) {
        return false;
    }
    const timeval patience{0, longestDumpNs / nsPerUs};
    setsockopt(diagnosis, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const auto end = monotonicNs() + longestDumpNs;
    auto answer = request(diagnosis, family) ? Answer::More : Answer::Failed;
    while (answer == Answer::More && monotonicNs() < end) {
        alignas(nlmsghdr) std::array<char, 32768> bytes; // NOLINT: filled by recv()
        const auto count = recv(diagnosis, bytes.data(), bytes.size(), 0);
        answer = count > 0 ? take(states, bytes.data(), static_cast<std::size_t>(count)) : Answer::Failed;
    }
    close(diagnosis);
    return answer == Answer::Complete;
}

std::int64_t threadCpuNs()
{
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::int64_t{used.tv_sec} * nsPerSecond + used.tv_nsec;
}

} // namespace

std::optional<TcpStates> TcpStateCounter::count(bool withIpv6)
{
    const auto now = monotonicNs();
    if (now < m_notBeforeNs) {
        return std::nullopt;
    }
    const auto before = threadCpuNs();
    TcpStates states;
    const bool complete = countFamily(states, AF_INET) && (!withIpv6 || countFamily(states, AF_INET6));
    m_notBeforeNs = now + (threadCpuNs() - before) * restPerCost;
    return complete ? std::optional{states} : std::nullopt;
}

} // namespace assay::host
