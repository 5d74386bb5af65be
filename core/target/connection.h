// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "target/deadlines.h"
#include "target/requestparser.h"
#include "target/responses.h"
#include "target/workerpool.h"

#include <boost/system/error_code.hpp>

#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <vector>

namespace assay::target {

/// What all connections of a server share. Lives as long as the event loop.
struct Shared
{
    const TargetOptions& options;
    const Responses& responses;
    WorkerPool& pool;
    Deadlines& idle; ///< connections on which nothing is going on
    Deadlines& closing; ///< connections that only wait for the client's end
    std::mt19937_64& random;
    Tallies& tallies;
};

/// One client: reads its requests one after another, has each served by the pool and answers it. What the
/// bytes travel on is the business of StreamConnection. Belongs to the event loop's thread; kept alive by the
/// operation it waits for, and by the pool.
class Connection : public std::enable_shared_from_this<Connection>, public Customer, public Expiring
{
public:
    explicit Connection(const Shared& shared);
    ~Connection() override;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Begins to read, after the TLS handshake if there is one.
    virtual void start() = 0;

    void served() override;
    void expired() override;

protected:
    using Code = boost::system::error_code;

    /// Starts reading into the buffer; onRead() follows.
    virtual void startRead(std::span<char> buffer) = 0;
    /// Writes what goes without waiting and returns the number of bytes; 0 is never an error.
    virtual std::size_t writeNow(std::string_view bytes) = 0;
    /// Starts to write all bytes; onWritten() follows.
    virtual void startWrite(std::string_view bytes) = 0;
    /// Whether the kernel holds bytes that nobody has read yet.
    virtual bool inputWaiting() = 0;
    /// Whether the protocol below has a last word of its own (TLS: close_notify).
    virtual bool hasFarewell() const = 0;
    /// Sends the end of our stream, then waits for the client's; onRead() or close() follows.
    virtual void startClose() = 0;
    virtual void close() = 0;

    void read();
    void onRead(const Code& code, std::size_t bytes);
    void onWritten(const Code& code, std::size_t bytes);
    void discardInput();
    /// Waits for the next thing, but not for ever.
    void waitIdle() { m_shared.idle.add(*this); }

private:
    enum class State
    {
        Reading,
        Serving,
        Sending,
        Closing
    };
    enum class Parsed
    {
        More,
        WantsContinue,
        Request,
        Bad,
        TooLarge
    };
    enum class After
    {
        ReadOn,
        Close,
        CloseSlowly
    };

    void advance();
    Parsed parse();
    void skipEmptyLines();
    void takeRequest();
    void answer();
    void respond(const Response& response, After after);
    void send();
    void sent();
    void finish(bool slowly);
    std::span<char> freeBuffer();

    const Shared& m_shared;
    State m_state = State::Reading;
    std::optional<RequestParser> m_parser; ///< empty between requests
    Responses::Manner m_manner; ///< how the request being served wants its response
    std::int64_t m_requests = 0;

    std::vector<char> m_buffer;
    std::size_t m_begin = 0; ///< first byte not parsed
    std::size_t m_end = 0; ///< end of the bytes read

    const Response* m_response = nullptr;
    After m_after = After::ReadOn;
    std::uint64_t m_part = 0; ///< of the response
    std::size_t m_offset = 0; ///< within the part
};

} // namespace assay::target
