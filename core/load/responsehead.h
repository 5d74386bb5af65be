// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::load {

/// How the end of a body is known (RFC 9112 §6.3).
enum class Framing : std::uint8_t
{
    None,
    Length,
    Chunked,
    UntilClose
};

enum class ContentCoding : std::uint8_t
{
    Identity,
    Gzip,
    Deflate,
    Other
};

/// The few things that a load generator needs of a response's head. Views point into the parsed bytes.
struct ResponseHead
{
    std::uint16_t status = 0;
    Framing framing = Framing::None;
    ContentCoding coding = ContentCoding::Identity;
    bool keepAlive = true; ///< the connection may carry another request after this response
    std::uint64_t contentLength = 0; ///< for Framing::Length
    std::string_view location;

    bool isInterim() const { return status >= 100 && status < 200 && status != 101; }
};

/// Longest head (status line and fields) that is accepted.
constexpr std::size_t maxHeadBytes = 64 * 1024;

/// Length of the head at the front of `bytes` including its empty line; 0 if it has not ended yet. `from`:
/// the first `from` bytes were searched before. Bare line feeds count as line ends (RFC 9112 §2.2).
std::size_t headLength(std::string_view bytes, std::size_t from = 0) noexcept;

/// Parses a complete head. `toHead`: the request was HEAD, so no body follows whatever the fields say.
/// Returns nullptr, or a short reason why it is not an HTTP/1.x response: a static text.
const char* parseHead(std::string_view head, bool toHead, ResponseHead& out) noexcept;

} // namespace assay::load
