// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace assay {

/// Random numbers that are the same on every machine and library for a seed (the standard's distributions are
/// not), 8 bytes of state: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). Not for secrets.
class RandomStream
{
public:
    /// `stream` separates what must not be correlated: one stream for the arrivals, one for each user.
    explicit RandomStream(std::uint64_t seed, std::uint64_t stream = 0) noexcept
        : m_state(mix(seed) ^ mix(~stream))
    { }

    std::uint64_t next() noexcept
    {
        m_state += 0x9e3779b97f4a7c15U;
        return mix(m_state);
    }

    /// [0, 1), 53 bits.
    double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }

    /// Mean 1.
    double exponential() noexcept { return -std::log1p(-uniform()); }

    /// Mean 0, standard deviation 1 (Box–Muller; one value a call, so that the state stays 8 bytes).
    double gaussian() noexcept
    {
        const double radius = std::sqrt(2 * exponential());
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

private:
    static std::uint64_t mix(std::uint64_t z) noexcept
    {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

    std::uint64_t m_state;
};

} // namespace assay
