// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/randomstream.h"
#include "load/responsereader.h"
#include "load/transport.h"
#include "session/sample.h"

#include <cstdint>
#include <limits>
#include <string>

namespace assay::load {

/// A user's connection to one origin.
struct Connection
{
    Transport transport;
    ResponseReader reader;
    std::string unsent; ///< a request that the socket did not take at once,
    std::size_t unsentFrom = 0; ///< … from here on
    bool used = false; ///< has carried a response: a failure now may be the server's idle timeout
};

/// Where a virtual user stands: a program counter and a request in progress, no stack.
struct VirtualUser
{
    enum class State : std::uint8_t
    {
        Idle, ///< not started, or (open model) waiting for an arrival
        Waiting, ///< for its wake-up: start or think time
        Connecting,
        Handshaking,
        Exchanging, ///< sending a request, receiving its response
        Finished,
    };

    session::Sample sample; ///< the request in progress
    std::int64_t endNs = std::numeric_limits<std::int64_t>::max(); ///< begins nothing from then on
    std::int64_t wakeNs = 0; ///< in Waiting: the intended start of what comes next
    std::int64_t sentNs = 0;
    std::int64_t deadlineNs = 0; ///< of the request in progress
    std::int64_t queuedDeadlineNs = -1; ///< due time of this user's entry in the timer queue
    std::uint32_t index = 0; ///< within its worker
    std::uint32_t pc = 0;
    std::uint32_t round = 0;
    std::uint32_t request = 0; ///< index into the program's requests
    std::uint32_t origin = 0;
    RandomStream random{0}; ///< of its think times
    State state = State::Idle;
    bool active = false; ///< counted among the active users
    bool retried = false;
    std::uint8_t addressesTried = 0;
    std::uint8_t address = 0; ///< index into the origin's addresses
    std::int8_t redirectsLeft = 0;
    bool redirected = false; ///< the request in progress is a hop
    bool redirectAsGet = false;
    std::string redirectTarget; ///< path and query of the hop

    bool isInFlight() const
    {
        return state == State::Connecting || state == State::Handshaking || state == State::Exchanging;
    }
};

} // namespace assay::load
