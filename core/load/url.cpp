// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/url.h"

#include "base/text.h"

#include "base/units.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <optional>

namespace assay::load {

namespace {

constexpr std::string_view remedy = "Write it as http://host/path or https://host:port/path.";

bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

Error urlError(std::string_view text, std::string_view reason)
{
    return usageError("The URL \"" + std::string{text} + "\" " + std::string{reason});
}

/// The scheme in lower case, if `text` begins with "scheme:"; else empty.
std::string schemeOf(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || !isAlpha(text.front())) {
        return {};
    }
    const auto scheme = text.substr(0, colon);
    const bool valid = std::all_of(scheme.begin(), scheme.end(),
        [](char c) { return isAlpha(c) || isDigit(c) || c == '+' || c == '-' || c == '.'; });
    return valid ? lowerCase(scheme) : std::string{};
}

std::string_view withoutFragment(std::string_view text)
{
    return text.substr(0, text.find('#'));
}

/// Labels of letters, digits, hyphens and underscores (which DNS forbids and people use), dots between.
bool isHostName(std::string_view host)
{
    if (host.ends_with('.')) {
        host.remove_suffix(1);
    }
    if (host.empty() || host.size() > 253) {
        return false;
    }
    std::size_t labelLength = 0;
    for (const char c : host) {
        if (c == '.') {
            if (labelLength == 0) {
                return false;
            }
            labelLength = 0;
        } else if (isAlpha(c) || isDigit(c) || c == '-' || c == '_') {
            if (++labelLength > 63) {
                return false;
            }
        } else {
            return false;
        }
    }
    return labelLength > 0;
}

bool isIpv4(const std::string& host)
{
    in_addr address{};
    return inet_pton(AF_INET, host.c_str(), &address) == 1;
}

bool isIpv6(const std::string& host)
{
    in6_addr address{};
    return inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

/// Reads "[address]" or "[address%25zone]" (or "%zone", which people write) into `url`; `inside` is without
/// the brackets.
bool readIpv6(std::string_view inside, Url& url)
{
    const auto percent = inside.find('%');
    url.host = lowerCase(inside.substr(0, percent));
    url.ipv6 = true;
    if (percent != std::string_view::npos) {
        auto zone = inside.substr(percent + 1);
        if (zone.starts_with("25")) {
            zone.remove_prefix(2);
        }
        const bool valid = !zone.empty() && std::all_of(zone.begin(), zone.end(), [](char c) {
            return isAlpha(c) || isDigit(c) || c == '-' || c == '_' || c == '.' || c == '~';
        });
        if (!valid) {
            return false;
        }
        url.zone = zone;
    }
    return isIpv6(url.host);
}

Result<void> readHost(std::string_view host, std::string_view whole, Url& url)
{
    if (host.empty()) {
        return urlError(whole, "names no host. " + std::string{remedy});
    }
    if (host.front() == '[') {
        if (host.back() != ']' || !readIpv6(host.substr(1, host.size() - 2), url)) {
            return urlError(whole,
                "holds an IPv6 address that is none. Write it in brackets, such as http://[::1]:8080/ or "
                "http://[fe80::1%25eth0]/.");
        }
        return {};
    }
    if (std::any_of(host.begin(), host.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
        return urlError(
            whole, "has a host name with letters outside ASCII. Write the name as DNS knows it (xn--…).");
    }
    url.host = lowerCase(host);
    const bool numeric = std::all_of(host.begin(), host.end(), [](char c) { return isDigit(c) || c == '.'; });
    if (numeric ? !isIpv4(url.host) : !isHostName(host)) {
        return urlError(whole,
            "has \"" + std::string{host} + "\" for a host, which is neither a name nor an " + "address. "
                + std::string{remedy});
    }
    return {};
}

Result<void> readPort(std::string_view port, std::string_view whole, Url& url)
{
    url.port = url.tls ? 443 : 80;
    if (port.empty()) {
        return {};
    }
    const bool digits = port.size() <= 5 && std::all_of(port.begin(), port.end(), isDigit);
    const auto number = digits ? *parseInteger(port) : 0;
    if (number < 1 || number > 65535) {
        return urlError(
            whole, "has \"" + std::string{port} + "\" for a port. Write a number from 1 to 65535.");
    }
    url.port = static_cast<std::uint16_t>(number);
    return {};
}

/// Reads "host:port" into `url`.
Result<void> readAuthority(std::string_view authority, std::string_view whole, Url& url)
{
    if (authority.find('@') != std::string_view::npos) {
        return urlError(whole,
            "holds a user name or password before \"@\". Take it out and give the step a header instead, "
            "such as \"Authorization: Basic …\".");
    }
    const auto bracket = authority.rfind(']');
    const auto colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
    const auto host = authority.substr(0, colon);
    const auto port = colon == std::string_view::npos ? std::string_view{} : authority.substr(colon + 1);
    if (const auto read = readHost(host, whole, url); !read) {
        return read.error();
    }
    return readPort(port, whole, url);
}

std::string encodedTarget(std::string_view pathAndQuery)
{
    std::string target;
    if (!pathAndQuery.starts_with('/')) {
        target = "/";
    }
    appendEncoded(target, pathAndQuery);
    return target;
}

/// RFC 3986, section 5.2.4, for a path that begins with a slash.
std::string withoutDotSegments(std::string_view path)
{
    std::string out;
    while (!path.empty()) {
        const auto end = std::min(path.find('/', 1), path.size());
        const auto segment = path.substr(0, end); // "/name"
        const bool last = end == path.size();
        path.remove_prefix(end);
        if (segment == "/." || segment == "/..") {
            if (segment == "/..") {
                out.resize(std::min(out.rfind('/'), out.size()));
            }
            if (last) {
                out += '/';
            }
        } else {
            out += segment;
        }
    }
    return out;
}

struct PathAndQuery
{
    std::string_view path;
    std::string_view query; ///< with its "?"; empty if there is none
};

PathAndQuery split(std::string_view target)
{
    const auto question = std::min(target.find('?'), target.size());
    return {target.substr(0, question), target.substr(question)};
}

/// The target of a relative reference without authority.
std::string relativeTarget(const Url& base, std::string_view reference)
{
    const auto [basePath, baseQuery] = split(base.target);
    const auto [path, query] = split(reference);
    if (path.empty()) {
        return encodedTarget(std::string{basePath} + std::string{query.empty() ? baseQuery : query});
    }
    std::string merged;
    if (!path.starts_with('/')) {
        merged = basePath.substr(0, basePath.rfind('/') + 1);
    }
    merged += path;
    return encodedTarget(withoutDotSegments(merged) + std::string{query});
}

} // namespace

void appendEncoded(std::string& out, std::string_view piece)
{
    static constexpr std::string_view hexDigits = "0123456789ABCDEF";
    static constexpr std::string_view encoded = " \"<>\\^`{|}";
    for (const char c : piece) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= 0x20 || byte >= 0x7f || encoded.find(c) != std::string_view::npos) {
            out += {'%', hexDigits[byte >> 4], hexDigits[byte & 15]};
        } else {
            out += c;
        }
    }
}

