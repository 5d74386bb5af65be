// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/bodyreader.h"

#include <algorithm>

namespace assay::load {

namespace {

/// -1 if it is none.
int hexDigit(char c) noexcept
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char l = static_cast<char>(c | 0x20);
    return (l >= 'a' && l <= 'f') ? l - 'a' + 10 : -1;
}

std::string_view takeFront(std::string_view& bytes, std::uint64_t atMost) noexcept
{
    const auto content = bytes.substr(0, std::min<std::uint64_t>(bytes.size(), atMost));
    bytes.remove_prefix(content.size());
    return content;
}

} // namespace

void BodyReader::begin(Framing framing, std::uint64_t contentLength) noexcept
{
    m_framing = framing;
    m_remaining = framing == Framing::Length ? contentLength : 0;
    m_chunk = Chunk::Size;
    m_hasDigits = false;
    m_framingBytes = 0;
    m_reason = nullptr;
    const bool empty = framing == Framing::None || (framing == Framing::Length && contentLength == 0);
    m_state = empty ? State::Complete : State::Reading;
}

std::string_view BodyReader::take(std::string_view& bytes) noexcept
{
    if (m_state != State::Reading) {
        return {};
    }
    switch (m_framing) {
    case Framing::Length:
        return takeLength(bytes);
    case Framing::Chunked:
        return takeChunked(bytes);
    case Framing::UntilClose:
        return takeFront(bytes, bytes.size());
    case Framing::None:
        break;
    }
    return {};
}

std::string_view BodyReader::takeLength(std::string_view& bytes) noexcept
{
    const auto content = takeFront(bytes, m_remaining);
    m_remaining -= content.size();
    if (m_remaining == 0) {
        m_state = State::Complete;
    }
    return content;
}

std::string_view BodyReader::takeChunked(std::string_view& bytes) noexcept
{
    while (!bytes.empty() && m_state == State::Reading) {
        if (m_chunk == Chunk::Data) {
            const auto content = takeFront(bytes, m_remaining);
            m_remaining -= content.size();
            if (m_remaining == 0) {
                m_chunk = Chunk::DataEnd;
            }
            return content;
        }
        takeFramingByte(bytes.front());
        bytes.remove_prefix(1);
    }
    return {};
}

void BodyReader::takeFramingByte(char c) noexcept
{
    if (++m_framingBytes > maxHeadBytes) {
        return malformed("its chunk extensions or trailers are too long");
    }
    switch (m_chunk) {
    case Chunk::Size:
        return takeSizeByte(c);
    case Chunk::Extension:
        if (c == '\n') {
            endOfSizeLine();
        }
        return;
    case Chunk::SizeEnd:
        return c == '\n' ? endOfSizeLine() : malformed("a chunk size is not followed by a line end");
    case Chunk::DataEnd:
        if (c == '\n') {
            m_chunk = Chunk::Size;
            m_hasDigits = false;
            m_framingBytes = 0;
        } else if (c != '\r') {
            malformed("a chunk is longer than its size says");
        }
        return;
    case Chunk::TrailerStart:
        if (c == '\r') {
            m_chunk = Chunk::LastEnd;
        } else if (c == '\n') {
            m_state = State::Complete;
        } else {
            m_chunk = Chunk::Trailer;
        }
        return;
    case Chunk::Trailer:
        if (c == '\n') {
            m_chunk = Chunk::TrailerStart;
        }
        return;
    case Chunk::LastEnd:
        if (c != '\n') {
            return malformed("its last chunk is not followed by an empty line");
        }
        m_state = State::Complete;
        return;
    case Chunk::Data:
        return;
    }
}

void BodyReader::takeSizeByte(char c) noexcept
{
    if (const int digit = hexDigit(c); digit >= 0) {
        if (m_remaining >> 60 != 0) {
            return malformed("a chunk size is too large");
        }
        m_remaining = m_remaining << 4 | static_cast<std::uint64_t>(digit);
        m_hasDigits = true;
        return;
    }
    if (!m_hasDigits) {
        return malformed("a chunk has no size");
    }
    if (c == '\n') {
        endOfSizeLine();
    } else if (c == '\r') {
        m_chunk = Chunk::SizeEnd;
    } else if (c == ';' || c == ' ' || c == '\t') {
        m_chunk = Chunk::Extension;
    } else {
        malformed("a chunk size is not a hexadecimal number");
    }
}

void BodyReader::endOfSizeLine() noexcept
{
    m_chunk = m_remaining == 0 ? Chunk::TrailerStart : Chunk::Data;
    // No real body comes near 2^63 bytes; such a size is an overflow waiting to happen.
    if (m_remaining >> 63 != 0) {
        malformed("a chunk size is too large");
    }
}

void BodyReader::malformed(const char* reason) noexcept
{
    m_state = State::Malformed;
    m_reason = reason;
}

} // namespace assay::load
