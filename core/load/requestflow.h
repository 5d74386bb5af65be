// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/poller.h"
#include "load/program.h"
#include "load/virtualuser.h"
#include "load/workerjournal.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace assay::load {

/// Carries one request of one user from connecting to the last byte of its response, as far as the sockets
/// allow without waiting. When a call gives Done, `user.sample` is complete. Belongs to one worker thread.
class RequestFlow
{
public:
    enum class Outcome : std::uint8_t
    {
        Pending,
        Done
    };

    /// `t0Ns`: start of the run on the monotonic clock. References must outlive the flow. `users`: how many
    /// begin requests, until addUser().
    static Result<RequestFlow> create(const Program& program, Poller& poller, WorkerJournal& journal,
        const std::int64_t& t0Ns, std::size_t users);

    RequestFlow(RequestFlow&&) noexcept;
    RequestFlow& operator=(RequestFlow&&) = delete;
    ~RequestFlow();

    std::int64_t nowNs() const { return monotonicNs() - m_t0Ns; }

    /// Makes room for one more user, with the next index.
    void addUser();

    /// Begins `user.request` at `nowNs`; `user.wakeNs` is its intended start.
    Outcome begin(VirtualUser& user, std::int64_t nowNs);
    /// Begins the hop that the response just received asked for, see takeRedirect().
    Outcome beginRedirect(VirtualUser& user);
    /// After every Done: whether the finished request is to be followed to another address; prepares it. The
    /// response is given up with it.
    bool takeRedirect(VirtualUser& user);
    /// The connection `key` of `user` is ready. Events of connections that wait for nothing close them.
    Outcome ready(VirtualUser& user, std::uint32_t key, std::uint32_t events);
    /// The deadline of the request in progress has passed. Pending: it goes on, with a new deadline.
    Outcome timedOut(VirtualUser& user, std::int64_t nowNs);
    /// Ends the request in progress without a sample: the run is over.
    void cut(VirtualUser& user);
    /// Closes the user's connections: it has left.
    void leave(VirtualUser& user);

    /// The user that a poller key belongs to.
    std::uint32_t userOf(std::uint32_t key) const { return key / m_originCount; }

private:
    RequestFlow(const Program& program, Poller& poller, WorkerJournal& journal, const std::int64_t& t0Ns,
        std::size_t users);

    Connection& connectionOf(const VirtualUser& user) { return m_connections[keyOf(user)]; }
    std::uint32_t keyOf(const VirtualUser& user) const { return user.index * m_originCount + user.origin; }
    Outcome start(VirtualUser& user, std::int64_t nowNs);
    Outcome connect(VirtualUser& user);
    int beginConnect(VirtualUser& user);
    Outcome connectFailed(VirtualUser& user, int reason);
    bool followsLocation(VirtualUser& user);
    Outcome connected(VirtualUser& user);
    Outcome handshake(VirtualUser& user);
    Outcome send(VirtualUser& user, std::int64_t nowNs);
    Outcome sendMore(VirtualUser& user);
    Outcome receive(VirtualUser& user, std::uint32_t events);
    Outcome receivedLast(VirtualUser& user, std::string_view piece, bool connectionIsOver);
    bool peerEnded(Transport& transport, std::uint32_t events);
    Outcome connectionEnded(VirtualUser& user, const IoResult& result);
    Outcome fail(
        VirtualUser& user, session::FailureKind kind, std::string_view reason, std::string_view piece = {});
    void measureUntil(VirtualUser& user, std::int64_t nowNs) const;
    void keepEvidence(const VirtualUser& user, std::string_view reason, std::string_view piece);
    void renderRequest(const VirtualUser& user, std::string& out) const;
    TemplateValues valuesOf(const VirtualUser& user) const { return {user.sample.user + 1, user.round + 1}; }

    const Program& m_program;
    Poller& m_poller;
    WorkerJournal& m_journal;
    const std::int64_t& m_t0Ns;
    std::uint32_t m_originCount;
    std::deque<Connection> m_connections; ///< by poller key: user by user, each with one to every origin
    std::vector<std::uint8_t> m_preferredAddress; ///< by origin: the last that accepted a connection
    std::vector<SSL_SESSION*> m_tlsSessions; ///< by origin: the newest ticket
    std::optional<TlsContext> m_tls;
    HeadCache m_heads;
    std::vector<char> m_buffer;
    std::string m_rendered;
};

} // namespace assay::load
