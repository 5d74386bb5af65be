// SPDX-License-Identifier: GPL-3.0-or-later
#include "targetcommand.h"

#include "base/units.h"
#include "commandline.h"
#include "host/limits.h"
#include "stopsignals.h"
#include "target/targetserver.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace assay::cli {

namespace {

struct Settings
{
    target::TargetOptions options;
    std::int64_t port = 0;
    std::int64_t queue = 0;
    std::int64_t errorStatus = 500;
    std::int64_t durationNs = 0;
    bool untilEof = false;
};

void addListening(CommandLine& line, Settings& settings)
{
    auto& options = settings.options;
    line.text("host", "ADDRESS", options.host, "Address to listen on: IPv4, IPv6 or localhost");
    line.integer("port", settings.port, 0, 65535, "Port to listen on; without it a free one is picked");
    line.text("cert", "FILE", options.certificateFile, "Serve HTTPS with this certificate (PEM)");
    line.text("key", "FILE", options.keyFile, "The certificate's private key (PEM)");
    line.duration("duration", settings.durationNs, "Stop after this long; without it serve until a signal");
    line.flag("until-eof", settings.untilEof, "Stop when the standard input ends");
}

void addBehaviour(CommandLine& line, Settings& settings)
{
    auto& options = settings.options;
    line.integer("pool", options.workers, 1, 1'000'000, "Requests in service at once; the others queue");
    line.integer("queue", settings.queue, 0, 1'000'000'000,
        "Requests that may wait; one more gets 503 (default: any number)");
    line.custom(
        "service", "TIME", options.service.text(),
        [&options](const std::string& text) -> Result<void> {
            const auto service = target::ServiceTime::parse(text);
            if (!service) {
                return service.error();
            }
            options.service = *service;
            return {};
        },
        "How long a request is in service: 20ms, uniform:10ms,30ms, exp:20ms (mean) or lognormal:20ms,0.5 "
        "(median, sigma)");
    line.number("error-rate", options.errorRate, 0, 1, "Share of requests answered with an error, 0 to 1");
    line.integer("error-status", settings.errorStatus, 400, 599, "Status of these errors");
    line.duration("stall", options.stallNs, "Freeze for so long at the end of each period");
    line.duration("stall-every", options.stallEveryNs, "The period of the stalls");
}

void addProtocol(CommandLine& line, Settings& settings)
{
    auto& options = settings.options;
    line.size("size", options.responseBytes, "Length of a response's body");
    line.flag("chunked", options.chunked, "Send bodies in chunks instead of with their length");
    line.flag("close", options.closeConnections, "Close the connection after each response");
    line.duration(
        "keep-alive", options.keepAliveNs, "Close a connection that was idle for so long; 0 = never");
    line.custom(
        "announce", "none|auto|N", options.announce.text(),
        [&options](const std::string& text) -> Result<void> {
            const auto announce = target::Announcement::parse(text);
            if (!announce) {
                return announce.error();
            }
            options.announce = *announce;
            return {};
        },
        "What the Keep-Alive header says: nothing, the truth, or N seconds");
    line.integer("max-requests", options.maxRequests, 0, 1'000'000'000,
        "Close a connection after so many requests; without it after any number");
}

/// One line for the program that started us.
std::string describe(const target::TargetServer& server)
{
    const auto& options = server.options();
    json::object line{{"type", "listening"}, {"url", server.url()}, {"host", options.host},
        {"port", server.port()}, {"pid", getpid()}, {"service", options.service.text()},
        {"pool", options.workers},
        {"queue", options.queueLimit ? json::value(*options.queueLimit) : json::value(nullptr)},
        {"error_rate", options.errorRate}, {"error_status", options.errorStatus},
        {"size", options.responseBytes}, {"chunked", options.chunked}, {"close", options.closeConnections},
        {"stall", formatDuration(options.stallNs)}, {"stall_every", formatDuration(options.stallEveryNs)},
        {"keep_alive", formatDuration(options.keepAliveNs)}, {"announce", options.announce.text()},
        {"max_requests", options.maxRequests}, {"tls", options.tls()}};
    return json::serialize(line);
}

/// What it has seen, once it has stopped: the other side of a load test's figures.
std::string account(const target::TargetServer& server)
{
    const auto seen = server.counters();
    return json::serialize(json::object{{"type", "stopped"}, {"connections", seen.connectionsOpened},
        {"requests", seen.requests}, {"responses", seen.responses}, {"errors", seen.errors},
        {"refused", seen.refused}, {"malformed", seen.malformed}, {"bytes_in", seen.bytesIn},
        {"bytes_out", seen.bytesOut}, {"queue_peak", seen.queuePeak}, {"busy_peak", seen.busyPeak}});
}

void say(const std::string& line)
{
    std::puts(line.c_str());
    std::fflush(stdout);
}

/// Returns when it is time to stop.
class Ending
{
public:
    explicit Ending(const Settings& settings)
        : m_signals(m_loop, SIGINT, SIGTERM)
        , m_timer(m_loop)
        , m_input(m_loop)
    {
        if (hangUpEnds()) {
            m_signals.add(SIGHUP);
        }
        m_signals.async_wait([this](const boost::system::error_code&, int) { m_loop.stop(); });
        if (settings.durationNs > 0) {
            m_timer.expires_after(std::chrono::nanoseconds(settings.durationNs));
            m_timer.async_wait([this](const boost::system::error_code&) { m_loop.stop(); });
        }
        if (settings.untilEof) {
            boost::system::error_code code;
            m_input.assign(dup(STDIN_FILENO), code);
            // What cannot be watched, a file or nothing at all, is at its end already.
            code ? m_loop.stop() : watchInput();
        }
    }

