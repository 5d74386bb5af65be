// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/requestflow.h"

#include "base/units.h"
#include "load/responsecheck.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace assay::load {

using session::FailureKind;
using Outcome = RequestFlow::Outcome;

namespace {

constexpr std::size_t receiveBufferBytes = 64 * 1024;
/// A response that arrives as fast as it is read must not keep the other users waiting.
constexpr int mostReadsAtOnce = 16;

} // namespace

Result<RequestFlow> RequestFlow::create(const Program& program, Poller& poller, WorkerJournal& journal,
    const std::int64_t& t0Ns, std::size_t users)
{
    RequestFlow flow{program, poller, journal, t0Ns, users};
    if (program.usesTls()) {
        auto tls = TlsContext::create(program.tls);
        if (!tls) {
            return tls.error();
        }
        flow.m_tls = std::move(*tls);
    }
    return flow;
}

RequestFlow::RequestFlow(const Program& program, Poller& poller, WorkerJournal& journal,
    const std::int64_t& t0Ns, std::size_t users)
    : m_program(program)
    , m_poller(poller)
    , m_journal(journal)
    , m_t0Ns(t0Ns)
    , m_originCount(static_cast<std::uint32_t>(program.origins.size()))
    , m_connections(users * program.origins.size())
    , m_preferredAddress(program.origins.size())
    , m_tlsSessions(program.origins.size())
    , m_buffer(receiveBufferBytes)
{ }

RequestFlow::RequestFlow(RequestFlow&&) noexcept = default;

RequestFlow::~RequestFlow()
{
    m_connections.clear(); // before the tickets that they point to
    for (auto* session : m_tlsSessions) {
        SSL_SESSION_free(session);
    }
}

void RequestFlow::addUser()
{
    for (std::uint32_t origin = 0; origin < m_originCount; ++origin) {
        m_connections.emplace_back();
    }
}

Outcome RequestFlow::begin(VirtualUser& user, std::int64_t nowNs)
{
    const auto& request = m_program.requests[user.request];
    user.origin = request.origin;
    user.sample.label = request.label;
    user.redirected = false;
    user.redirectAsGet = false;
    user.redirectsLeft = static_cast<std::int8_t>(m_program.maxRedirects);
    user.sample.intendedNs = std::min(user.wakeNs, nowNs);
    return start(user, nowNs);
}

Outcome RequestFlow::start(VirtualUser& user, std::int64_t nowNs)
{
    auto& sample = user.sample;
    sample.startNs = nowNs;
    sample.connectNs = sample.tlsNs = sample.firstByteNs = sample.serviceNs = 0;
    sample.bytesIn = sample.bytesOut = 0;
    sample.status = 0;
    sample.failure = FailureKind::None;
    user.sentNs = -1;
    user.retried = false;
    m_journal.requestStarted(sample.label);
    auto& connection = connectionOf(user);
    if (connection.transport.isOpen()) {
        return send(user, nowNs);
    }
    return connect(user);
}

void RequestFlow::renderRequest(const VirtualUser& user, std::string& out) const
{
    const auto& request = m_program.requests[user.request];
    if (user.redirected) {
        auto url = m_program.origins[user.origin].url;
        url.target = user.redirectTarget;
        request.renderRedirected(
            out, valuesOf(user), url, {user.redirectAsGet, user.origin != request.origin});
    } else {
        request.render(out, valuesOf(user));
    }
}

Outcome RequestFlow::send(VirtualUser& user, std::int64_t nowNs)
{
    auto& connection = connectionOf(user);
    const auto& request = m_program.requests[user.request];
    user.sentNs = nowNs;
    user.deadlineNs = nowNs + m_program.responseTimeoutNs;
    user.state = VirtualUser::State::Exchanging;
    connection.reader.begin(request.isHead, request.checksBody);
    std::string_view bytes = request.constantBytes;
    if (user.redirected || !request.isConstant()) {
        m_rendered.clear();
        renderRequest(user, m_rendered);
        bytes = m_rendered;
    }
    const auto result = connection.transport.send(bytes);
    if (result.kind == IoResult::Kind::Bytes && result.count == bytes.size()) {
        user.sample.bytesOut += bytes.size();
        return Outcome::Pending;
    }
    connection.unsent = bytes.substr(result.count);
    connection.unsentFrom = 0;
    user.sample.bytesOut += result.count;
    if (result.kind == IoResult::Kind::Bytes || result.kind == IoResult::Kind::WouldBlock) {
        return sendMore(user);
    }
    return connectionEnded(user, result);
}

