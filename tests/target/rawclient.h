// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::test {

/// One HTTP response as it came, read without any of the code under test.
struct RawResponse
{
    int status = 0; ///< 0: nothing that looks like a response came
    std::string head; ///< status line and fields, each ending in CRLF
    std::string body; ///< transfer coding removed

    /// The field's value, "" if there is none.
    std::string field(std::string_view name) const;
};

/// A blocking TCP client that sends exactly what it is told. Waits at most ten seconds for anything.
class RawClient
{
public:
    explicit RawClient(std::uint16_t port, bool ipv6 = false);
    ~RawClient();
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    bool connected() const { return m_connected; }
    bool send(std::string_view bytes);
    /// Ends our direction of the connection.
    void shutdownSend();

    /// Reads one response; `head`: it answers a HEAD request and has no body.
    RawResponse read(bool head = false);
    /// send() and read().
    RawResponse get(std::string_view path = "/");

    enum class End
    {
        Orderly,
        Reset,
        StillOpen
    };
    /// Waits until the server closes, or `patienceMs`, and tells how it did. Bytes that come are dropped.
    End waitForEnd(int patienceMs = 10'000);
    /// Whether nothing comes for so long.
    bool silentFor(int ms);

private:
    bool fill();
    std::string takeLine();
    std::string take(std::size_t bytes);
    std::string takeChunks();

    int m_socket = -1;
    bool m_connected = false;
    std::string m_buffer;
};

} // namespace assay::test
