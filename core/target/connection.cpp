// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/connection.h"

#include <boost/beast/http/error.hpp>

#include <algorithm>
#include <cstring>

namespace assay::target {

namespace {

constexpr std::size_t smallBuffer = 2 << 10;
constexpr std::size_t largestBuffer = 64 << 10;
static_assert(largestBuffer > RequestParser::headerLimit, "a head must fit, for it is parsed as a whole");

const Response continueResponse{"HTTP/1.1 100 Continue\r\n\r\n", {}, 0, {}};

} // namespace

Connection::Connection(const Shared& shared)
    : m_shared(shared)
    , m_buffer(smallBuffer)
{
    m_shared.tallies.connectionsOpened.add(1);
}

Connection::~Connection()
{
    m_shared.tallies.connectionsClosed.add(1);
}

void Connection::served()
{
    answer();
    advance();
}

void Connection::expired()
{
    if (m_state == State::Closing) {
        close();
    } else if (inputWaiting()) {
        waitIdle(); // not idle after all: the loop is just about to tell
    } else {
        finish(false);
    }
}

std::span<char> Connection::freeBuffer()
{
    if (m_begin == m_end) {
        m_begin = m_end = 0;
    } else if (m_end == m_buffer.size() && m_begin > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_begin = 0;
    }
    if (m_end == m_buffer.size()) {
        m_buffer.resize(std::min(m_buffer.size() * 2, largestBuffer));
    }
    return std::span{m_buffer}.subspan(m_end);
}

void Connection::read()
{
    const auto buffer = freeBuffer();
    if (buffer.empty()) {
        // Only a chunk header of absurd length gets here.
        m_shared.tallies.malformed.add(1);
        respond(
            m_shared.responses.pick(Responses::Kind::BadRequest, {true, false, false}), After::CloseSlowly);
        return;
    }
    waitIdle();
    startRead(buffer);
}

void Connection::onRead(const Code& code, std::size_t bytes)
{
    if (code) {
        unlink();
        close();
        return;
    }
    m_shared.tallies.bytesIn.add(bytes);
    if (m_state == State::Closing) {
        discardInput(); // under its first deadline: a client that never stops does not keep us
        return;
    }
    unlink();
    m_end += bytes;
    advance();
}

void Connection::discardInput()
{
    startRead(m_buffer);
}

void Connection::advance()
{
    while (m_state == State::Reading) {
        switch (parse()) {
        case Parsed::More:
            read();
            return;
        case Parsed::WantsContinue:
            respond(continueResponse, After::ReadOn);
            break;
        case Parsed::Request:
            takeRequest();
            break;
        case Parsed::Bad:
            m_shared.tallies.malformed.add(1);
            respond(m_shared.responses.pick(Responses::Kind::BadRequest, {true, false, false}),
                After::CloseSlowly);
            break;
        case Parsed::TooLarge:
            m_shared.tallies.malformed.add(1);
            respond(m_shared.responses.pick(Responses::Kind::HeaderTooLarge, {true, false, false}),
                After::CloseSlowly);
            break;
        }
    }
}

void Connection::skipEmptyLines()
{
    // RFC 9112 §2.2: clients of old sent one line end too many after a body.
    while (m_begin < m_end && (m_buffer[m_begin] == '\r' || m_buffer[m_begin] == '\n')) {
        ++m_begin;
    }
}

Connection::Parsed Connection::parse()
{
    if (!m_parser) {
        skipEmptyLines();
        if (m_begin == m_end) {
            return Parsed::More;
        }
        m_parser.emplace();
    }
    const bool hadHead = m_parser->is_header_done();
    while (m_begin < m_end) {
        Code code;
        const auto used = m_parser->put({m_buffer.data() + m_begin, m_end - m_begin}, code);
        m_begin += used;
        if (code == boost::beast::http::error::header_limit) {
            return Parsed::TooLarge;
        }
        if (code && code != boost::beast::http::error::need_more) {
            return Parsed::Bad;
        }
        if (m_parser->is_header_done() && !m_parser->hasValidHost()) {
            return Parsed::Bad;
        }
        if (m_parser->is_done()) {
            return Parsed::Request;
        }
        if (code || used == 0) {
            break;
        }
    }
    const bool headIsNew = m_parser->is_header_done() && !hadHead;
    return headIsNew && m_parser->expectsContinue() && m_begin == m_end ? Parsed::WantsContinue
                                                                        : Parsed::More;
}

void Connection::takeRequest()
{
    auto& tallies = m_shared.tallies;
    tallies.requests.add(1);
    tallies.bodyBytesIn.add(m_parser->bodyBytes());
    ++m_requests;
    const auto& options = m_shared.options;
    const bool last = options.maxRequests > 0 && m_requests >= options.maxRequests;
    m_manner = {options.closeConnections || last || !m_parser->keep_alive(), m_parser->isVersion10(),
        m_parser->isHead()};
    m_parser.reset();

    m_state = State::Serving;
    switch (m_shared.pool.admit(shared_from_this())) {
    case WorkerPool::Admission::Waiting:
        break;
    case WorkerPool::Admission::Served:
        answer();
        break;
    case WorkerPool::Admission::Refused:
        tallies.refused.add(1);
        respond(m_shared.responses.pick(Responses::Kind::Busy, m_manner),
            m_manner.close ? After::Close : After::ReadOn);
        break;
    }
}

void Connection::answer()
{
    const auto rate = m_shared.options.errorRate;
    const bool error = rate > 0 && std::generate_canonical<double, 53>(m_shared.random) < rate;
    m_shared.tallies.errors.add(error ? 1 : 0);
    respond(m_shared.responses.pick(error ? Responses::Kind::Error : Responses::Kind::Good, m_manner),
        m_manner.close ? After::Close : After::ReadOn);
}

void Connection::respond(const Response& response, After after)
{
    if (&response != &continueResponse) {
        m_shared.tallies.responses.add(1);
    }
    m_response = &response;
    m_after = after;
    m_part = 0;
    m_offset = 0;
    m_state = State::Sending;
    send();
}

void Connection::send()
{
    while (m_part < m_response->parts()) {
        const auto rest = m_response->part(m_part).substr(m_offset);
        const auto written = rest.empty() ? 0 : writeNow(rest);
        m_shared.tallies.bytesOut.add(written);
        m_offset += written;
        if (written < rest.size()) {
            startWrite(rest.substr(written));
            return;
        }
        ++m_part;
        m_offset = 0;
    }
    sent();
}

void Connection::onWritten(const Code& code, std::size_t bytes)
{
    m_shared.tallies.bytesOut.add(bytes);
    if (code) {
        close();
        return;
    }
    ++m_part;
    m_offset = 0;
    send();
    advance();
}

void Connection::sent()
{
    if (m_after == After::ReadOn) {
        m_state = State::Reading;
    } else {
        finish(m_after == After::CloseSlowly);
    }
}

void Connection::finish(bool slowly)
{
    m_state = State::Closing;
    // The kernel answers unread bytes with a reset, and that can overtake the response.
    if (!slowly && !hasFarewell() && !inputWaiting()) {
        close();
        return;
    }
    m_shared.closing.add(*this);
    startClose();
}

} // namespace assay::target
