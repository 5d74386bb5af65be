// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/workerjournal.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

namespace assay::load {

WorkerJournal::WorkerJournal(BatchExchange& exchange, std::int64_t intervalNs)
    : m_exchange(exchange)
    , m_batch(exchange.takeEmpty())
    , m_intervalNs(intervalNs)
    , m_nextHandOverNs(intervalNs)
{ }

void WorkerJournal::requestRetried(std::uint32_t label)
{
    if (m_batch) {
        ++m_batch->retries[label];
    }
}

void WorkerJournal::keepFailure(session::FailureDetail detail)
{
    if (!m_batch) {
        return;
    }
    ++m_keptFailures[static_cast<std::size_t>(detail.kind)];
    detail.sent.resize(std::min(detail.sent.size(), maxEvidence));
    detail.received.resize(std::min(detail.received.size(), maxEvidence));
    m_batch->failures.push_back(std::move(detail));
}

void WorkerJournal::userStarted()
{
    ++m_activeUsers;
    m_peakUsers = std::max(m_peakUsers, m_activeUsers);
}

void WorkerJournal::endInterval(std::int64_t nowNs)
{
    const auto boundaryNs = nowNs / m_intervalNs * m_intervalNs;
    handOver(boundaryNs);
    m_nextHandOverNs = boundaryNs + m_intervalNs;
}

void WorkerJournal::handOver(std::int64_t throughNs)
{
    if (!m_batch) {
        m_batch = m_exchange.takeEmpty();
        if (!m_batch) {
            return; // the aggregator is far behind: go on counting what is dropped
        }
    }
    m_batch->throughNs = m_handedOverThroughNs = throughNs;
    m_batch->dropped = std::exchange(m_dropped, 0);
    m_batch->arrivals = std::exchange(m_arrivals, 0);
    m_batch->unserved = std::exchange(m_unserved, 0);
    m_batch->resumedHandshakes = std::exchange(m_resumedHandshakes, 0);
    m_batch->lateStarts = std::exchange(m_lateStarts, 0);
    m_batch->intervalIndex = m_nextHandOverNs / m_intervalNs - 1;
    m_batch->users = m_activeUsers;
    m_batch->peakUsers = std::exchange(m_peakUsers, m_activeUsers);
    m_exchange.giveFull(m_batch);
    m_batch = m_exchange.takeEmpty();
}

void WorkerJournal::drop()
{
    ++m_dropped;
    if (!m_batch) {
        m_batch = m_exchange.takeEmpty();
    }
}

void WorkerJournal::finish()
{
    // The run is over, so there is time: the aggregator is emptying the queue.
    while (!m_batch) {
        std::this_thread::yield();
        m_batch = m_exchange.takeEmpty();
    }
    handOver(std::numeric_limits<std::int64_t>::max());
}

} // namespace assay::load
