// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <memory>
#include <string>

using SSL = struct ssl_st;
using SSL_CTX = struct ssl_ctx_st;
using SSL_SESSION = struct ssl_session_st;

namespace assay::load {

struct TlsOptions
{
    bool verify = true;
    std::string caFile; ///< PEM; empty: the system's certificates
    std::string serverName; ///< SNI and the name to verify; empty: the URL's host
};

/// OpenSSL's client settings for one worker thread. Not shared between threads, so that handshakes of
/// different workers never contend for a lock.
class TlsContext
{
public:
    /// Fails when the CA file cannot be read.
    static Result<TlsContext> create(const TlsOptions& options);

    TlsContext(TlsContext&&) noexcept;
    TlsContext& operator=(TlsContext&&) noexcept;
    ~TlsContext();

    /// A new client connection on `fd` for `host` (a name, or an address without brackets).
    /// `session`: where the newest session ticket for this server is kept, to resume the next handshake from.
    Result<SSL*> newConnection(int fd, const std::string& host, SSL_SESSION** session) const;

private:
    TlsContext(SSL_CTX* context, TlsOptions options);

    SSL_CTX* m_context = nullptr;
    TlsOptions m_options;
};

/// OpenSSL's newest error of this thread in words, "certificate verify failed: self-signed certificate".
std::string tlsErrorText(const SSL* connection);

} // namespace assay::load
