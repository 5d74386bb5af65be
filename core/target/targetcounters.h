// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace assay::target {

/// What the server has done so far; a consistent-enough copy, taken by any thread.
struct TargetCounters
{
    std::uint64_t connectionsOpened = 0;
    std::uint64_t connectionsClosed = 0;
    std::uint64_t requests = 0; ///< received completely
    std::uint64_t responses = 0; ///< begun to be sent, refusals and errors included
    std::uint64_t errors = 0; ///< of these, answered with the error status by the error rate
    std::uint64_t refused = 0; ///< of these, answered with 503 since the queue was full
    std::uint64_t malformed = 0; ///< answered with 400 or 431
    std::uint64_t bytesIn = 0;
    std::uint64_t bytesOut = 0;
    std::uint64_t bodyBytesIn = 0; ///< of request bodies, transfer coding removed
    std::uint64_t queueLength = 0; ///< waiting for a worker now
    std::uint64_t queuePeak = 0;
    std::uint64_t busyWorkers = 0; ///< in service now
    std::uint64_t busyPeak = 0;
};

/// A counter with one writing thread and any number of readers: no locked instruction on the hot path.
class Tally
{
public:
    void add(std::uint64_t amount) noexcept { set(get() + amount); }
    void set(std::uint64_t value) noexcept { m_value.store(value, std::memory_order_relaxed); }
    std::uint64_t get() const noexcept { return m_value.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> m_value{0};
};

/// The counters as the server's thread keeps them.
struct Tallies
{
    Tally connectionsOpened;
    Tally connectionsClosed;
    Tally requests;
    Tally responses;
    Tally errors;
    Tally refused;
    Tally malformed;
    Tally bytesIn;
    Tally bytesOut;
    Tally bodyBytesIn;
    Tally queueLength;
    Tally queuePeak;
    Tally busyWorkers;
    Tally busyPeak;

    TargetCounters copy() const noexcept
    {
        return {connectionsOpened.get(), connectionsClosed.get(), requests.get(), responses.get(),
            errors.get(), refused.get(), malformed.get(), bytesIn.get(), bytesOut.get(), bodyBytesIn.get(),
            queueLength.get(), queuePeak.get(), busyWorkers.get(), busyPeak.get()};
    }
};

} // namespace assay::target
