// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/samplebatch.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::load {

/// What one worker writes down, in batches that it hands to the aggregator every 200 ms. Never waits; the
/// sample path does not allocate.
class WorkerJournal
{
public:
    /// Failures kept with their evidence, of each kind.
    static constexpr std::uint32_t keptFailures = 100;
    static constexpr std::size_t maxEvidence = 2 * 1024;

    WorkerJournal(BatchExchange& exchange, std::int64_t intervalNs);

    void record(const session::Sample& sample)
    {
        if (m_batch && m_batch->samples.size() < SampleBatch::capacity) {
            m_batch->samples.push_back(sample);
            if (m_batch->samples.size() == SampleBatch::capacity) {
                handOver(m_handedOverThroughNs);
            }
        } else {
            drop();
        }
    }

    void requestStarted(std::uint32_t label)
    {
        if (m_batch) {
            ++m_batch->started[label];
        }
    }
    void requestRetried(std::uint32_t label);
    void arrival() { ++m_arrivals; }
    void arrivalUnserved() { ++m_unserved; }
    void lateStart() { ++m_lateStarts; }
    void handshakeResumed() { ++m_resumedHandshakes; }

    /// Whether the evidence of one more failure of this kind is wanted.
    bool wantsFailure(session::FailureKind kind) const
    {
        return m_keptFailures[static_cast<std::size_t>(kind)] < keptFailures;
    }
    void keepFailure(session::FailureDetail detail);

    void userStarted();
    void userEnded() { --m_activeUsers; }
    std::uint32_t activeUsers() const { return m_activeUsers; }

    std::int64_t nextHandOverNs() const { return m_nextHandOverNs; }
    /// Hands the batch over if its interval is over.
    void tick(std::int64_t nowNs)
    {
        if (nowNs >= m_nextHandOverNs) {
            endInterval(nowNs);
        }
    }
    /// Hands over the rest: nothing of this worker ends later.
    void finish();

private:
    void endInterval(std::int64_t nowNs);
    void handOver(std::int64_t throughNs);
    void drop();

    BatchExchange& m_exchange;
    SampleBatch* m_batch;
    std::int64_t m_intervalNs;
    std::int64_t m_nextHandOverNs;
    std::int64_t m_handedOverThroughNs = 0;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_arrivals = 0;
    std::uint64_t m_unserved = 0;
    std::uint64_t m_lateStarts = 0;
    std::uint64_t m_resumedHandshakes = 0;
    std::uint32_t m_activeUsers = 0;
    std::uint32_t m_peakUsers = 0;
    std::array<std::uint32_t, session::failureKindCount> m_keptFailures{};
};

} // namespace assay::load
