// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/streamconnection.h"

namespace assay::target {

using boost::asio::ip::tcp;

PlainConnection::PlainConnection(const Shared& shared, tcp::socket socket)
    : StreamConnection(shared, std::move(socket))
{ }

void PlainConnection::start()
{
    read();
}

std::size_t PlainConnection::writeNow(std::string_view bytes)
{
    // Nearly every response fits into the socket's buffer: one system call and no detour through the loop.
    // Would-block and errors alike are left to startWrite(), which meets them again.
    Code code;
    return m_stream.write_some(boost::asio::buffer(bytes.data(), bytes.size()), code);
}

bool PlainConnection::hasFarewell() const
{
    return false;
}

void PlainConnection::startClose()
{
    Code ignored;
    m_stream.shutdown(tcp::socket::shutdown_send, ignored);
    discardInput();
}

TlsConnection::TlsConnection(const Shared& shared, tcp::socket socket, boost::asio::ssl::context& context)
    : StreamConnection(shared, std::move(socket), context)
{ }

void TlsConnection::start()
{
    waitIdle();
    m_stream.async_handshake(boost::asio::ssl::stream_base::server, [self = self(), this](const Code& code) {
        unlink();
        if (code) {
            close();
        } else {
            read();
        }
    });
}

std::size_t TlsConnection::writeNow(std::string_view)
{
    return 0; // the TLS engine must not be interrupted by a full socket
}

bool TlsConnection::hasFarewell() const
{
    return true; // without close_notify the client could not tell the end from an attack
}

void TlsConnection::startClose()
{
    m_stream.async_shutdown([self = self(), this](const Code&) { close(); });
    // The call above has put close_notify into the socket: the end follows at once, as from other servers.
    Code ignored;
    m_stream.lowest_layer().shutdown(tcp::socket::shutdown_send, ignored);
}

} // namespace assay::target
