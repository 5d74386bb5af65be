// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/tlscontext.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>

#include <array>
#include <utility>

namespace assay::load {

namespace {

/// Index of the application data that points from a connection to its place for session tickets.
int sessionSlotIndex()
{
    static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
    return index;
}

int keepNewSession(SSL* connection, SSL_SESSION* session)
{
    auto** slot = static_cast<SSL_SESSION**>(SSL_get_ex_data(connection, sessionSlotIndex()));
    if (!slot) {
        return 0;
    }
    SSL_SESSION_free(*slot);
    *slot = session;
    return 1; // the reference is ours now
}

std::string queuedErrorText()
{
    const auto code = ERR_get_error();
    ERR_clear_error();
    if (code == 0) {
        return "unknown reason";
    }
    const char* reason = ERR_reason_error_string(code);
    return reason ? reason : "unknown reason";
}

bool isAddress(const std::string& host)
{
    std::array<unsigned char, 16> address{};
    return inet_pton(AF_INET, host.c_str(), address.data()) == 1
        || inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

} // namespace

TlsContext::TlsContext(SSL_CTX* context, TlsOptions options)
    : m_context(context)
    , m_options(std::move(options))
{ }

TlsContext::TlsContext(TlsContext&& other) noexcept
    : m_context(std::exchange(other.m_context, nullptr))
    , m_options(std::move(other.m_options))
{ }

TlsContext& TlsContext::operator=(TlsContext&& other) noexcept
{
    std::swap(m_context, other.m_context);
    std::swap(m_options, other.m_options);
    return *this;
}

TlsContext::~TlsContext()
{
    SSL_CTX_free(m_context);
}

Result<TlsContext> TlsContext::create(const TlsOptions& options)
{
    TlsContext result{SSL_CTX_new(TLS_client_method()), options};
    auto* context = result.m_context;
    if (!context) {
        return environmentError("TLS cannot be set up: " + queuedErrorText() + ".");
    }
    SSL_CTX_set_mode(context,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    // Servers that close without close_notify are judged by HTTP's framing, like on a plain connection.
    SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, keepNewSession);
    SSL_CTX_set_verify(context, options.verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);
    if (!options.caFile.empty()) {
        if (SSL_CTX_load_verify_locations(context, options.caFile.c_str(), nullptr) != 1) {
            ERR_clear_error();
            return usageError("The CA file \"" + options.caFile
                + "\" cannot be read as PEM certificates. Check the plan's caFile.");
        }
    } else if (options.verify) {
        SSL_CTX_set_default_verify_paths(context);
    }
    static constexpr std::array<unsigned char, 9> alpn{8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    SSL_CTX_set_alpn_protos(context, alpn.data(), alpn.size());
    return result;
}

Result<SSL*> TlsContext::newConnection(int fd, const std::string& host, SSL_SESSION** session) const
{
    const auto& name = m_options.serverName.empty() ? host : m_options.serverName;
    SSL* connection = SSL_new(m_context);
    if (!connection || SSL_set_fd(connection, fd) != 1) {
        SSL_free(connection);
        return environmentError("A TLS connection cannot be set up: " + queuedErrorText() + ".");
    }
    SSL_set_connect_state(connection);
    SSL_set_ex_data(connection, sessionSlotIndex(), session);
    if (*session) {
        SSL_set_session(connection, *session);
    }
    if (isAddress(name)) { // SNI is for names only (RFC 6066 §3)
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), name.c_str());
    } else {
        SSL_set_tlsext_host_name(connection, name.c_str());
        SSL_set1_host(connection, name.c_str());
    }
    return connection;
}

std::string tlsErrorText(const SSL* connection)
{
    const auto verify = SSL_get_verify_result(connection);
    auto text = queuedErrorText();
    if (verify != X509_V_OK) {
        text += std::string{": "} + X509_verify_cert_error_string(verify);
    }
    return text;
}

} // namespace assay::load