Outcome RequestFlow::sendMore(VirtualUser& user)
{
    auto& connection = connectionOf(user);
    while (connection.unsentFrom < connection.unsent.size()) {
        const auto result =
            connection.transport.send(std::string_view{connection.unsent}.substr(connection.unsentFrom));
        if (result.kind == IoResult::Kind::WouldBlock) {
            return Outcome::Pending;
        }
        if (result.kind != IoResult::Kind::Bytes) {
            // The server may have answered (413, say) and closed before it took the whole request.
            break;
        }
        user.sample.bytesOut += result.count;
        connection.unsentFrom += result.count;
    }
    connection.unsent = {};
    return Outcome::Pending;
}

Outcome RequestFlow::ready(VirtualUser& user, std::uint32_t key, std::uint32_t events)
{
    auto& connection = m_connections[key];
    if (!user.isInFlight() || user.origin != key % m_originCount) {
        // Nobody waits for this one: the server closed it while idle, or sent what nobody asked for.
        if ((events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) {
            connection.transport.close();
        }
        return Outcome::Pending;
    }
    switch (user.state) {
    case VirtualUser::State::Connecting:
        return connected(user);
    case VirtualUser::State::Handshaking:
        return handshake(user);
    default:
        break;
    }
    if (!connection.unsent.empty() && (events & EPOLLOUT) != 0) {
        sendMore(user);
    }
    return receive(user, events);
}

Outcome RequestFlow::receive(VirtualUser& user, std::uint32_t events)
{
    auto& connection = connectionOf(user);
    // Edge-triggered: a read that fills less than the buffer emptied the socket, except when its end is near
    // or TLS still holds decrypted records.
    const bool drain = connection.transport.isTls() || (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    for (int reads = 0; reads < mostReadsAtOnce; ++reads) {
        const auto result = connection.transport.receive(m_buffer);
        if (result.kind == IoResult::Kind::WouldBlock) {
            return Outcome::Pending;
        }
        if (result.kind != IoResult::Kind::Bytes) {
            return connectionEnded(user, result);
        }
        const std::string_view piece{m_buffer.data(), result.count};
        if (user.sample.firstByteNs == 0) {
            user.sample.firstByteNs = std::max<std::int64_t>(nowNs() - user.sentNs, 1);
        }
        std::string_view rest = piece;
        switch (connection.reader.feed(rest, m_heads)) {
        case ResponseReader::Progress::Complete:
            return receivedLast(user, piece, !rest.empty() || peerEnded(connection.transport, events));
        case ResponseReader::Progress::NeedMore:
            break;
        default:
            return fail(user, FailureKind::MalformedResponse,
                std::string{"The response is not valid HTTP: "} + connection.reader.reason() + ".", piece);
        }
        if (!drain && result.count < m_buffer.size()) {
            return Outcome::Pending;
        }
    }
    m_poller.rearm(connection.transport.fd(), keyOf(user));
    return Outcome::Pending;
}

/// After a whole response: whether the peer has also closed already, or sent what nobody asked for. No
/// further edge would tell.
bool RequestFlow::peerEnded(Transport& transport, std::uint32_t events)
{
    if ((events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) {
        return true;
    }
    std::array<char, 64> extra{};
    return transport.isTls() && transport.receive(extra).kind != IoResult::Kind::WouldBlock;
}

Outcome RequestFlow::receivedLast(VirtualUser& user, std::string_view piece, bool connectionIsOver)
{
    auto& connection = connectionOf(user);
    const auto& reader = connection.reader;
    const bool inOnePiece = reader.evidence().empty();
    measureUntil(
        user, inOnePiece && user.sample.firstByteNs > 0 ? user.sentNs + user.sample.firstByteNs : nowNs());
    user.sample.status = reader.head().status;
    user.sample.bytesIn = reader.bytes();
    const auto& request = m_program.requests[user.request];
    if (const auto reason =
            checkResponse(request, valuesOf(user), reader, {user.redirectsLeft, m_program.maxRedirects});
        !reason.empty()) {
        user.sample.failure = FailureKind::CheckFailed;
        keepEvidence(user, reason, piece);
    }
    connection.used = true;
    if (!m_program.keepAlive || !reader.head().keepAlive || connectionIsOver || !connection.unsent.empty()) {
        connection.transport.close();
        connection.unsent.clear();
    }
    return Outcome::Done; // takeRedirect() still reads the response's Location
}

Outcome RequestFlow::connectionEnded(VirtualUser& user, const IoResult& result)
{
    auto& connection = connectionOf(user);
    const auto& reader = connection.reader;
    const bool closed = result.kind == IoResult::Kind::Closed || result.errnoValue == EPIPE;
    const auto progress = reader.connectionClosed();
    if (closed && progress == ResponseReader::Progress::Complete) {
        return receivedLast(user, {}, true);
    }
    const bool nothingCame = reader.bytes() == 0;
    if (nothingCame && connection.used && !user.retried) {
        // The server closed an idle connection just as we used it: nothing was answered, so once more is
        // safe, on a fresh connection. The retry is counted; its time stays in the sample.
        connection.transport.close();
        connection.unsent.clear();
        user.retried = true;
        user.sample.bytesOut = 0;
        user.sentNs = -1; // should the new connection fail, nothing was sent on it
        m_journal.requestRetried(user.sample.label);
        return connect(user);
    }
    if (!closed && result.errnoValue == 0) {
        return fail(user, FailureKind::Tls, "TLS failed: " + connection.transport.tlsError() + ".");
    }
    if (!closed) {
        return fail(user, FailureKind::Reset,
            withErrno(
                "The connection broke " + std::string{nothingCame ? "before" : "within"} + " the response",
                result.errnoValue)
                + ".");
    }
    return nothingCame
        ? fail(user, FailureKind::ClosedBeforeResponse, "The server closed the connection without an answer.")
        : fail(user, FailureKind::TruncatedBody,
            "The server closed the connection within the response, after " + std::to_string(reader.bytes())
                + " bytes.");
}

Outcome RequestFlow::timedOut(VirtualUser& user, std::int64_t nowNs)
{
    const auto waited = humanDuration(nowNs - (user.sentNs >= 0 ? user.sentNs : user.sample.startNs));
    if (user.state == VirtualUser::State::Exchanging) {
        const auto& reader = connectionOf(user).reader;
        const bool endless = reader.hasHead() && reader.head().framing == Framing::UntilClose;
        return fail(user, FailureKind::ResponseTimeout,
            "The response was not complete after " + waited
                + (endless ? ": it has no length, so its end is the end of the connection, which stayed open."
                           : "."));
    }
    if (user.state == VirtualUser::State::Connecting) {
        return connectFailed(user, ETIMEDOUT);
    }
    return fail(
        user, FailureKind::ConnectTimeout, "The TLS handshake was not complete after " + waited + ".");
}

void RequestFlow::measureUntil(VirtualUser& user, std::int64_t nowNs) const
{
    auto& sample = user.sample;
    if (user.sentNs >= 0) {
        // On a fresh connection everything until sending that is not TLS is connecting.
        sample.connectNs = user.sentNs - sample.startNs - sample.tlsNs;
        sample.serviceNs = nowNs - user.sentNs;
    } else {
        sample.connectNs = nowNs - sample.startNs - sample.tlsNs;
    }
}

Outcome RequestFlow::fail(
    VirtualUser& user, FailureKind kind, std::string_view reason, std::string_view piece)
{
    auto& connection = connectionOf(user);
    measureUntil(user, nowNs());
    user.sample.failure = kind;
    if (user.state == VirtualUser::State::Exchanging) {
        user.sample.bytesIn = connection.reader.bytes();
        user.sample.status = connection.reader.hasHead() ? connection.reader.head().status : 0;
    }
    keepEvidence(user, reason, piece);
    connection.transport.close();
    connection.unsent.clear();
    return Outcome::Done;
}

void RequestFlow::keepEvidence(const VirtualUser& user, std::string_view reason, std::string_view piece)
{
    const auto& sample = user.sample;
    if (!m_journal.wantsFailure(sample.failure)) {
        return;
    }
    session::FailureDetail detail;
    detail.label = sample.label;
    detail.kind = sample.failure;
    detail.timeNs = sample.endNs();
    detail.user = sample.user;
    detail.status = sample.status;
    detail.message = reason;
    renderRequest(user, detail.sent);
    if (user.state == VirtualUser::State::Exchanging) {
        const auto evidence = connectionOf(user).reader.evidence();
        detail.received = evidence;
        // feed() keeps a piece only when the response went on after it.
        if (evidence.size() < piece.size() || evidence.substr(evidence.size() - piece.size()) != piece) {
            detail.received += piece;
        }
    }
    m_journal.keepFailure(std::move(detail));
}

void RequestFlow::cut(VirtualUser& user)
{
    auto& connection = connectionOf(user);
    connection.transport.close();
    connection.unsent.clear();
}

void RequestFlow::leave(VirtualUser& user)
{
    for (std::uint32_t origin = 0; origin < m_originCount; ++origin) {
        auto& connection = m_connections[std::size_t{user.index} * m_originCount + origin];
        connection.transport.close();
        connection = {};
    }
}

} // namespace assay::load
