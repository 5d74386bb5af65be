// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "target/servicetime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::target {

/// What the server tells its clients about its keep-alive timeout.
struct Announcement
{
    enum class Mode
    {
        None, ///< nothing
        Auto, ///< the truth: "Keep-Alive: timeout=N", whole seconds rounded down
        Seconds, ///< `seconds`, true or not
    };
    Mode mode = Mode::None;
    std::int64_t seconds = 0;

    /// "none", "auto" or a whole number of seconds.
    static Result<Announcement> parse(std::string_view text);
    std::string text() const;

    bool operator==(const Announcement&) const = default;
};

/// How the embedded server behaves. The defaults play a web application whose pool of 8 database
/// connections is the bottleneck: it serves 400 requests a second and no more.
struct TargetOptions
{
    std::string host = "127.0.0.1"; ///< address to listen on: IPv4, IPv6 or "localhost"
    std::uint16_t port = 0; ///< 0 picks a free one
    ServiceTime service = ServiceTime::fixed(20 * nsPerMs);
    std::int64_t workers = 8; ///< requests in service at once; the others wait in order of arrival
    std::optional<std::int64_t>
        queueLimit; ///< requests waiting at most; one more gets 503; nullopt = no limit

    double errorRate =
        0; ///< share of requests, 0 to 1, that are answered with errorStatus after their service
    int errorStatus = 500;
    std::int64_t responseBytes = 1024; ///< length of a good response's body
    bool chunked = false; ///< chunked transfer coding instead of Content-Length (HTTP/1.1 clients only)
    bool closeConnections = false; ///< "Connection: close" after every response

    std::int64_t stallNs = 0; ///< the server freezes for so long at the end of each period …
    std::int64_t stallEveryNs = 0; ///< … of this length, counted from its start; 0 = never

    std::int64_t keepAliveNs = 60 * nsPerSecond; ///< an idle connection is closed after it; 0 = never
    Announcement announce;
    std::int64_t maxRequests =
        0; ///< requests a connection may send; the last response closes it; 0 = any number

    std::string certificateFile; ///< PEM; both files set = HTTPS
    std::string keyFile; ///< PEM

    std::uint64_t seed = 1; ///< of service times and errors

    bool tls() const { return !certificateFile.empty() || !keyFile.empty(); }

    /// Everything that is wrong, with the option's name as the command line writes it; empty = can start.
    std::vector<Fault> validate() const;

    bool operator==(const TargetOptions&) const = default;
};

} // namespace assay::target
