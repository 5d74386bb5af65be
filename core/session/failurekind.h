// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::session {

/// Why a request failed. The numbers are stored in session files: append only.
enum class FailureKind : std::uint8_t
{
    None = 0,
    Refused, ///< nobody listens there
    ConnectTimeout,
    Reset, ///< RST or broken pipe once connected
    ClosedBeforeResponse, ///< orderly close before the first byte of the response
    TruncatedBody, ///< closed within a response
    MalformedResponse, ///< what came back is not HTTP/1.x
    ResponseTimeout,
    Tls, ///< handshake or certificate
    NameNotFound,
    LocalPortsExhausted, ///< no local port left (EADDRNOTAVAIL)
    CheckFailed, ///< the response came, and a check on it failed
    // Since format 2.
    Unreachable, ///< no route to the network or host, or a firewall forbids it
    TooManyFiles, ///< this process, or the machine, may open no more sockets
};

constexpr std::size_t failureKindCount = 14;

/// "refused", "connect_timeout", … as used in JSON and CSV; "" for None.
std::string_view failureName(FailureKind kind);
/// For people: "connection refused", "response timeout", …; "" for None.
std::string_view failureTitle(FailureKind kind);
std::optional<FailureKind> failureFromName(std::string_view name);
/// ConnectTimeout or ResponseTimeout.
bool isTimeout(FailureKind kind);

/// A count for each kind, indexed by its number; [0] is unused.
using FailureCounts = std::array<std::uint64_t, failureKindCount>;

} // namespace assay::session
