// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sampleorder.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <tuple>

namespace assay::session {

namespace {

/// Sorting these instead of samples moves a third of the bytes.
struct Key
{
    std::int64_t first;
    std::int64_t second;
    std::uint32_t position;

    bool operator<(const Key& other) const
    {
        return first != other.first ? first < other.first : second < other.second;
    }
};

template <typename KeyOf> std::vector<Sample> sortedBy(const std::vector<Sample>& samples, KeyOf&& keyOf)
{
    thread_local std::vector<Key> keys;
    keys.clear();
    for (std::uint32_t i = 0; i < samples.size(); ++i) {
        const auto [first, second] = keyOf(samples[i]);
        keys.push_back({first, second, i});
    }
    std::sort(keys.begin(), keys.end());
    std::vector<Sample> sorted;
    sorted.reserve(samples.size());
    for (const auto& key : keys) {
        sorted.push_back(samples[key.position]);
    }
    return sorted;
}

unsigned bitsOf(std::int64_t difference)
{
    return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(std::abs(difference))));
}

/// About how many bits the instants cost when each request is expected the usual pause after the last one of
/// its user.
std::size_t bitsByUser(const std::vector<Sample>& sorted)
{
    std::size_t bits = 0;
    std::int64_t lastPause = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (sorted[i].user == sorted[i - 1].user) {
            const auto pause = sorted[i].intendedNs - sorted[i - 1].endNs();
            bits += bitsOf(pause - lastPause);
            lastPause = pause;
        } else {
            bits += bitsOf(sorted[i].intendedNs - sorted[i - 1].intendedNs);
        }
    }
    return bits;
}

/// … and when arrivals are expected at a constant rate; then the users cost something too.
std::size_t bitsByIntended(const std::vector<Sample>& sorted)
{
    std::size_t bits = 0;
    std::int64_t lastStep = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        const auto step = sorted[i].intendedNs - sorted[i - 1].intendedNs;
        bits += bitsOf(step - lastStep) + bitsOf(std::int64_t{sorted[i].user} - sorted[i - 1].user);
        lastStep = step;
    }
    return bits;
}

} // namespace

SampleOrder sortForPacking(std::vector<Sample>& samples)
{
    samples =
        sortedBy(samples, [](const Sample& s) { return std::make_tuple(std::int64_t{s.user}, s.startNs); });
    const auto byUser = bitsByUser(samples);
    // Users that go on as soon as they can are the usual case, and can't get cheaper.
    constexpr std::size_t cheapBits = 8;
    if (byUser <= cheapBits * samples.size()) {
        return SampleOrder::ByUser;
    }
    auto byArrival = sortedBy(
        samples, [](const Sample& s) { return std::make_tuple(s.intendedNs, std::int64_t{s.user}); });
    if (bitsByIntended(byArrival) >= byUser) {
        return SampleOrder::ByUser;
    }
    samples = std::move(byArrival);
    return SampleOrder::ByIntended;
}

} // namespace assay::session
