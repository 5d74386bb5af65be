// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/bodyreader.h"
#include "load/headcache.h"
#include "load/responsehead.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::load {

/// Reads one response from bytes that arrive in pieces. Heads that arrive whole are parsed in place; only a
/// head split between reads is copied. Interim (1xx) responses are passed over.
class ResponseReader
{
public:
    enum class Progress : std::uint8_t
    {
        NeedMore,
        Complete,
        Malformed, ///< not HTTP/1.x: see reason()
        Truncated, ///< the connection ended within the response
        ClosedBeforeResponse, ///< the connection ended before the first byte
    };

    /// What is kept of a body for checks; the rest is only counted.
    static constexpr std::size_t maxKeptBody = 4 * 1024 * 1024;
    /// What is kept as evidence of a response that comes in several pieces.
    static constexpr std::size_t maxEvidence = 2 * 1024;

    /// `toHead`: the request was a HEAD. `keepBody`: a check will look at it.
    void begin(bool toHead, bool keepBody);

    /// Takes bytes of the response off the front of `bytes`; what is left behind a Complete one belongs to
    /// nobody.
    Progress feed(std::string_view& bytes, HeadCache& heads);
    /// The peer closed the connection in good order.
    Progress connectionClosed() const;

    const ResponseHead& head() const { return m_head; }
    bool hasHead() const { return m_stage == Stage::Body; }
    /// The head's Location; only valid until the next feed(), begin() or shrink().
    std::string_view location() const { return m_head.location; }
    std::string_view keptBody() const { return m_body; }
    bool bodyWasCut() const { return m_bodyWasCut; }
    std::uint64_t bytes() const { return m_bytes; }
    const char* reason() const { return m_reason; }
    /// First bytes of the response as they came; only what arrived before the last feed(): the caller still
    /// holds that piece.
    std::string_view evidence() const { return m_evidence; }

    /// Gives memory back between requests if a response needed an unusual lot. The response is done with:
    /// neither its location() nor its body is there any more.
    void shrink();

private:
    enum class Stage : std::uint8_t
    {
        Head,
        Body
    };

    Progress feedHead(std::string_view& bytes, HeadCache& heads);
    Progress feedBody(std::string_view& bytes);
    Progress takeHead(std::string_view head, HeadCache& heads);
    Progress beginBody();
    Progress malformed(const char* reason);

    ResponseHead m_head;
    BodyReader m_bodyReader;
    std::string m_partialHead;
    std::string m_location;
    std::string m_body;
    std::string m_evidence;
    std::uint64_t m_bytes = 0;
    const char* m_reason = nullptr;
    Stage m_stage = Stage::Head;
    bool m_toHead = false;
    bool m_keepBody = false;
    bool m_bodyWasCut = false;
};

} // namespace assay::load