    void wait() { m_loop.run(); }

private:
    /// Waits only, and leaves the descriptor as it is: other programs may share it.
    void watchInput()
    {
        m_input.async_wait(
            boost::asio::posix::stream_descriptor::wait_read, [this](const boost::system::error_code& code) {
                std::array<char, 256> ignored{};
                if (code || ::read(STDIN_FILENO, ignored.data(), ignored.size()) <= 0) {
                    m_loop.stop();
                } else {
                    watchInput();
                }
            });
    }

    boost::asio::io_context m_loop{1};
    boost::asio::signal_set m_signals;
    boost::asio::steady_timer m_timer;
    boost::asio::posix::stream_descriptor m_input;
};

} // namespace

int targetCommand(const std::vector<std::string>& arguments)
{
    Settings settings;
    CommandLine line{"target", "[options]",
        "Serves HTTP/1.1 in a way that is known exactly, to try a load test on or to practise reading one. "
        "Any\n"
        "method and path is answered. The defaults play a web application whose pool of 8 database "
        "connections\n"
        "is the bottleneck: 400 requests a second and no more. The first line on the standard output is a "
        "JSON\n"
        "object with the address. SIGINT and SIGTERM stop the server; its last line tells what it has seen."};
    addListening(line, settings);
    addBehaviour(line, settings);
    addProtocol(line, settings);
    line.example("assay-cli target --port 8080", "the default bottleneck at http://127.0.0.1:8080/");
    line.example("assay-cli target --service lognormal:5ms,0.8 --pool 64 --error-rate 0.01",
        "a service with a long tail that fails one request in a hundred");
    line.example("assay-cli target --service 0 --stall 200ms --stall-every 5s", "a fast server with pauses");
    line.example(
        "assay-cli target --keep-alive 5s --announce 60", "closes idle connections earlier than it says");
    const auto outcome = line.parse(arguments);
    if (!outcome) {
        return fail(outcome.error());
    }
    if (*outcome == CommandLine::Outcome::HelpShown) {
        return exitOk;
    }
    settings.options.port = static_cast<std::uint16_t>(settings.port);
    settings.options.errorStatus = static_cast<int>(settings.errorStatus);
    if (line.given("queue")) {
        settings.options.queueLimit = settings.queue;
    }

    std::signal(SIGPIPE, SIG_IGN); // who started us may leave before we end
    host::raiseOpenFileLimit();
    Ending ending{settings};
    target::TargetServer server{settings.options};
    if (const auto port = server.start(); !port) {
        return fail(port.error());
    }
    say(describe(server));
    ending.wait();
    server.stop();
    say(account(server));
    return exitOk;
}

} // namespace assay::cli
