// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "target/connection.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

namespace assay::target {

/// What plain and TLS connections have in common: the same operations on a different stream.
template <typename Stream> class StreamConnection : public Connection
{
protected:
    template <typename... Arguments>
    explicit StreamConnection(const Shared& shared, Arguments&&... arguments)
        : Connection(shared)
        , m_stream(std::forward<Arguments>(arguments)...)
    { }

    /// Keeps the connection alive for as long as the operation runs.
    std::shared_ptr<StreamConnection> self()
    {
        return std::static_pointer_cast<StreamConnection>(this->shared_from_this());
    }

    void startRead(std::span<char> buffer) override
    {
        m_stream.async_read_some(boost::asio::buffer(buffer.data(), buffer.size()),
            [self = self()](const Code& code, std::size_t bytes) { self->onRead(code, bytes); });
    }

    void startWrite(std::string_view bytes) override
    {
        boost::asio::async_write(m_stream, boost::asio::buffer(bytes.data(), bytes.size()),
            [self = self()](const Code& code, std::size_t written) { self->onWritten(code, written); });
    }

    void close() override
    {
        Code ignored; // nothing is left to be done about a socket that does not close
        m_stream.lowest_layer().close(ignored);
    }

    bool inputWaiting() override
    {
        Code code;
        return m_stream.lowest_layer().available(code) > 0;
    }

    Stream m_stream;
};

class PlainConnection final : public StreamConnection<boost::asio::ip::tcp::socket>
{
public:
    PlainConnection(const Shared& shared, boost::asio::ip::tcp::socket socket);
    void start() override;

private:
    std::size_t writeNow(std::string_view bytes) override;
    bool hasFarewell() const override;
    void startClose() override;
};

class TlsConnection final : public StreamConnection<boost::asio::ssl::stream<boost::asio::ip::tcp::socket>>
{
public:
    TlsConnection(
        const Shared& shared, boost::asio::ip::tcp::socket socket, boost::asio::ssl::context& context);
    void start() override;

private:
    std::size_t writeNow(std::string_view bytes) override;
    bool hasFarewell() const override;
    void startClose() override;
};

} // namespace assay::target
