// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/rawclient.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

namespace assay::test {

std::string RawResponse::field(std::string_view name) const
{
    std::size_t start = head.find("\r\n");
    while (start != std::string::npos && start + 2 < head.size()) {
        start += 2;
        const auto end = head.find("\r\n", start);
        const auto line = std::string_view{head}.substr(start, end - start);
        if (line.size() > name.size() && line[name.size()] == ':'
            && strncasecmp(line.data(), name.data(), name.size()) == 0) {
            const auto value = line.substr(name.size() + 1);
            return std::string{value.substr(value.find_first_not_of(' '))};
        }
        start = end;
    }
    return {};
}

RawClient::RawClient(std::uint16_t port, bool ipv6)
    : m_socket(socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    v6.sin6_addr = IN6ADDR_LOOPBACK_INIT;
    const auto* address =
        ipv6 ? reinterpret_cast<const sockaddr*>(&v6) : reinterpret_cast<const sockaddr*>(&v4);
    m_connected = connect(m_socket, address, ipv6 ? sizeof v6 : sizeof v4) == 0;
    const int on = 1;
    setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

RawClient::~RawClient()
{
    ::close(m_socket);
}

bool RawClient::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto sent = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

void RawClient::shutdownSend()
{
    shutdown(m_socket, SHUT_WR);
}

bool RawClient::fill()
{
    pollfd waiting{m_socket, POLLIN, 0};
    if (poll(&waiting, 1, 10'000) != 1) {
        return false;
    }
    std::array<char, 65536> bytes{};
    const auto count = recv(m_socket, bytes.data(), bytes.size(), 0);
    if (count <= 0) {
        return false;
    }
    m_buffer.append(bytes.data(), static_cast<std::size_t>(count));
    return true;
}

std::string RawClient::takeLine()
{
    std::size_t end = 0;
    while ((end = m_buffer.find("\r\n")) == std::string::npos) {
        if (!fill()) {
            return {};
        }
    }
    return take(end + 2);
}

std::string RawClient::take(std::size_t bytes)
{
    while (m_buffer.size() < bytes && fill()) { }
    auto taken = m_buffer.substr(0, bytes);
    m_buffer.erase(0, bytes);
    return taken;
}

std::string RawClient::takeChunks()
{
    std::string body;
    while (true) {
        const auto size = std::strtoul(takeLine().c_str(), nullptr, 16);
        if (size == 0) {
            takeLine();
            return body;
        }
        body += take(size);
        takeLine();
    }
}

RawResponse RawClient::read(bool head)
{
    RawResponse response;
    std::string line;
    while ((line = takeLine()).size() > 2) {
        response.head += line;
    }
    if (response.head.rfind("HTTP/1.1 ", 0) != 0) {
        return response;
    }
    response.status = std::atoi(response.head.c_str() + 9);
    if (!head && response.status >= 200) {
        response.body = response.field("Transfer-Encoding") == "chunked"
            ? takeChunks()
            : take(std::strtoul(response.field("Content-Length").c_str(), nullptr, 10));
    }
    return response;
}

RawResponse RawClient::get(std::string_view path)
{
    send("GET " + std::string{path} + " HTTP/1.1\r\nHost: test\r\n\r\n");
    return read();
}

RawClient::End RawClient::waitForEnd(int patienceMs)
{
    while (true) {
        pollfd waiting{m_socket, POLLIN, 0};
        if (poll(&waiting, 1, patienceMs) != 1) {
            return End::StillOpen;
        }
        std::array<char, 4096> bytes{};
        const auto count = recv(m_socket, bytes.data(), bytes.size(), 0);
        if (count <= 0) {
            return count == 0 ? End::Orderly : End::Reset;
        }
    }
}

bool RawClient::silentFor(int ms)
{
    pollfd waiting{m_socket, POLLIN, 0};
    return m_buffer.empty() && poll(&waiting, 1, ms) == 0;
}

} // namespace assay::test
