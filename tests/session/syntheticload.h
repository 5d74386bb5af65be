// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sample.h"

#include <cstdint>
#include <queue>
#include <random>
#include <string_view>
#include <vector>

namespace assay::test {

/// A kind of load whose samples are drawn at random. The server takes about 1 ms (log-normal), the generator
/// some microseconds from one response to the next request.
struct LoadShape
{
    std::string_view name = "50 users, one request after the other";
    std::uint32_t users = 50;
    std::uint32_t labels = 1; ///< steps, in turn
    std::int64_t thinkNs = 0; ///< pause between requests, fixed
    double arrivalsPerSecond = 0; ///< > 0: open load, each arrival takes a free user
    bool poisson = false; ///< arrivals at random instead of evenly
    double failureShare = 0; ///< refused, and connected anew
};

/// Samples as workers deliver them: in the order of their ends. Deterministic for a seed.
class SyntheticLoad
{
public:
    explicit SyntheticLoad(const LoadShape& shape = {}, std::uint64_t seed = 1);
    std::vector<session::Sample> next(std::size_t count);
    /// End of the last sample.
    std::int64_t nowNs() const { return m_nowNs; }

private:
    struct Due
    {
        std::int64_t timeNs; ///< closed: begin of the next request; open: when the user is free
        std::uint32_t user;
        bool operator>(const Due& other) const { return timeNs > other.timeNs; }
    };

    session::Sample draw(std::uint32_t user, std::int64_t intendedNs);

    LoadShape m_shape;
    std::mt19937_64 m_random;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> m_due;
    std::vector<std::uint32_t> m_steps; ///< of each user: requests so far
    std::int64_t m_nowNs = 0;
    double m_arrivalNs = 0;
};

} // namespace assay::test
