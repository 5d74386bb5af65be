// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/records.h"
#include "session/sample.h"

#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace assay::load {

/// What one worker recorded since its previous batch.
struct SampleBatch
{
    static constexpr std::size_t capacity = 16 * 1024;

    explicit SampleBatch(std::size_t labelCount)
        : started(labelCount)
        , retries(labelCount)
    {
        samples.reserve(capacity);
    }

    void clear()
    {
        samples.clear();
        failures.clear();
        std::fill(started.begin(), started.end(), 0);
        std::fill(retries.begin(), retries.end(), 0);
        arrivals = 0;
        unserved = 0;
        dropped = 0;
        users = 0;
        peakUsers = 0;
        resumedHandshakes = 0;
        lateStarts = 0;
    }

    std::vector<session::Sample> samples; ///< never grows beyond `capacity`
    std::vector<session::FailureDetail> failures;
    std::vector<std::uint32_t> started; ///< requests begun, by label
    std::vector<std::uint32_t> retries; ///< by label
    std::uint64_t arrivals = 0; ///< open: the unserved ones included
    std::uint64_t unserved = 0;
    std::uint64_t dropped = 0;
    std::uint32_t users = 0; ///< active now
    std::uint32_t peakUsers = 0; ///< most users active at once since the previous batch
    std::uint64_t resumedHandshakes = 0;
    std::uint64_t lateStarts = 0; ///< wake-ups more than 1 ms after their time: the generator is saturated
    std::int64_t intervalIndex = 0; ///< the interval in which it was handed over
    /// Everything of this worker that ended before this instant has been handed over with this batch.
    std::int64_t throughNs = 0;
};

/// Two queues between a worker and the aggregator: full batches one way, empty ones back. Neither side ever
/// waits, locks or allocates: a worker without an empty batch counts what it drops.
class BatchExchange
{
public:
    /// Enough for ten seconds of a stalled disk at 100,000 requests a second.
    static constexpr std::size_t batchCount = 64;

    explicit BatchExchange(std::size_t labelCount)
    {
        for (std::size_t i = 0; i < batchCount; ++i) {
            m_batches.push_back(std::make_unique<SampleBatch>(labelCount));
            m_empty.push(m_batches.back().get());
        }
    }

    // Worker side.
    SampleBatch* takeEmpty()
    {
        SampleBatch* batch = nullptr;
        return m_empty.pop(batch) ? batch : nullptr;
    }
    void giveFull(SampleBatch* batch) { m_full.push(batch); }

    // Aggregator side.
    SampleBatch* takeFull()
    {
        SampleBatch* batch = nullptr;
        return m_full.pop(batch) ? batch : nullptr;
    }
    void giveEmpty(SampleBatch* batch)
    {
        batch->clear();
        m_empty.push(batch);
    }

private:
    std::vector<std::unique_ptr<SampleBatch>> m_batches;
    // A stack, so that the same few batches go round and stay in the cache.
    boost::lockfree::stack<SampleBatch*, boost::lockfree::capacity<batchCount>> m_empty;
    boost::lockfree::spsc_queue<SampleBatch*, boost::lockfree::capacity<batchCount>> m_full;
};

} // namespace assay::load
