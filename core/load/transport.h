// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/tlscontext.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace assay::load {

/// A resolved address of a server.
struct SocketAddress
{
    sockaddr_storage storage{};
    socklen_t length = 0;

    /// "127.0.0.1:80", "[::1]:80".
    std::string text() const;
};

/// What one attempt to move bytes brought.
struct IoResult
{
    enum class Kind : std::uint8_t
    {
        Bytes, ///< count > 0 moved
        WouldBlock, ///< wait for the next readiness event
        Closed, ///< the peer ended the connection in good order
        Failed, ///< errnoValue says why; 0 = TLS failure, see Transport::tlsError()
    };
    Kind kind = Kind::WouldBlock;
    int errnoValue = 0;
    std::size_t count = 0;
};

/// One non-blocking byte stream to a server: TCP, or TLS over it. Readiness is edge-triggered: after an event
/// read or write until WouldBlock or until a read fills less than its buffer.
class Transport
{
public:
    Transport() = default;
    Transport(Transport&& other) noexcept;
    Transport& operator=(Transport&& other) noexcept;
    ~Transport();

    /// Opens a socket and starts to connect. 0, or errno.
    int startConnect(const SocketAddress& address);
    /// Outcome of startConnect() once the socket is writable: 0, EINPROGRESS, or errno.
    int connectResult() const;

    /// Puts TLS on the connected socket; then call handshake() until it gives Bytes (done) or fails.
    Result<void> startTls(const TlsContext& context, const std::string& host, SSL_SESSION** session);
    IoResult handshake();

    IoResult send(std::string_view bytes);
    IoResult receive(std::span<char> buffer);

    bool isOpen() const { return m_fd >= 0; }
    int fd() const { return m_fd; }
    /// After the handshake: whether it was an abbreviated one from an earlier session.
    bool resumedTls() const;
    bool isTls() const { return m_tls != nullptr; }
    const std::string& tlsError() const { return m_tlsError; }
    /// close_notify if TLS, then close.
    void close();

private:
    IoResult tlsResult(int returned);

    int m_fd = -1;
    bool m_handshakeDone = false;
    SSL* m_tls = nullptr;
    std::string m_tlsError;
};

} // namespace assay::load
