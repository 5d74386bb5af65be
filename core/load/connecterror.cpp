// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/connecterror.h"

#include <cerrno>

namespace assay::load {

using session::FailureKind;

FailureKind kindOfConnectError(int reason)
{
    switch (reason) {
    case ECONNREFUSED:
        return FailureKind::Refused;
    case EADDRNOTAVAIL:
    case EADDRINUSE:
        return FailureKind::LocalPortsExhausted;
    case EMFILE:
    case ENFILE:
        return FailureKind::TooManyFiles;
    case ETIMEDOUT:
        return FailureKind::ConnectTimeout;
    case ECONNRESET:
        return FailureKind::Reset;
    default: // ENETUNREACH, EHOSTUNREACH, a local firewall's EPERM, no memory for a socket …
        return FailureKind::Unreachable;
    }
}

std::string remedyOfConnectError(int reason)
{
    if (reason == EADDRNOTAVAIL || reason == EADDRINUSE) {
        return ". No local port is left for this server: reuse connections (keep-alive), use fewer new ones "
               "a second, or widen net.ipv4.ip_local_port_range.";
    }
    if (reason == ENOBUFS || reason == ENOMEM) {
        return ". The kernel has no memory left for sockets: use fewer users, or see net.ipv4.tcp_mem.";
    }
    if (reason == EMFILE || reason == ENFILE) {
        return ". Raise the limit of open files (ulimit -n) or use fewer users.";
    }
    return ".";
}

bool neverConnected(FailureKind kind)
{
    return kind == FailureKind::Refused || kind == FailureKind::Unreachable
        || kind == FailureKind::NameNotFound || kind == FailureKind::LocalPortsExhausted
        || kind == FailureKind::TooManyFiles;
}

} // namespace assay::load