std::string Url::hostHeader() const
{
    std::string text = ipv6 ? "[" + host + "]" : host;
    if (port != (tls ? 443 : 80)) {
        text += ":" + std::to_string(port);
    }
    return text;
}

std::string Url::origin() const
{
    std::string text = tls ? "https://" : "http://";
    text += hostHeader();
    if (!zone.empty()) {
        text.insert(text.find(']'), "%25" + zone);
    }
    return text;
}

std::string Url::text() const
{
    return origin() + target;
}

Result<Url> parseUrl(std::string_view text)
{
    if (text.empty()) {
        return usageError("The URL is empty. " + std::string{remedy});
    }
    if (hasControlCharacter(text)) {
        return usageError("The URL holds a line break or another control character. Remove it.");
    }
    const auto scheme = schemeOf(text);
    const auto afterScheme = text.substr(scheme.empty() ? 0 : scheme.size() + 1);
    if (!scheme.empty() && scheme != "http" && scheme != "https" && afterScheme.starts_with("//")) {
        return urlError(text, "begins with " + scheme + ":, but only http: and https: can be loaded.");
    }
    if ((scheme != "http" && scheme != "https") || !afterScheme.starts_with("//")) {
        return urlError(text, "does not begin with http:// or https://. " + std::string{remedy});
    }
    Url url;
    url.tls = scheme == "https";
    const auto rest = withoutFragment(afterScheme.substr(2));
    const auto authorityEnd = std::min(rest.find_first_of("/?"), rest.size());
    if (const auto read = readAuthority(rest.substr(0, authorityEnd), text, url); !read) {
        return read.error();
    }
    url.target = encodedTarget(rest.substr(authorityEnd));
    return url;
}

Result<Url> resolveReference(const Url& base, std::string_view reference)
{
    reference = trimmed(reference);
    if (hasControlCharacter(reference)) {
        return usageError("The redirect's address holds a control character.");
    }
    const auto scheme = schemeOf(reference);
    const auto relative = withoutFragment(reference.substr(scheme.empty() ? 0 : scheme.size() + 1));
    const std::string baseScheme = base.tls ? "https" : "http";
    if (relative.starts_with("//")) {
        auto url = parseUrl((scheme.empty() ? baseScheme : scheme) + ":" + std::string{relative});
        if (url) {
            const auto [path, query] = split(url->target);
            url->target = withoutDotSegments(path) + std::string{query};
        }
        return url;
    }
    if (!scheme.empty() && scheme != baseScheme) {
        return urlError(reference, "of a redirect is not one of http or https.");
    }
    Url url = base;
    url.target = relativeTarget(base, relative);
    return url;
}

} // namespace assay::load
