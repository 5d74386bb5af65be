// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sampleorder.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace assay::session {

namespace {

using Positions = std::vector<std::uint32_t>;

std::vector<Sample> gathered(const std::vector<Sample>& samples, const Positions& positions)
{
    std::vector<Sample> result;
    result.reserve(samples.size());
    for (const auto position : positions) {
        result.push_back(samples[position]);
    }
    return result;
}

/// Counting, then sorting each user's samples: these arrive nearly in order, so that there is little to do.
std::vector<Sample> sortedByUser(const std::vector<Sample>& samples, std::uint32_t lastUser)
{
    Positions begins(std::size_t{lastUser} + 2);
    for (const auto& sample : samples) {
        ++begins[sample.user + 1];
    }
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    auto ends = begins;
    Positions positions(samples.size());
    for (std::uint32_t i = 0; i < samples.size(); ++i) {
        positions[ends[samples[i].user]++] = i;
    }
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
        return samples[a].startNs < samples[b].startNs;
    };
    for (std::size_t user = 0; user <= lastUser; ++user) {
        const auto first = positions.begin() + begins[user];
        const auto last = positions.begin() + ends[user];
        if (!std::is_sorted(first, last, earlier)) {
            std::sort(first, last, earlier);
        }
    }
    return gathered(samples, positions);
}

std::vector<Sample> sortedByUser(const std::vector<Sample>& samples)
{
    constexpr std::uint32_t countedUsers = 1U << 16;
    std::uint32_t lastUser = 0;
    for (const auto& sample : samples) {
        lastUser = std::max(lastUser, sample.user);
    }
    if (lastUser < countedUsers) {
        return sortedByUser(samples, lastUser);
    }
    auto sorted = samples;
    std::sort(sorted.begin(), sorted.end(), [](const Sample& a, const Sample& b) {
        return std::tie(a.user, a.startNs) < std::tie(b.user, b.startNs);
    });
    return sorted;
}

std::vector<Sample> sortedByIntended(const std::vector<Sample>& samples)
{
    Positions positions(samples.size());
    std::iota(positions.begin(), positions.end(), 0U);
    std::sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(samples[a].intendedNs, samples[a].user)
            < std::tie(samples[b].intendedNs, samples[b].user);
    });
    return gathered(samples, positions);
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
    samples = sortedByUser(samples);
    const auto byUser = bitsByUser(samples);
    // Users that go on as soon as they can are the usual case, and can't get cheaper.
    constexpr std::size_t cheapBits = 8;
    if (byUser <= cheapBits * samples.size()) {
        return SampleOrder::ByUser;
    }
    auto byArrival = sortedByIntended(samples);
    if (bitsByIntended(byArrival) >= byUser) {
        return SampleOrder::ByUser;
    }
    samples = std::move(byArrival);
    return SampleOrder::ByIntended;
}

} // namespace assay::session
