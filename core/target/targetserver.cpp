// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/targetserver.h"

#include "base/blockedsignals.h"
#include "target/stall.h"
#include "target/streamconnection.h"

#include <boost/asio/ip/address.hpp>

#include <optional>
#include <pthread.h>
#include <sys/prctl.h>
#include <thread>

namespace assay::target {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// How long a closing connection waits for the client to close too.
constexpr std::chrono::seconds closingPatience{1};
/// Without a free descriptor there is nothing to accept with; some connection will end.
constexpr std::chrono::milliseconds acceptPause{20};

Result<asio::ip::address> addressOf(const std::string& host)
{
    boost::system::error_code code;
    const auto address = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, code);
    if (code) {
        return usageError(
            "\"" + host + "\" is not an address to listen on. Write one such as 127.0.0.1, 0.0.0.0 or ::1.");
    }
    return address;
}

Error listenError(const std::string& host, std::uint16_t port, const boost::system::error_code& code)
{
    const auto where = "port " + std::to_string(port) + " of " + host;
    if (code == asio::error::address_in_use) {
        return environmentError("Another program already listens on " + where
            + ". Choose another port, or 0 to have a free one picked.");
    }
    if (code == asio::error::access_denied) {
        return environmentError("This user may not listen on " + where + ". Choose a port above 1023.");
    }
    if (code.value() == EADDRNOTAVAIL) {
        return environmentError(
            "This machine has no address " + host + " to listen on. Choose one of its own.");
    }
    return environmentError("Cannot listen on " + where + ": " + code.message() + ".");
}

} // namespace

struct TargetServer::Impl
{
    explicit Impl(TargetOptions given)
        : options(std::move(given))
    { }

    Result<void> loadCertificate();
    Result<void> listen();
    void accept();
    void welcome(tcp::socket socket);
    void run();

    TargetOptions options;
    Tallies tallies;
    std::uint16_t port = 0;
    std::thread thread;

    /// All that runs on the event loop. Destroyed from the bottom up: the context, and with its pending
    /// operations all connections, goes before what connections refer to as long as they live.
    struct Loop
    {
        Loop(const TargetOptions& options, Tallies& tallies)
            : shared{options, responses, pool, idle, closing, random, tallies}
            , responses(options)
            , random(options.seed)
            , idle(context, std::chrono::nanoseconds(options.keepAliveNs))
            , closing(context, closingPatience)
            , stall(context, std::chrono::nanoseconds(options.stallNs),
                  std::chrono::nanoseconds(options.stallEveryNs))
            , acceptor(context)
            , retry(context)
            , pool(context, options.service, static_cast<std::size_t>(options.workers), options.queueLimit,
                  options.seed + 1, tallies)
        { }

        Shared shared;
        Responses responses;
        std::mt19937_64 random;
        asio::io_context context{1};
        Deadlines idle;
        Deadlines closing;
        Stall stall;
        tcp::acceptor acceptor;
        asio::steady_timer retry;
        WorkerPool pool;
    };
    std::optional<asio::ssl::context> tls;
    std::unique_ptr<Loop> loop;
};

Result<void> TargetServer::Impl::loadCertificate()
{
    if (!options.tls()) {
        return {};
    }
    boost::system::error_code code;
    tls.emplace(asio::ssl::context::tls_server);
    tls->use_certificate_chain_file(options.certificateFile, code);
    if (code) {
        return usageError("Cannot read a certificate from " + options.certificateFile + " (" + code.message()
            + "). Name a readable PEM file.");
    }
    tls->use_private_key_file(options.keyFile, asio::ssl::context::pem, code);
    if (code) {
        return usageError("Cannot use the key in " + options.keyFile + " (" + code.message()
            + "). Name the PEM file with the certificate's private key.");
    }
    return {};
}

Result<void> TargetServer::Impl::listen()
{
    const auto address = addressOf(options.host);
    if (!address) {
        return address.error();
    }
    const tcp::endpoint endpoint{*address, options.port};
    auto& acceptor = loop->acceptor;
    boost::system::error_code code;
    acceptor.open(endpoint.protocol(), code);
    if (!code) {
        acceptor.set_option(tcp::acceptor::reuse_address(true), code);
    }
    if (!code) {
        acceptor.bind(endpoint, code);
    }
    if (!code) {
        acceptor.listen(asio::socket_base::max_listen_connections, code);
    }
    if (code) {
        return listenError(options.host, options.port, code);
    }
    port = acceptor.local_endpoint().port();
    return {};
}

void TargetServer::Impl::accept()
{
    loop->acceptor.async_accept([this](const boost::system::error_code& code, tcp::socket socket) {
        if (!code) {
            welcome(std::move(socket));
            accept();
        } else if (code != asio::error::operation_aborted) {
            loop->retry.expires_after(acceptPause);
            loop->retry.async_wait([this](const boost::system::error_code& aborted) {
                if (!aborted) {
                    accept();
                }
            });
        }
    });
}

void TargetServer::Impl::welcome(tcp::socket socket)
{
    boost::system::error_code ignored; // a client may be gone already; reading will find out
    socket.set_option(tcp::no_delay(true), ignored);
    socket.non_blocking(true, ignored);
    std::shared_ptr<Connection> connection;
    if (tls) {
        connection = std::make_shared<TlsConnection>(loop->shared, std::move(socket), *tls);
    } else {
        connection = std::make_shared<PlainConnection>(loop->shared, std::move(socket));
    }
    connection->start();
}

void TargetServer::Impl::run()
{
    pthread_setname_np(pthread_self(), "assay-target");
    prctl(
        PR_SET_TIMERSLACK, 1UL); // no rounding of service times; an old kernel's refusal costs only precision
    loop->stall.start();
    accept();
    loop->context.run();
}

TargetServer::TargetServer(TargetOptions options)
    : m_impl(std::make_unique<Impl>(std::move(options)))
{ }

TargetServer::~TargetServer()
{
    stop();
}

Result<std::uint16_t> TargetServer::start()
{
    if (const auto faults = m_impl->options.validate(); !faults.empty()) {
        return faultsError("The target server cannot run like this:", faults);
    }
    if (const auto loaded = m_impl->loadCertificate(); !loaded) {
        return loaded.error();
    }
    m_impl->loop = std::make_unique<Impl::Loop>(m_impl->options, m_impl->tallies);
    if (const auto listening = m_impl->listen(); !listening) {
        return listening.error();
    }
    const BlockedSignals blocked; // they belong to the threads of the program
    m_impl->thread = std::thread{[impl = m_impl.get()] { impl->run(); }};
    return m_impl->port;
}

void TargetServer::stop()
{
    if (!m_impl->thread.joinable()) {
        return;
    }
    m_impl->loop->context.stop();
    m_impl->loop->stall.interrupt();
    m_impl->thread.join();
    m_impl->loop->pool.clear();
    m_impl->loop.reset();
}

const TargetOptions& TargetServer::options() const
{
    return m_impl->options;
}

std::uint16_t TargetServer::port() const
{
    return m_impl->port;
}

std::string TargetServer::url() const
{
    auto host = m_impl->options.host;
    if (host == "0.0.0.0") {
        host = "127.0.0.1";
    } else if (host == "::") {
        host = "::1";
    }
    if (host.find(':') != std::string::npos) {
        host = "[" + host + "]";
    }
    return (m_impl->options.tls() ? "https://" : "http://") + host + ":" + std::to_string(m_impl->port) + "/";
}

TargetCounters TargetServer::counters() const
{
    return m_impl->tallies.copy();
}

} // namespace assay::target
