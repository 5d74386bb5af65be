// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/responsehead.h"

#include <cstdint>
#include <string_view>

namespace assay::load {

/// Finds the end of one response body in bytes that arrive in pieces of any size, without keeping them.
class BodyReader
{
public:
    enum class State : std::uint8_t
    {
        Reading,
        Complete,
        Malformed
    };

    void begin(Framing framing, std::uint64_t contentLength) noexcept;

    /// Takes what belongs to the body off the front of `bytes` and gives the next stretch of content in it
    /// (an empty one when only framing was taken). Call again while state() is Reading and bytes remain.
    std::string_view take(std::string_view& bytes) noexcept;

    State state() const noexcept { return m_state; }
    /// Whether the end of the connection ends this body properly.
    bool endsWithConnection() const noexcept { return m_framing == Framing::UntilClose; }
    /// Why it is Malformed: a static text.
    const char* reason() const noexcept { return m_reason; }

private:
    enum class Chunk : std::uint8_t
    {
        Size,
        Extension,
        SizeEnd,
        Data,
        DataEnd,
        TrailerStart,
        Trailer,
        LastEnd
    };

    std::string_view takeLength(std::string_view& bytes) noexcept;
    std::string_view takeChunked(std::string_view& bytes) noexcept;
    void takeFramingByte(char c) noexcept;
    void takeSizeByte(char c) noexcept;
    void endOfSizeLine() noexcept;
    void malformed(const char* reason) noexcept;

    std::uint64_t m_remaining = 0; ///< of the body, or of the current chunk
    const char* m_reason = nullptr;
    std::uint32_t m_framingBytes = 0; ///< of the current size line or of the trailers: bounded
    Framing m_framing = Framing::None;
    State m_state = State::Complete;
    Chunk m_chunk = Chunk::Size;
    bool m_hasDigits = false;
};

} // namespace assay::load
