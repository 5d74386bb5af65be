// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/latencyhistogram.h"

#include "base/varint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace assay::stats {

LatencyHistogram::LatencyHistogram()
    : m_counts(bucketCount)
{ }

std::size_t LatencyHistogram::indexOf(std::int64_t ns) noexcept
{
    const auto value = static_cast<std::uint64_t>(std::clamp<std::int64_t>(ns, 0, maxTrackableNs));
    if (value < subBuckets) {
        return value;
    }
    const auto shift = static_cast<std::size_t>(std::bit_width(value)) - 1 - subBucketBits;
    return shift * subBuckets + (value >> shift);
}

std::int64_t LatencyHistogram::lowestOf(std::size_t index) noexcept
{
    if (index < 2 * subBuckets) {
        return static_cast<std::int64_t>(index);
    }
    const auto shift = index / subBuckets - 1;
    return static_cast<std::int64_t>((index - shift * subBuckets) << shift);
}

std::int64_t LatencyHistogram::highestOf(std::size_t index) noexcept
{
    return lowestOf(index + 1) - 1;
}

void LatencyHistogram::record(std::int64_t ns) noexcept
{
    ns = std::max<std::int64_t>(ns, 0);
    const auto index = indexOf(ns);
    ++m_counts[index];
    m_firstUsed = std::min(m_firstUsed, index);
    m_endUsed = std::max(m_endUsed, index + 1);
    m_minNs = m_count ? std::min(m_minNs, ns) : ns;
    m_maxNs = std::max(m_maxNs, ns);
    m_sumNs += static_cast<double>(ns);
    ++m_count;
}

void LatencyHistogram::merge(const LatencyHistogram& other) noexcept
{
    if (other.empty()) {
        return;
    }
    for (auto i = other.m_firstUsed; i < other.m_endUsed; ++i) {
        m_counts[i] += other.m_counts[i];
    }
    m_firstUsed = std::min(m_firstUsed, other.m_firstUsed);
    m_endUsed = std::max(m_endUsed, other.m_endUsed);
    m_minNs = m_count ? std::min(m_minNs, other.m_minNs) : other.m_minNs;
    m_maxNs = std::max(m_maxNs, other.m_maxNs);
    m_sumNs += other.m_sumNs;
    m_count += other.m_count;
}

void LatencyHistogram::clear() noexcept
{
    if (m_firstUsed < m_endUsed) {
        std::fill(m_counts.begin() + static_cast<std::ptrdiff_t>(m_firstUsed),
            m_counts.begin() + static_cast<std::ptrdiff_t>(m_endUsed), 0);
    }
    m_firstUsed = bucketCount;
    m_endUsed = 0;
    m_count = 0;
    m_minNs = 0;
    m_maxNs = 0;
    m_sumNs = 0;
}

std::int64_t LatencyHistogram::percentileNs(double percent) const noexcept
{
    if (m_count == 0) {
        return 0;
    }
    // One ulp down before the ceiling, so that p = 29 % of 100 values is rank 29 although 0.29 * 100 > 29
    // in binary (the same guard as HdrHistogram's).
    const double share = std::nextafter(std::clamp(percent, 0.0, 100.0), 0.0);
    const double wanted = std::ceil(share * static_cast<double>(m_count) / 100.0);
    const auto rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, m_count);
    if (rank == m_count) {
        return m_maxNs;
    }
    std::uint64_t seen = 0;
    for (auto i = m_firstUsed; i < m_endUsed; ++i) {
        seen += m_counts[i];
        if (seen >= rank) {
            return std::clamp(lowestOf(i) + (highestOf(i) - lowestOf(i)) / 2, m_minNs, m_maxNs);
        }
    }
    return m_maxNs;
}

std::string LatencyHistogram::encode() const
{
    std::string bytes;
    appendVarint(bytes, m_count);
    if (m_count == 0) {
        return bytes;
    }
    appendVarint(bytes, static_cast<std::uint64_t>(m_minNs));
    appendVarint(bytes, static_cast<std::uint64_t>(m_maxNs));
    appendVarint(bytes, std::bit_cast<std::uint64_t>(m_sumNs));
    std::size_t previous = 0;
    for (auto i = m_firstUsed; i < m_endUsed; ++i) {
        if (m_counts[i] != 0) {
            appendVarint(bytes, i - previous);
            appendVarint(bytes, m_counts[i]);
            previous = i;
        }
    }
    return bytes;
}

Result<LatencyHistogram> LatencyHistogram::decode(std::string_view bytes)
{
    LatencyHistogram histogram;
    if (!histogram.assign(bytes)) {
        return environmentError("A latency histogram in the session file is damaged.");
    }
    return histogram;
}

bool LatencyHistogram::assign(std::string_view bytes) noexcept
{
    clear();
    VarintReader reader{bytes};
    const auto count = reader.next();
    if (count == 0) {
        return reader.ok() && reader.atEnd();
    }
    m_minNs = static_cast<std::int64_t>(reader.next());
    m_maxNs = static_cast<std::int64_t>(reader.next());
    m_sumNs = std::bit_cast<double>(reader.next());
    if (!readBuckets(reader, count) || m_minNs < 0 || m_minNs > m_maxNs || indexOf(m_minNs) != m_firstUsed
        || indexOf(m_maxNs) + 1 != m_endUsed || !std::isfinite(m_sumNs) || m_sumNs < 0) {
        clear();
        return false;
    }
    m_count = count;
    return true;
}

/// Keeps the range of used buckets right at every step, so that clear() undoes a half-read histogram.
bool LatencyHistogram::readBuckets(VarintReader& reader, std::uint64_t count) noexcept
{
    std::uint64_t seen = 0;
    std::uint64_t index = 0;
    while (reader.ok() && !reader.atEnd()) {
        const auto step = reader.next();
        const auto bucket = reader.next();
        if (!reader.ok() || step >= bucketCount || index + step >= bucketCount || bucket == 0
            || (seen != 0 && step == 0) || bucket > count - seen) {
            return false;
        }
        index += step;
        seen += bucket;
        m_counts[index] = bucket;
        m_firstUsed = std::min<std::size_t>(m_firstUsed, index);
        m_endUsed = index + 1;
    }
    return reader.ok() && seen == count;
}

std::vector<LatencyHistogram::Bucket> LatencyHistogram::buckets() const
{
    std::vector<Bucket> used;
    for (auto i = m_firstUsed; i < m_endUsed; ++i) {
        if (m_counts[i] != 0) {
            used.push_back({lowestOf(i), highestOf(i), m_counts[i]});
        }
    }
    return used;
}

bool LatencyHistogram::operator==(const LatencyHistogram& other) const
{
    return m_count == other.m_count && m_minNs == other.m_minNs && m_maxNs == other.m_maxNs
        && m_counts == other.m_counts;
}

} // namespace assay::stats
