// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"
#include "base/randomstream.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay::load {

/// Number of arrivals that an open profile plans: Λ(T), the integral of its rate, rounded up, since arrivals
/// n = 0, 1, … happen while Λ(T) > n. (Poisson: about that many.)
std::int64_t plannedArrivals(const Profile& profile);
/// The same within plannedLengthNs().
std::int64_t plannedArrivals(const LoadPlan& plan);

/// Arrival instants of an open profile in order. Even: the n-th where the integral of the rate exceeds n (a
/// pause before it is waited for); Poisson: where it exceeds the sum of n+1 unit exponential draws.
/// Deterministic for a seed. Allocates only when made.
class ArrivalSchedule
{
public:
    ArrivalSchedule(const Profile& profile, std::uint64_t seed);
    /// Nanoseconds from the start of the run; nullopt after the last.
    std::optional<std::int64_t> next();

private:
    std::optional<std::int64_t> timeOf(double cumulative);

    std::vector<RateRow> m_rows;
    bool m_poisson;
    RandomStream m_random;
    double m_cumulative = 0; ///< of the next arrival
    std::size_t m_row = 0;
    double m_rowStartCumulative = 0;
    std::int64_t m_rowStartNs = 0;
};

} // namespace assay::load
