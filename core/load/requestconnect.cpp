// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RequestFlow that comes before a request can be sent: connecting, TLS, redirects.
#include "load/requestflow.h"

#include "base/units.h"
#include "load/connecterror.h"
#include "load/responsecheck.h"
#include "load/url.h"

#include <openssl/ssl.h>

#include <cerrno>

namespace assay::load {

using session::FailureKind;
using Outcome = RequestFlow::Outcome;

Outcome RequestFlow::connect(VirtualUser& user)
{
    const auto& addresses = m_program.origins[user.origin].addresses;
    if (addresses.empty()) {
        return fail(user, FailureKind::NameNotFound,
            "The name \"" + m_program.origins[user.origin].url.host + "\" has no address.");
    }
    user.addressesTried = 0;
    user.address = m_program.spreadAddresses ? static_cast<std::uint8_t>(user.sample.user % addresses.size())
                                             : m_preferredAddress[user.origin];
    user.state = VirtualUser::State::Connecting;
    connectionOf(user).used = false;
    const int reason = beginConnect(user);
    return reason == 0 ? Outcome::Pending : connectFailed(user, reason);
}

/// Each address has the whole time of a connection attempt: how long the first ones kept silent must not
/// decide whether the one that answers is reached. 0, or errno.
int RequestFlow::beginConnect(VirtualUser& user)
{
    user.deadlineNs = nowNs() + m_program.connectTimeoutNs;
    auto& transport = connectionOf(user).transport;
    if (const int reason = transport.startConnect(m_program.origins[user.origin].addresses[user.address]);
        reason != 0) {
        return reason;
    }
    return m_poller.add(transport.fd(), keyOf(user)) ? 0 : ENOBUFS;
}

/// The attempt at the present address has failed: goes on to the next, as long as there is one.
Outcome RequestFlow::connectFailed(VirtualUser& user, int reason)
{
    const auto& addresses = m_program.origins[user.origin].addresses;
    while (++user.addressesTried < addresses.size()) {
        user.address = static_cast<std::uint8_t>((user.address + 1U) % addresses.size());
        reason = beginConnect(user);
        if (reason == 0) {
            return Outcome::Pending;
        }
    }
    const auto address = addresses[user.address].text();
    const auto waitedNs = nowNs() - (user.deadlineNs - m_program.connectTimeoutNs);
    return fail(user, kindOfConnectError(reason),
        reason == ETIMEDOUT
            ? "The connection to " + address + " was not accepted after " + humanDuration(waitedNs) + "."
            : withErrno("No connection to " + address, reason) + remedyOfConnectError(reason));
}

Outcome RequestFlow::connected(VirtualUser& user)
{
    auto& connection = connectionOf(user);
    const int reason = connection.transport.connectResult();
    if (reason == EINPROGRESS) {
        return Outcome::Pending;
    }
    if (reason != 0) {
        return connectFailed(user, reason);
    }
    m_preferredAddress[user.origin] = m_program.spreadAddresses ? 0 : user.address;
    const auto now = nowNs();
    const auto& origin = m_program.origins[user.origin];
    if (!origin.url.tls) {
        return send(user, now);
    }
    user.state = VirtualUser::State::Handshaking;
    user.sample.connectNs = now - user.sample.startNs;
    if (const auto tls = connection.transport.startTls(*m_tls, origin.url.host, &m_tlsSessions[user.origin]);
        !tls) {
        return fail(user, FailureKind::Tls, tls.error().message);
    }
    return handshake(user);
}

Outcome RequestFlow::handshake(VirtualUser& user)
{
    auto& transport = connectionOf(user).transport;
    const auto result = transport.handshake();
    const auto now = nowNs();
    user.sample.tlsNs = now - user.sample.startNs - user.sample.connectNs;
    switch (result.kind) {
    case IoResult::Kind::WouldBlock:
        return Outcome::Pending;
    case IoResult::Kind::Bytes:
        if (transport.resumedTls()) {
            m_journal.handshakeResumed();
        }
        return send(user, now);
    case IoResult::Kind::Closed:
        return fail(user, FailureKind::Tls, "The server closed the connection within the TLS handshake.");
    case IoResult::Kind::Failed:
        break;
    }
    return fail(user, FailureKind::Tls,
        result.errnoValue != 0
            ? withErrno("The connection broke within the TLS handshake", result.errnoValue) + "."
            : "The TLS handshake failed: " + transport.tlsError()
                + ". Name the server's CA file in the plan (caFile), or switch verification off "
                  "(verifyTls).");
}

bool RequestFlow::takeRedirect(VirtualUser& user)
{
    auto& reader = connectionOf(user).reader; // of the origin that answered: following may change it
    const bool follows = user.redirectsLeft > 0 && user.sample.failure == FailureKind::None
        && isRedirect(reader) && followsLocation(user);
    reader.shrink();
    return follows;
}

bool RequestFlow::followsLocation(VirtualUser& user)
{
    const auto& sample = user.sample;
    const auto location = connectionOf(user).reader.location();
    const auto& request = m_program.requests[user.request];
    const auto& from = m_program.origins[user.origin];
    auto base = from.url;
    if (user.redirected) {
        base.target = user.redirectTarget;
    } else {
        base.target.clear();
        request.target.appendTo(base.target, valuesOf(user));
    }
    const auto url = resolveReference(base, location);
    const auto origin = url ? m_program.findOrigin(*url) : std::nullopt;
    if (!origin) {
        user.sample.failure = FailureKind::CheckFailed;
        keepEvidence(user,
            "The response redirects to \"" + std::string{location}
                + "\", which is on no server that the plan names. Add a step for it, or do not follow "
                  "redirects.",
            {});
        return false;
    }
    // RFC 9110 §15.4: 303 asks for GET; 301 and 302 turn a POST into GET, as every browser does.
    const bool fromPost = request.method == "POST" && !user.redirectAsGet;
    user.redirectAsGet = (user.redirected && user.redirectAsGet) || (sample.status == 303 && !request.isHead)
        || (fromPost && sample.status <= 302);
    user.origin = *origin;
    user.redirectTarget = url->target;
    user.redirected = true;
    --user.redirectsLeft;
    return true;
}

Outcome RequestFlow::beginRedirect(VirtualUser& user)
{
    const auto now = nowNs();
    user.sample.intendedNs = now;
    return start(user, now);
}

} // namespace assay::load
