// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/scriptedserver.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace assay::test {

namespace {

[[noreturn]] void giveUp(const char* what)
{
    std::cerr << "ScriptedServer: " << what << ": " << std::strerror(errno) << '\n';
    std::abort();
}

struct Listening
{
    int fd;
    int port;
};

Listening listenOn(bool ipv6, int backlog)
{
    const int fd = ::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_addr = in6addr_loopback;
    sockaddr_in four{};
    four.sin_family = AF_INET;
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* address = ipv6 ? reinterpret_cast<sockaddr*>(&six) : reinterpret_cast<sockaddr*>(&four);
    socklen_t length = ipv6 ? sizeof six : sizeof four;
    if (fd < 0 || ::bind(fd, address, length) != 0 || (backlog > 0 && ::listen(fd, backlog) != 0)
        || ::getsockname(fd, address, &length) != 0) {
        giveUp("listen");
    }
    return {fd, ntohs(ipv6 ? six.sin6_port : four.sin_port)};
}

std::size_t bodyLength(std::string_view head)
{
    const auto at = head.find("Content-Length: ");
    std::size_t length = 0;
    if (at != std::string_view::npos) {
        std::from_chars(head.data() + at + 16, head.data() + head.size(), length);
    }
    return length;
}

} // namespace

Peer::~Peer()
{
    close();
}

std::string Peer::readRequest()
{
    while (m_fd >= 0) {
        const auto headEnd = m_buffer.find("\r\n\r\n");
        if (headEnd != std::string::npos) {
            const auto total = headEnd + 4 + bodyLength(std::string_view{m_buffer}.substr(0, headEnd + 2));
            if (m_buffer.size() >= total) {
                auto request = m_buffer.substr(0, total);
                m_buffer.erase(0, total);
                return request;
            }
        }
        std::array<char, 4096> piece{};
        const auto got = ::recv(m_fd, piece.data(), piece.size(), 0);
        if (got <= 0) {
            break;
        }
        m_buffer.append(piece.data(), static_cast<std::size_t>(got));
    }
    return {};
}

void Peer::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto sent = ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            return;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

void Peer::sendInPieces(std::string_view bytes, std::size_t pieceSize)
{
    const int on = 1;
    ::setsockopt(m_fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    for (; !bytes.empty(); bytes.remove_prefix(std::min(pieceSize, bytes.size()))) {
        send(bytes.substr(0, pieceSize));
        std::this_thread::yield();
    }
}

void Peer::close()
{
    if (m_fd >= 0) {
        ::close(m_fd);
        m_fd = -1;
    }
}

void Peer::reset()
{
    const linger now{1, 0};
    ::setsockopt(m_fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close();
}

void Peer::waitForClose()
{
    std::array<char, 4096> piece{};
    while (m_fd >= 0 && ::recv(m_fd, piece.data(), piece.size(), 0) > 0) { }
}

ScriptedServer::ScriptedServer(Script script, bool ipv6)
    : m_script(std::move(script))
    , m_ipv6(ipv6)
{
    const auto listening = listenOn(ipv6, 1024);
    m_listener = listening.fd;
    m_port = listening.port;
    m_acceptor = std::jthread{[this] { acceptAll(); }};
}

ScriptedServer::~ScriptedServer()
{
    stop();
}

void ScriptedServer::stop()
{
    if (!m_acceptor.joinable()) {
        return;
    }
    ::shutdown(m_listener, SHUT_RDWR);
    m_acceptor.join();
    ::close(m_listener);
    {
        const std::lock_guard lock{m_mutex};
        for (const int fd : m_open) {
            ::shutdown(fd, SHUT_RDWR); // wakes a script that still waits for its client
        }
    }
    m_threads.clear();
}

std::string ScriptedServer::url(std::string_view target) const
{
    return (m_ipv6 ? "http://[::1]:" : "http://127.0.0.1:") + std::to_string(m_port) + std::string{target};
}

void ScriptedServer::acceptAll()
{
    while (true) {
        const int fd = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) {
            return;
        }
        const int number = m_connections.fetch_add(1);
        const std::lock_guard lock{m_mutex};
        m_open.push_back(fd);
        m_threads.emplace_back([this, fd, number] {
            Peer peer{fd, number};
            m_script(peer);
            const std::lock_guard inner{m_mutex};
            std::erase(m_open, fd);
        });
    }
}

int unusedPort()
{
    const auto listening = listenOn(false, 0);
    ::close(listening.fd);
    return listening.port;
}

} // namespace assay::test
