// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/responsehead.h"

#include "base/text.h"

#include <charconv>
#include <cstring>

namespace assay::load {

namespace {

/// Takes the next line off `rest`, without its line end.
std::string_view takeLine(std::string_view& rest) noexcept
{
    const auto end = rest.find('\n');
    auto line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    while (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

/// Takes the next element off a comma-separated field value.
std::string_view takeToken(std::string_view& rest) noexcept
{
    const auto comma = rest.find(',');
    const auto token = trimmed(rest.substr(0, comma));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    return token;
}

/// What the fields said, before the rules of RFC 9112 §6.3 are applied.
struct Fields
{
    bool hasLength = false;
    bool chunkedLast = false;
    bool hasTransferEncoding = false;
    bool close = false;
    bool keepAlive = false;
};

const char* readLength(std::string_view value, Fields& fields, ResponseHead& out) noexcept
{
    // "5, 5" and repeated equal fields are one length (RFC 9110 §8.6); anything else is unusable.
    while (!value.empty()) {
        const auto token = takeToken(value);
        std::uint64_t length = 0;
        const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), length);
        if (token.empty() || code != std::errc{} || end != token.data() + token.size()) {
            return "its Content-Length is not a number";
        }
        if (fields.hasLength && length != out.contentLength) {
            return "it has two different Content-Lengths";
        }
        fields.hasLength = true;
        out.contentLength = length;
    }
    return fields.hasLength ? nullptr : "its Content-Length is empty";
}

void readTransferEncoding(std::string_view value, Fields& fields) noexcept
{
    while (!value.empty()) {
        const auto token = takeToken(value);
        if (!token.empty()) {
            fields.hasTransferEncoding = true;
            fields.chunkedLast = sameIgnoringCase(token.substr(0, token.find(';')), "chunked");
        }
    }
}

void readConnection(std::string_view value, Fields& fields) noexcept
{
    while (!value.empty()) {
        const auto token = takeToken(value);
        fields.close = fields.close || sameIgnoringCase(token, "close");
        fields.keepAlive = fields.keepAlive || sameIgnoringCase(token, "keep-alive");
    }
}

ContentCoding codingOf(std::string_view value) noexcept
{
    if (value.empty() || sameIgnoringCase(value, "identity")) {
        return ContentCoding::Identity;
    }
    if (sameIgnoringCase(value, "gzip") || sameIgnoringCase(value, "x-gzip")) {
        return ContentCoding::Gzip;
    }
    return sameIgnoringCase(value, "deflate") ? ContentCoding::Deflate : ContentCoding::Other;
}

const char* readField(std::string_view line, Fields& fields, ResponseHead& out) noexcept
{
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) {
        return "one of its header lines has no field name";
    }
    const auto name = line.substr(0, colon);
    if (name.back() == ' ' || name.back() == '\t') {
        return "one of its field names ends in a blank";
    }
    const auto value = line.substr(colon + 1);
    // The length is a cheap first filter: most fields of a response end here.
    switch (name.size()) {
    case 8:
        if (sameIgnoringCase(name, "location")) {
            out.location = trimmed(value);
        }
        break;
    case 10:
        if (sameIgnoringCase(name, "connection")) {
            readConnection(value, fields);
        }
        break;
    case 14:
        if (sameIgnoringCase(name, "content-length")) {
            return readLength(trimmed(value), fields, out);
        }
        break;
    case 16:
        if (sameIgnoringCase(name, "content-encoding")) {
            out.coding = codingOf(trimmed(value));
        }
        break;
    case 17:
        if (sameIgnoringCase(name, "transfer-encoding")) {
            readTransferEncoding(value, fields);
        }
        break;
    default:
        break;
    }
    return nullptr;
}

/// "HTTP/1.1 200 OK": gives the status and whether the connection persists by default.
const char* readStatusLine(std::string_view line, ResponseHead& out) noexcept
{
    if (line.size() < 12 || line.substr(0, 7) != "HTTP/1." || (line[7] != '0' && line[7] != '1')
        || line[8] != ' ') {
        return "it does not begin with an HTTP/1.x status line";
    }
    const auto digits = line.substr(9, 3);
    std::uint16_t status = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + 3, status);
    if (code != std::errc{} || end != digits.data() + 3 || status < 100
        || (line.size() > 12 && line[12] != ' ')) {
        return "its status is not a number of three digits";
    }
    out.status = status;
    out.keepAlive = line[7] == '1';
    return nullptr;
}

void applyFraming(const Fields& fields, bool toHead, ResponseHead& out) noexcept
{
    if (fields.close) {
        out.keepAlive = false;
    } else if (fields.keepAlive) {
        out.keepAlive = true;
    }
    if (toHead || out.status < 200 || out.status == 204 || out.status == 304) {
        out.framing = out.status == 101 ? Framing::UntilClose : Framing::None;
    } else if (fields.hasTransferEncoding) {
        out.framing = fields.chunkedLast ? Framing::Chunked : Framing::UntilClose;
        // Both fields at once smell of request smuggling: read it, but do not reuse (RFC 9112 §6.1).
        out.keepAlive = out.keepAlive && !fields.hasLength;
    } else {
        out.framing = fields.hasLength ? Framing::Length : Framing::UntilClose;
    }
    if (out.framing == Framing::UntilClose) {
        out.keepAlive = false;
    }
}

} // namespace

std::size_t headLength(std::string_view bytes, std::size_t from) noexcept
{
    auto position = from > 3 ? from - 3 : 0;
    while (true) {
        const auto lineEnd = bytes.find('\n', position);
        if (lineEnd == std::string_view::npos) {
            return 0;
        }
        const auto rest = bytes.substr(lineEnd + 1);
        if (!rest.empty() && rest.front() == '\n') {
            return lineEnd + 2;
        }
        if (rest.size() >= 2 && rest[0] == '\r' && rest[1] == '\n') {
            return lineEnd + 3;
        }
        position = lineEnd + 1;
    }
}

const char* parseHead(std::string_view head, bool toHead, ResponseHead& out) noexcept
{
    out = {};
    if (const auto* reason = readStatusLine(takeLine(head), out)) {
        return reason;
    }
    Fields fields;
    while (true) {
        const auto line = takeLine(head);
        if (line.empty()) {
            break;
        }
        if (line.front() == ' ' || line.front() == '\t') {
            continue; // a folded continuation (obsolete): none of the fields read here is ever folded
        }
        if (const auto* reason = readField(line, fields, out)) {
            return reason;
        }
    }
    applyFraming(fields, toHead, out);
    return nullptr;
}

} // namespace assay::load
