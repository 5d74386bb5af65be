// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/failurekind.h"

#include <cstdint>

namespace assay::session {

/// Instants in a session lie within ± this many nanoseconds (36 years) of the run's start, durations within
/// 0 … this: sums and differences of a few of them can't overflow. Values beyond are cut to it when stored,
/// and refused when read.
constexpr std::int64_t maxTimeNs = std::int64_t{1} << 60;

/// One request as it was measured. All times are nanoseconds; instants count from the start of the run.
///
///   intended ≤ start ──connect──▶──tls──▶ sent ──firstByte──▶ … last byte
///                                          └──────service──────┘
///
/// end = start + connect + tls + service, exactly. connect and tls are 0 on a reused connection. Where the
/// request failed before it was sent, service is 0 and the time until the failure is in connect (or tls).
struct Sample
{
    std::int64_t startNs = 0; ///< when the user began this step (before connecting)
    std::int64_t intendedNs = 0; ///< when the plan wanted it to begin
    std::int64_t connectNs = 0; ///< start → TCP connection established
    std::int64_t tlsNs = 0; ///< TLS handshake
    std::int64_t firstByteNs = 0; ///< sent → first byte of the response; 0 if none came
    std::int64_t serviceNs = 0; ///< sent → last byte of the response, or → failure
    std::uint64_t bytesIn =
        0; ///< response bytes as they came from the connection (inside TLS), head included
    std::uint64_t bytesOut = 0;
    std::uint32_t user = 0; ///< number of the virtual user, from 0
    std::uint32_t label = 0; ///< index into the run's labels; 0 is reserved for "all", steps begin at 1
    std::uint16_t status = 0; ///< HTTP status; 0 if no response came
    FailureKind failure = FailureKind::None;

    std::int64_t endNs() const { return startNs + connectNs + tlsNs + serviceNs; }
    /// Response time as the user of the plan would have suffered it: intended start → last byte.
    std::int64_t responseNs() const { return endNs() - intendedNs; }
    /// Whether its service time counts in latency figures: a response came, or was waited for in vain.
    bool hasLatency() const
    {
        return failure == FailureKind::None || failure == FailureKind::CheckFailed
            || failure == FailureKind::ResponseTimeout;
    }

    bool operator==(const Sample&) const = default;
};

} // namespace assay::session
