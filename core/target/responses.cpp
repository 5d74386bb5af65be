// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/responses.h"

#include <boost/beast/http/status.hpp>

#include <algorithm>
#include <cstdio>

namespace assay::target {

namespace {

constexpr std::int64_t pieceBytes = 64 << 10;
constexpr std::string_view bodyLine = "Assay answers whatever it is asked, as fast as it was told to.\n";

std::string bodyText(std::int64_t length)
{
    std::string text;
    text.reserve(static_cast<std::size_t>(length));
    while (static_cast<std::int64_t>(text.size()) < length) {
        const auto missing = static_cast<std::size_t>(length) - text.size();
        text += bodyLine.substr(0, missing);
    }
    return text;
}

std::string chunk(const std::string& text)
{
    if (text.empty()) {
        return {};
    }
    std::array<char, 32> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", text.size());
    return size.data() + text + "\r\n";
}

int statusOf(Responses::Kind kind, const TargetOptions& options)
{
    switch (kind) {
    case Responses::Kind::Good:
        break;
    case Responses::Kind::Error:
        return options.errorStatus;
    case Responses::Kind::Busy:
        return 503;
    case Responses::Kind::BadRequest:
        return 400;
    case Responses::Kind::HeaderTooLarge:
        return 431;
    }
    return 200;
}

std::string reasonOf(int status)
{
    const auto known = boost::beast::http::int_to_status(static_cast<unsigned>(status));
    if (known == boost::beast::http::status::unknown) {
        return "Error";
    }
    const auto reason = boost::beast::http::obsolete_reason(known);
    return {reason.data(), reason.size()};
}

/// "" when nothing is announced: whole seconds only, and never more than is true.
std::string keepAliveField(const TargetOptions& options)
{
    auto seconds = options.announce.seconds;
    if (options.announce.mode == Announcement::Mode::Auto) {
        seconds = options.keepAliveNs / nsPerSecond;
    }
    const bool announced = options.announce.mode == Announcement::Mode::Seconds
        || (options.announce.mode == Announcement::Mode::Auto && options.keepAliveNs > 0);
    return announced ? "Keep-Alive: timeout=" + std::to_string(seconds) + "\r\n" : std::string{};
}

void addBody(Response& response, std::int64_t length, bool chunked)
{
    const auto encode = [chunked](const std::string& text) { return chunked ? chunk(text) : text; };
    if (length > pieceBytes) {
        response.piece = encode(bodyText(pieceBytes));
        response.repeat = static_cast<std::uint64_t>(length / pieceBytes);
    }
    auto rest = encode(bodyText(length > pieceBytes ? length % pieceBytes : length));
    rest += chunked ? "0\r\n\r\n" : "";
    (response.repeat == 0 ? response.head : response.tail) += rest;
}

Response compose(Responses::Kind kind, Responses::Manner manner, const TargetOptions& options)
{
    const int status = statusOf(kind, options);
    const auto reason = reasonOf(status);
    const bool good = kind == Responses::Kind::Good;
    const auto length = good ? options.responseBytes : static_cast<std::int64_t>(reason.size() + 1);
    const bool chunked = good && options.chunked && !manner.version10;

    Response response;
    auto& head = response.head;
    head = "HTTP/1.1 " + std::to_string(status) + " " + reason + "\r\nServer: assay-target\r\n"
        + "Content-Type: text/plain\r\n";
    head += chunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: " + std::to_string(length) + "\r\n";
    if (manner.close) {
        head += "Connection: close\r\n";
    } else {
        const auto announced = keepAliveField(options);
        head += announced;
        // An HTTP/1.0 client assumes close unless told; the Keep-Alive field has no meaning without it.
        head += manner.version10 || !announced.empty() ? "Connection: keep-alive\r\n" : "";
    }
    head += "\r\n";
    if (!manner.head && good) {
        addBody(response, length, chunked);
    } else if (!manner.head) {
        head += reason + "\n";
    }
    return response;
}

} // namespace

Responses::Responses(const TargetOptions& options)
{
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        for (const bool close : {false, true}) {
            for (const bool version10 : {false, true}) {
                for (const bool head : {false, true}) {
                    const Manner manner{close, version10, head};
                    m_responses[index(static_cast<Kind>(kind), manner)] =
                        compose(static_cast<Kind>(kind), manner, options);
                }
            }
        }
    }
}

} // namespace assay::target
