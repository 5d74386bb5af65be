// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/program.h"

#include <netdb.h>

#include <cstring>

namespace assay::load {

namespace {

/// All addresses of one name in the resolver's order, without doubles. `reason` in words if there is none.
std::vector<SocketAddress> lookUp(const Url& url, std::string& reason)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const auto host = url.zone.empty() ? url.host : url.host + "%" + url.zone;
    const int code = getaddrinfo(host.c_str(), std::to_string(url.port).c_str(), &hints, &found);
    if (code != 0) {
        reason = gai_strerror(code);
        return {};
    }
    std::vector<SocketAddress> addresses;
    for (const auto* entry = found; entry && addresses.size() < 255; entry = entry->ai_next) {
        SocketAddress address;
        std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
        address.length = entry->ai_addrlen;
        addresses.push_back(address);
    }
    freeaddrinfo(found);
    return addresses;
}

} // namespace

Result<void> resolveOrigins(Program& program)
{
    bool any = false;
    std::string message;
    for (auto& origin : program.origins) {
        std::string reason;
        origin.addresses = lookUp(origin.url, reason);
        any = any || !origin.addresses.empty();
        if (origin.addresses.empty()) {
            message += "The name \"" + origin.url.host + "\" has no address (" + reason
                + "). Check its spelling and this machine's name service. ";
        }
    }
    if (!any) {
        message.pop_back();
        return environmentError(std::move(message));
    }
    return {};
}

} // namespace assay::load
