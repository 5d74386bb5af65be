// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/transport.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace assay::load {

std::string SocketAddress::text() const
{
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    getnameinfo(reinterpret_cast<const sockaddr*>(&storage), length, host.data(), host.size(), port.data(),
        port.size(), NI_NUMERICHOST | NI_NUMERICSERV);
    const std::string name{host.data()};
    return (name.find(':') == std::string::npos ? name : "[" + name + "]") + ":" + port.data();
}

Transport::Transport(Transport&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1))
    , m_handshakeDone(other.m_handshakeDone)
    , m_tls(std::exchange(other.m_tls, nullptr))
    , m_tlsError(std::move(other.m_tlsError))
{ }

Transport& Transport::operator=(Transport&& other) noexcept
{
    std::swap(m_fd, other.m_fd);
    std::swap(m_handshakeDone, other.m_handshakeDone);
    std::swap(m_tls, other.m_tls);
    std::swap(m_tlsError, other.m_tlsError);
    return *this;
}

Transport::~Transport()
{
    close();
}

int Transport::startConnect(const SocketAddress& address)
{
    close();
    m_fd = ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (m_fd < 0) {
        return errno;
    }
    const int on = 1;
    ::setsockopt(m_fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(m_fd, reinterpret_cast<const sockaddr*>(&address.storage), address.length) == 0
        || errno == EINPROGRESS) {
        return 0;
    }
    const int reason = errno;
    close();
    return reason;
}

int Transport::connectResult() const
{
    int reason = 0;
    socklen_t length = sizeof reason;
    if (::getsockopt(m_fd, SOL_SOCKET, SO_ERROR, &reason, &length) != 0) {
        return errno;
    }
    if (reason != 0) {
        return reason;
    }
    // No error is also what a socket says that is still connecting.
    sockaddr_storage peer{};
    socklen_t peerLength = sizeof peer;
    return ::getpeername(m_fd, reinterpret_cast<sockaddr*>(&peer), &peerLength) == 0 ? 0 : EINPROGRESS;
}

Result<void> Transport::startTls(const TlsContext& context, const std::string& host, SSL_SESSION** session)
{
    auto connection = context.newConnection(m_fd, host, session);
    if (!connection) {
        m_tlsError = connection.error().message;
        return connection.error();
    }
    m_tls = *connection;
    m_handshakeDone = false;
    return {};
}

IoResult Transport::handshake()
{
    ERR_clear_error();
    const int returned = SSL_do_handshake(m_tls);
    if (returned == 1) {
        m_handshakeDone = true;
        return {IoResult::Kind::Bytes, 0, 1};
    }
    return tlsResult(returned);
}

bool Transport::resumedTls() const
{
    return m_tls && SSL_session_reused(m_tls) == 1;
}

IoResult Transport::send(std::string_view bytes)
{
    if (m_tls) {
        ERR_clear_error();
        const int sent = SSL_write(m_tls, bytes.data(), static_cast<int>(bytes.size()));
        return sent > 0 ? IoResult{IoResult::Kind::Bytes, 0, static_cast<std::size_t>(sent)}
                        : tlsResult(sent);
    }
    // The system call itself: glibc's wrapper is a point of thread cancellation, whose bookkeeping costs as
    // much as the rest of a request's path here.
    const auto sent = ::syscall(SYS_sendto, m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL, nullptr, 0);
    if (sent >= 0) {
        return {IoResult::Kind::Bytes, 0, static_cast<std::size_t>(sent)};
    }
    return errno == EAGAIN ? IoResult{} : IoResult{IoResult::Kind::Failed, errno, 0};
}

IoResult Transport::receive(std::span<char> buffer)
{
    if (m_tls) {
        ERR_clear_error();
        const int got = SSL_read(m_tls, buffer.data(), static_cast<int>(buffer.size()));
        return got > 0 ? IoResult{IoResult::Kind::Bytes, 0, static_cast<std::size_t>(got)} : tlsResult(got);
    }
    const auto got = ::syscall(SYS_recvfrom, m_fd, buffer.data(), buffer.size(), 0, nullptr, nullptr);
    if (got > 0) {
        return {IoResult::Kind::Bytes, 0, static_cast<std::size_t>(got)};
    }
    if (got == 0) {
        return {IoResult::Kind::Closed, 0, 0};
    }
    return errno == EAGAIN ? IoResult{} : IoResult{IoResult::Kind::Failed, errno, 0};
}

IoResult Transport::tlsResult(int returned)
{
    const int reason = errno;
    switch (SSL_get_error(m_tls, returned)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        return {};
    case SSL_ERROR_ZERO_RETURN:
        return {IoResult::Kind::Closed, 0, 0};
    case SSL_ERROR_SYSCALL:
        if (ERR_peek_error() == 0 && (returned == 0 || reason == 0)) {
            return {IoResult::Kind::Closed, 0, 0};
        }
        return {IoResult::Kind::Failed, reason, 0};
    default:
        m_tlsError = tlsErrorText(m_tls);
        m_handshakeDone = false; // no close_notify after a fatal alert
        return {IoResult::Kind::Failed, 0, 0};
    }
}

void Transport::close()
{
    if (m_tls) {
        if (m_handshakeDone) {
            ERR_clear_error();
            SSL_shutdown(m_tls);
        }
        SSL_free(m_tls);
        m_tls = nullptr;
    }
    m_handshakeDone = false;
    if (m_fd >= 0) {
        ::close(m_fd);
        m_fd = -1;
    }
}

} // namespace assay::load
