// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "target/servicetime.h"
#include "target/targetcounters.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace assay::target {

/// Somebody who waits to be served.
class Customer
{
public:
    virtual ~Customer() = default;
    /// The service is over. Called from the event loop, never from within WorkerPool::admit().
    virtual void served() = 0;
};

/// N workers and one queue in order of arrival: each customer occupies one worker for its service time.
/// Services are timers, so that exactly N are in progress whatever the processor does. Belongs to the event
/// loop's thread.
class WorkerPool
{
public:
    enum class Admission
    {
        Served, ///< already over: a free worker and a service time of zero
        Waiting, ///< served() will be called
        Refused, ///< the queue is full
    };

    WorkerPool(boost::asio::io_context& loop, const ServiceTime& service, std::size_t workers,
        std::optional<std::int64_t> queueLimit, std::uint64_t seed, Tallies& tallies);

    /// Keeps the customer alive until it is served.
    Admission admit(std::shared_ptr<Customer> customer);

    /// Forgets everybody; nobody is served any more.
    void clear();

private:
    struct Worker
    {
        explicit Worker(boost::asio::io_context& loop)
            : timer(loop)
        { }
        boost::asio::steady_timer timer;
        std::shared_ptr<Customer> customer;
    };
    using Instant = boost::asio::steady_timer::time_point;

    void occupy(Worker& worker, std::shared_ptr<Customer> customer, Instant end);
    void finish(Worker& worker);
    void takeNext(Worker& worker);
    void release(Worker& worker);

    boost::asio::io_context& m_loop;
    ServiceTime m_service;
    std::size_t m_limit;
    std::optional<std::size_t> m_queueLimit;
    std::mt19937_64 m_random;
    Tallies& m_tallies;
    std::vector<std::unique_ptr<Worker>> m_workers; ///< hired when first needed, up to m_limit
    std::vector<Worker*> m_free;
    struct Waiting
    {
        std::shared_ptr<Customer> customer;
        Instant since;
    };
    std::deque<Waiting> m_queue;
};

} // namespace assay::target
