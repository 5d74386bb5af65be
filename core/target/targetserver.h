// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "target/targetcounters.h"
#include "target/targetoptions.h"

#include <cstdint>
#include <memory>
#include <string>

namespace assay::target {

/// An HTTP/1.1 server whose behaviour is known exactly, to measure against: any method and path is answered,
/// after a service time, by a limited pool of workers. It runs in one thread of its own.
class TargetServer
{
public:
    explicit TargetServer(TargetOptions options);
    /// Stops the server.
    ~TargetServer();
    TargetServer(const TargetServer&) = delete;
    TargetServer& operator=(const TargetServer&) = delete;

    /// Listens and begins to serve; returns the real port. Wrong options and unreadable certificates are
    /// usage errors, a port in use is one of the environment. To be called once.
    Result<std::uint16_t> start();

    /// Closes all connections and joins the thread, also amid a stall; requests in service go unanswered. May
    /// be called again. Not from within the server's thread.
    void stop();

    const TargetOptions& options() const;
    /// The real port; 0 before start().
    std::uint16_t port() const;
    /// Where a client on this machine finds it: "http://127.0.0.1:40123/", "https://[::1]:443/".
    std::string url() const;
    /// Any thread, also after stop().
    TargetCounters counters() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace assay::target
