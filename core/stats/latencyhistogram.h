// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {
class VarintReader;
}

namespace assay::stats {

/// Counts durations in buckets whose width grows with the value: 1 ns up to 2048 ns, then 1024 buckets for
/// each power of two, so that a value read back differs from the recorded one by less than 0.1 %.
///
/// The same log-linear idea as HdrHistogram (G. Tene), with a fixed layout so that any two merge. Values are
/// nanoseconds; negative ones count as 0; values above `maxTrackableNs` share the last bucket, while
/// `maxNs()` and `sumNs()` stay exact. One object belongs to one thread. About 260 KiB; record() never
/// allocates.
class LatencyHistogram
{
public:
    static constexpr std::int64_t maxTrackableNs = (std::int64_t{1} << 43) - 1; // 2 h 26 min

    LatencyHistogram();

    void record(std::int64_t ns) noexcept;
    void merge(const LatencyHistogram& other) noexcept;
    void clear() noexcept;

    std::uint64_t count() const noexcept { return m_count; }
    bool empty() const noexcept { return m_count == 0; }
    /// 0 when empty, so are the others below.
    std::int64_t minNs() const noexcept { return m_count ? m_minNs : 0; }
    std::int64_t maxNs() const noexcept { return m_maxNs; }
    double sumNs() const noexcept { return m_sumNs; }
    double meanNs() const noexcept { return m_count ? m_sumNs / static_cast<double>(m_count) : 0; }

    /// Nearest rank: the smallest recorded value v so that at least `percent` % of all values are <= v
    /// (rank = max(1, ceil(n * percent / 100))), as the middle of its bucket, never outside [minNs, maxNs].
    std::int64_t percentileNs(double percent) const noexcept;

    /// Compact text of bytes: only used buckets, as variable-length integers.
    std::string encode() const;
    /// Reads encode()'s bytes; refuses anything that encode() could not have written.
    static Result<LatencyHistogram> decode(std::string_view bytes);
    /// The same into this object, whose memory is used again; on damage it is left empty and the answer is
    /// false. For reading thousands of them.
    bool assign(std::string_view bytes) noexcept;

    struct Bucket
    {
        std::int64_t lowestNs;
        std::int64_t highestNs;
        std::uint64_t count;
    };
    /// The used buckets in ascending order.
    std::vector<Bucket> buckets() const;

    bool operator==(const LatencyHistogram& other) const;

private:
    static constexpr int subBucketBits = 10;
    static constexpr std::size_t subBuckets = std::size_t{1} << subBucketBits;
    static constexpr std::size_t bucketCount = subBuckets * (43 - subBucketBits + 1);

    bool readBuckets(VarintReader& reader, std::uint64_t count) noexcept;
    static std::size_t indexOf(std::int64_t ns) noexcept;
    static std::int64_t lowestOf(std::size_t index) noexcept;
    static std::int64_t highestOf(std::size_t index) noexcept;

    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_count = 0;
    std::int64_t m_minNs = 0;
    std::int64_t m_maxNs = 0;
    double m_sumNs = 0;
    // The range of buckets in use: clearing and merging a nearly empty histogram must not walk all of it.
    std::size_t m_firstUsed = bucketCount;
    std::size_t m_endUsed = 0;
};

} // namespace assay::stats
