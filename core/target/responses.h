// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "target/targetoptions.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::target {

/// A response as bytes ready to send: `head`, then `piece` `repeat` times, then `tail`. Small responses are
/// all head, so that they go out in one write; large ones repeat one block of memory.
struct Response
{
    std::string head;
    std::string piece;
    std::uint64_t repeat = 0;
    std::string tail;

    std::uint64_t parts() const { return repeat + 2; }
    std::string_view part(std::uint64_t index) const
    {
        return index == 0 ? head : index <= repeat ? piece : tail;
    }
};

/// Every response the server can give, composed once.
class Responses
{
public:
    enum class Kind
    {
        Good,
        Error,
        Busy,
        BadRequest,
        HeaderTooLarge
    };

    /// How the request asked for it.
    struct Manner
    {
        bool close = false; ///< the connection ends with it
        bool version10 = false; ///< for an HTTP/1.0 client
        bool head = false; ///< without body: HEAD
    };

    explicit Responses(const TargetOptions& options);

    const Response& pick(Kind kind, Manner manner) const { return m_responses[index(kind, manner)]; }

private:
    static constexpr std::size_t kinds = 5;

    static std::size_t index(Kind kind, Manner manner)
    {
        return (static_cast<std::size_t>(kind) * 8) + (manner.close ? 4U : 0U) + (manner.version10 ? 2U : 0U)
            + (manner.head ? 1U : 0U);
    }

    std::array<Response, kinds * 8> m_responses;
};

} // namespace assay::target
