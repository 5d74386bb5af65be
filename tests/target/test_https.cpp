// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testcertificate.h"
#include "target/targetserver.h"
#include "temporarydirectory.h"

#include <gmock/gmock.h>

#include <array>
#include <memory>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace assay::target {

/// A blocking TLS client straight on OpenSSL that trusts one certificate.
class TlsClient
{
public:
    TlsClient(std::uint16_t port, const std::string& trusted)
        : m_context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free)
        , m_socket(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const timeval patience{10, 0};
        setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        SSL_CTX_load_verify_file(m_context.get(), trusted.c_str());
        SSL_CTX_set_verify(m_context.get(), SSL_VERIFY_PEER, nullptr);
        m_tls.reset(SSL_new(m_context.get()));
        SSL_set1_host(m_tls.get(), "localhost");
        SSL_set_fd(m_tls.get(), m_socket);
    }
    ~TlsClient() { ::close(m_socket); }
    TlsClient(const TlsClient&) = delete;
    TlsClient& operator=(const TlsClient&) = delete;

    bool handshake() { return SSL_connect(m_tls.get()) == 1; }
    void send(const std::string& text) { SSL_write(m_tls.get(), text.data(), static_cast<int>(text.size())); }
    std::string read(std::size_t bytes)
    {
        std::string all;
        std::array<char, 16384> part{};
        while (all.size() < bytes) {
            const int count = SSL_read(m_tls.get(), part.data(), static_cast<int>(part.size()));
            if (count <= 0) {
                break;
            }
            all.append(part.data(), static_cast<std::size_t>(count));
        }
        return all;
    }
    /// Whether the server says goodbye in TLS before it ends the connection.
    bool endsWithCloseNotify()
    {
        char byte = 0;
        return SSL_read(m_tls.get(), &byte, 1) == 0 && SSL_get_error(m_tls.get(), 0) == SSL_ERROR_ZERO_RETURN;
    }
    /// Whether the end of the TCP stream follows without our doing anything.
    bool endsTcp()
    {
        char byte = 0;
        return recv(m_socket, &byte, 1, 0) == 0;
    }

private:
    std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> m_context;
    std::unique_ptr<SSL, decltype(&SSL_free)> m_tls{nullptr, SSL_free};
    int m_socket;
};

struct Https : testing::Test
{
    test::TemporaryDirectory directory;
    test::Certificate files = test::makeCertificate(directory.path(), "DNS:localhost,IP:127.0.0.1");
    TargetOptions options;

    Https()
    {
        options.service = {};
        options.certificateFile = files.certificateFile;
        options.keyFile = files.keyFile;
    }
};

const std::string request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

TEST_F(Https, ServesOverTls)
{
    options.responseBytes = 200'000;
    TargetServer server{options};
    const auto port = server.start();
    ASSERT_TRUE(port) << port.error().message;
    EXPECT_EQ(server.url(), "https://127.0.0.1:" + std::to_string(*port) + "/");
    TlsClient client{*port, files.certificateFile};
    ASSERT_TRUE(client.handshake());
    for (int i = 0; i < 3; ++i) {
        client.send(request);
        const auto response = client.read(200'000);
        EXPECT_THAT(response, testing::StartsWith("HTTP/1.1 200 OK\r\n"));
        EXPECT_GT(response.size(), 200'000U);
    }
}

TEST_F(Https, SaysGoodbyeWhenIdle)
{
    options.keepAliveNs = 50 * nsPerMs;
    options.responseBytes = 0;
    TargetServer server{options};
    const auto port = server.start();
    ASSERT_TRUE(port) << port.error().message;
    TlsClient client{*port, files.certificateFile};
    ASSERT_TRUE(client.handshake());
    client.send(request);
    EXPECT_THAT(client.read(1), testing::StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(client.endsWithCloseNotify());
    EXPECT_TRUE(client.endsTcp());
}

TEST_F(Https, SaysGoodbyeAfterTheLastResponse)
{
    options.closeConnections = true;
    options.responseBytes = 0;
    TargetServer server{options};
    const auto port = server.start();
    ASSERT_TRUE(port) << port.error().message;
    TlsClient client{*port, files.certificateFile};
    ASSERT_TRUE(client.handshake());
    client.send(request);
    EXPECT_THAT(client.read(1), testing::StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(client.endsWithCloseNotify());
    EXPECT_TRUE(client.endsTcp());
}

TEST_F(Https, SurvivesWhatIsNoHandshake)
{
    TargetServer server{options};
    const auto port = server.start();
    ASSERT_TRUE(port) << port.error().message;
    {
        TlsClient silent{*port, files.certificateFile};
    }
    TlsClient client{*port, files.certificateFile};
    EXPECT_TRUE(client.handshake());
}

TEST_F(Https, RefusesAKeyOfAnotherCertificate)
{
    test::TemporaryDirectory elsewhere;
    options.keyFile = test::makeCertificate(elsewhere.path(), "DNS:localhost").keyFile;
    TargetServer server{options};
    const auto port = server.start();
    ASSERT_FALSE(port);
    EXPECT_EQ(port.error().kind, ErrorKind::Usage);
    EXPECT_THAT(port.error().message, testing::HasSubstr("Cannot use the key in " + options.keyFile));
}

} // namespace assay::target
