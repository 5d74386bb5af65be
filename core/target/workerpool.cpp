// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/workerpool.h"

#include <algorithm>
#include <chrono>

namespace assay::target {

namespace {

/// A service that follows another begins when that one was due, not when the loop came round to it: small
/// delays would add up, and N workers would serve less than N / service. Beyond this much the server was
/// really away (stalled, starved), and lost time is lost.
constexpr auto forgivenDelay = std::chrono::milliseconds(5);

} // namespace

WorkerPool::WorkerPool(boost::asio::io_context& loop, const ServiceTime& service, std::size_t workers,
    std::optional<std::int64_t> queueLimit, std::uint64_t seed, Tallies& tallies)
    : m_loop(loop)
    , m_service(service)
    , m_limit(workers)
    , m_random(seed)
    , m_tallies(tallies)
{
    if (queueLimit) {
        m_queueLimit = static_cast<std::size_t>(*queueLimit);
    }
}

WorkerPool::Admission WorkerPool::admit(std::shared_ptr<Customer> customer)
{
    if (m_free.empty() && m_workers.size() < m_limit) {
        m_workers.push_back(std::make_unique<Worker>(m_loop));
        m_free.push_back(m_workers.back().get());
    }
    if (m_free.empty()) {
        if (m_queueLimit && m_queue.size() >= *m_queueLimit) {
            return Admission::Refused;
        }
        m_queue.push_back({std::move(customer), std::chrono::steady_clock::now()});
        m_tallies.queueLength.set(m_queue.size());
        m_tallies.queuePeak.set(std::max<std::uint64_t>(m_tallies.queuePeak.get(), m_queue.size()));
        return Admission::Waiting;
    }
    const auto serviceNs = m_service.draw(m_random);
    if (serviceNs == 0) {
        return Admission::Served;
    }
    auto& worker = *m_free.back();
    m_free.pop_back();
    m_tallies.busyWorkers.add(1);
    m_tallies.busyPeak.set(std::max(m_tallies.busyPeak.get(), m_tallies.busyWorkers.get()));
    occupy(
        worker, std::move(customer), std::chrono::steady_clock::now() + std::chrono::nanoseconds(serviceNs));
    return Admission::Waiting;
}

void WorkerPool::occupy(Worker& worker, std::shared_ptr<Customer> customer, Instant end)
{
    worker.customer = std::move(customer);
    worker.timer.expires_at(end);
    worker.timer.async_wait([this, &worker](const boost::system::error_code& code) {
        if (!code) {
            finish(worker);
        }
    });
}

void WorkerPool::finish(Worker& worker)
{
    const auto customer = std::move(worker.customer);
    if (m_queue.empty()) {
        release(worker);
    } else {
        takeNext(worker);
    }
    customer->served();
}

void WorkerPool::takeNext(Worker& worker)
{
    auto next = std::move(m_queue.front());
    m_queue.pop_front();
    m_tallies.queueLength.set(m_queue.size());
    const auto now = std::chrono::steady_clock::now();
    const auto due = worker.timer.expiry();
    const auto begin = now - due < forgivenDelay ? std::max(due, next.since) : now;
    occupy(worker, std::move(next.customer), begin + std::chrono::nanoseconds(m_service.draw(m_random)));
}

void WorkerPool::release(Worker& worker)
{
    m_free.push_back(&worker);
    m_tallies.busyWorkers.set(m_tallies.busyWorkers.get() - 1);
}

void WorkerPool::clear()
{
    m_queue.clear();
    m_free.clear();
    m_workers.clear();
    m_tallies.queueLength.set(0);
    m_tallies.busyWorkers.set(0);
}

} // namespace assay::target
