// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/responsereader.h"

#include <algorithm>

namespace assay::load {

void ResponseReader::begin(bool toHead, bool keepBody)
{
    m_head = {};
    m_partialHead.clear();
    m_body.clear();
    m_evidence.clear();
    m_bytes = 0;
    m_reason = nullptr;
    m_stage = Stage::Head;
    m_toHead = toHead;
    m_keepBody = keepBody;
    m_bodyWasCut = false;
}

ResponseReader::Progress ResponseReader::feed(std::string_view& bytes, HeadCache& heads)
{
    const auto piece = bytes;
    auto progress = Progress::NeedMore;
    while (progress == Progress::NeedMore && !bytes.empty()) {
        progress = m_stage == Stage::Head ? feedHead(bytes, heads) : feedBody(bytes);
    }
    if (progress == Progress::Malformed) {
        bytes = {}; // it came as an answer to us, whatever it is
    }
    m_bytes += piece.size() - bytes.size();
    if (progress == Progress::NeedMore && m_evidence.size() < maxEvidence) {
        m_evidence += piece.substr(0, maxEvidence - m_evidence.size());
    }
    return progress;
}

ResponseReader::Progress ResponseReader::connectionClosed() const
{
    if (m_stage == Stage::Body) {
        return m_bodyReader.endsWithConnection() ? Progress::Complete : Progress::Truncated;
    }
    return m_bytes == 0 ? Progress::ClosedBeforeResponse : Progress::Truncated;
}

ResponseReader::Progress ResponseReader::feedHead(std::string_view& bytes, HeadCache& heads)
{
    if (m_partialHead.empty()) {
        if (const auto length = heads.find(bytes, m_toHead, m_head); length != 0) {
            bytes.remove_prefix(length);
            return beginBody();
        }
        if (const auto length = headLength(bytes); length != 0 && length <= maxHeadBytes) {
            const auto head = bytes.substr(0, length);
            bytes.remove_prefix(length);
            return takeHead(head, heads);
        }
    }
    const auto searched = m_partialHead.size();
    const auto taken = bytes.substr(0, maxHeadBytes + 1 - std::min(searched, maxHeadBytes));
    m_partialHead += taken;
    const auto length = headLength(m_partialHead, searched);
    if (length == 0) {
        bytes.remove_prefix(taken.size());
        if (m_partialHead.size() > maxHeadBytes) {
            return malformed("its head is longer than 64 KiB");
        }
        // Do not wait for the end of something that is not HTTP.
        static constexpr std::string_view start = "HTTP/1.";
        const auto known = std::min(m_partialHead.size(), start.size());
        if (m_partialHead.compare(0, known, start, 0, known) != 0) {
            return malformed("it does not begin with an HTTP/1.x status line");
        }
        return Progress::NeedMore;
    }
    bytes.remove_prefix(length - searched);
    m_partialHead.resize(length);
    const auto progress = takeHead(m_partialHead, heads);
    m_partialHead.clear();
    return progress;
}

ResponseReader::Progress ResponseReader::takeHead(std::string_view head, HeadCache& heads)
{
    if (const auto* reason = parseHead(head, m_toHead, m_head)) {
        return malformed(reason);
    }
    heads.keep(head, m_toHead, m_head);
    if (!m_head.location.empty()) {
        m_location = m_head.location;
        m_head.location = m_location;
    }
    return beginBody();
}

ResponseReader::Progress ResponseReader::beginBody()
{
    if (m_head.isInterim()) {
        return Progress::NeedMore;
    }
    m_stage = Stage::Body;
    m_bodyReader.begin(m_head.framing, m_head.contentLength);
    return m_bodyReader.state() == BodyReader::State::Complete ? Progress::Complete : Progress::NeedMore;
}

ResponseReader::Progress ResponseReader::feedBody(std::string_view& bytes)
{
    while (!bytes.empty() && m_bodyReader.state() == BodyReader::State::Reading) {
        const auto content = m_bodyReader.take(bytes);
        if (m_keepBody && !content.empty()) {
            const auto room = maxKeptBody - m_body.size();
            m_body += content.substr(0, room);
            m_bodyWasCut = m_bodyWasCut || content.size() > room;
        }
    }
    switch (m_bodyReader.state()) {
    case BodyReader::State::Complete:
        return Progress::Complete;
    case BodyReader::State::Malformed:
        return malformed(m_bodyReader.reason());
    case BodyReader::State::Reading:
        break;
    }
    return Progress::NeedMore;
}

ResponseReader::Progress ResponseReader::malformed(const char* reason)
{
    m_reason = reason;
    return Progress::Malformed;
}

void ResponseReader::shrink()
{
    m_head.location = {}; // views m_location
    for (auto* buffer : {&m_partialHead, &m_body, &m_evidence, &m_location}) {
        if (buffer->capacity() > maxEvidence) {
            buffer->clear();
            buffer->shrink_to_fit();
        }
    }
}

} // namespace assay::load
