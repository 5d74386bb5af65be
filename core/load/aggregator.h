// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "load/loadsummary.h"
#include "load/profile.h"
#include "load/samplebatch.h"
#include "session/runrecorder.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace assay::load {

/// Takes the workers' batches and makes of them what is kept: the samples and failures as they are, intervals
/// of 200 ms, and the summary. Runs in the runner's thread.
class Aggregator
{
public:
    static constexpr std::int64_t intervalNs = 200 * nsPerMs;

    struct Frame
    {
        HoldPhase hold; ///< as planned
        /// From when on nothing begins: ends the hold phase too, for what is only drained is not full load.
        const std::atomic<std::int64_t>& stopAtNs;
        std::int64_t mostUsers = 0; ///< that can be active at once
    };

    /// `recorder` may be null: then only the summary is made. References must outlive the aggregator.
    Aggregator(const std::vector<std::string>& labels, Frame frame,
        std::vector<std::unique_ptr<BatchExchange>>& exchanges, session::RunRecorder* recorder);
    ~Aggregator();

    /// Takes everything that has been handed over so far. The first error of the recorder is what this and
    /// finish() return from then on; the summary goes on without it.
    Result<void> collect();
    /// After the workers' end: the rest, and the last, shorter interval. `lengthNs`: length of the run.
    Result<void> finish(std::int64_t lengthNs);

    const LoadSummary& summary() const { return m_summary; }
    LoadSummary& summary() { return m_summary; }
    std::uint32_t activeUsers() const;
    /// The hold phase so far: as planned, or cut short by a stop.
    HoldPhase hold() const;

private:
    struct Interval;

    void takeBatch(std::size_t worker, SampleBatch& batch);
    void keep(const SampleBatch& batch);
    void keep(const Result<void>& recorded);
    void addSample(const session::Sample& sample);
    void addCounts(std::size_t worker, const SampleBatch& batch);
    Interval& intervalAt(std::int64_t index);
    void writeIntervals(std::int64_t throughNs);
    void writeInterval(const Interval& interval, std::int64_t startNs, std::int64_t lengthNs);
    void addUsers(std::size_t worker, const SampleBatch& batch);
    bool inHold(std::int64_t ns) const { return ns >= m_frame.hold.startNs && ns < hold().endNs; }

    std::size_t m_labelCount; ///< "all" included
    Frame m_frame;
    std::vector<std::unique_ptr<BatchExchange>>& m_exchanges;
    session::RunRecorder* m_recorder; ///< null once it has failed
    Result<void> m_recorded;
    LoadSummary m_summary;
    std::vector<std::int64_t> m_throughNs; ///< by worker
    std::vector<std::uint32_t> m_users; ///< by worker: in its newest interval
    std::vector<std::int64_t> m_usersKnownTo; ///< by worker: index of the first interval not told yet
    std::deque<std::unique_ptr<Interval>> m_intervals; ///< not yet written, the first is m_firstIndex
    std::vector<std::unique_ptr<Interval>> m_spare;
    std::int64_t m_firstIndex = 0;
};

} // namespace assay::load
