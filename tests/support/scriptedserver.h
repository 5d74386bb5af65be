// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace assay::test {

/// The server's end of one connection, driven by a test's script.
class Peer
{
public:
    Peer(int fd, int number)
        : m_fd(fd)
        , m_number(number)
    { }
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// 0 for the first connection that the server accepted, and so on.
    int number() const { return m_number; }
    /// Waits for one whole request (head and body by its Content-Length); "" when the client has closed.
    std::string readRequest();
    void send(std::string_view bytes);
    /// In pieces of that many bytes, each in a packet of its own.
    void sendInPieces(std::string_view bytes, std::size_t pieceSize);
    /// FIN. The destructor does it too.
    void close();
    /// RST.
    void reset();
    /// Until the client closes; what it still sends is thrown away.
    void waitForClose();

private:
    int m_fd;
    int m_number;
    std::string m_buffer;
};

/// A server that answers with exactly the bytes of a script: a thread for each connection. Listens on a free
/// port of 127.0.0.1, or of ::1.
class ScriptedServer
{
public:
    using Script = std::function<void(Peer&)>;

    explicit ScriptedServer(Script script, bool ipv6 = false);
    ~ScriptedServer();

    /// Ends all connections and waits for their scripts; what a script wrote may be read from then on.
    void stop();

    int port() const { return m_port; }
    std::string url(std::string_view target = "/") const;
    int connections() const { return m_connections.load(); }

private:
    void acceptAll();

    Script m_script;
    bool m_ipv6;
    int m_listener;
    int m_port = 0;
    std::atomic<int> m_connections{0};
    std::mutex m_mutex;
    std::vector<int> m_open;
    std::vector<std::jthread> m_threads;
    std::jthread m_acceptor;
};

/// A port of 127.0.0.1 on which nobody listens.
int unusedPort();

} // namespace assay::test
