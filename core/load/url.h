// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::load {

/// An http or https URL, taken apart for the engine. Made by parseUrl() and resolveReference() only.
struct Url
{
    bool tls = false;
    std::string host; ///< lower case, as the resolver takes it: a name, "127.0.0.1", "::1", no brackets
    std::string zone; ///< of a link-local IPv6 address: "eth0"; else empty
    bool ipv6 = false; ///< host is an IPv6 literal
    std::uint16_t port = 0; ///< the scheme's default if the URL names none
    std::string target = "/"; ///< path and query as sent in the request line; never a fragment

    /// Value of the Host header: brackets around IPv6, no zone, no default port.
    std::string hostHeader() const;
    /// "https://host:port" without the default port, with the zone; then the target for text().
    std::string origin() const;
    std::string text() const;

    bool operator==(const Url&) const = default;
};

/// Reads a complete URL. In the target, whatever may not stand there (spaces, quotes, non-ASCII …) is
/// percent-encoded, escapes are left as they are, dot segments too; an empty path becomes "/". Refused with a
/// sentence: other schemes, user names and passwords, control characters, hosts and ports that cannot be.
Result<Url> parseUrl(std::string_view text);

/// Resolves the Location of a redirect against the URL that answered with it (RFC 3986, section 5.3; a
/// reference such as "http:path" counts as relative, as browsers take it).
Result<Url> resolveReference(const Url& base, std::string_view reference);

/// Appends a piece of path or query with everything percent-encoded that may not stand there.
void appendEncoded(std::string& out, std::string_view piece);

} // namespace assay::load
