// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/arrivalschedule.h"

#include "base/clock.h"
#include "load/profile.h"

#include <algorithm>
#include <cmath>

namespace assay::load {

namespace {

double arrivalsOf(const RateRow& row)
{
    return (row.fromPerSecond + row.toPerSecond) / 2 * inSeconds(row.durationNs);
}

/// Whether the cumulative count `cumulative` is beyond arrival `n`. The tolerance keeps sums such as
/// 10 × 0.1 from gaining an arrival by a rounding error.
bool exceeds(double cumulative, double n)
{
    return cumulative - n > 1e-9 + 1e-13 * n;
}

} // namespace

std::int64_t plannedArrivals(const Profile& profile)
{
    double total = 0;
    const auto rates = profileInRange(profile).rates;
    for (const auto& row : rates) {
        total += arrivalsOf(row);
    }
    const auto whole = std::floor(total);
    return static_cast<std::int64_t>(whole) + (exceeds(total, whole) ? 1 : 0);
}

std::int64_t plannedArrivals(const LoadPlan& plan)
{
    return plannedArrivals(ratesWithin(plan.profile, plannedLengthNs(plan)));
}

ArrivalSchedule::ArrivalSchedule(const Profile& profile, std::uint64_t seed)
    : m_rows(profileInRange(profile).rates)
    , m_poisson(profile.arrivals == Profile::Arrivals::Poisson)
    , m_random(seed)
{
    if (m_poisson) {
        m_cumulative = m_random.exponential();
    }
}

std::optional<std::int64_t> ArrivalSchedule::next()
{
    const auto time = timeOf(m_cumulative);
    m_cumulative += m_poisson ? m_random.exponential() : 1;
    return time;
}

std::optional<std::int64_t> ArrivalSchedule::timeOf(double cumulative)
{
    for (; m_row < m_rows.size(); ++m_row) {
        const auto& row = m_rows[m_row];
        const double rowEnd = m_rowStartCumulative + arrivalsOf(row);
        if (exceeds(rowEnd, cumulative)) {
            // from·t + slope/2·t² = wanted, solved in the form that does not cancel for small slopes.
            const double wanted = std::max(0.0, cumulative - m_rowStartCumulative);
            const double slope = (row.toPerSecond - row.fromPerSecond) / inSeconds(row.durationNs);
            const double root =
                std::sqrt(std::max(0.0, row.fromPerSecond * row.fromPerSecond + 2 * slope * wanted));
            const double divisor = row.fromPerSecond + root;
            const double offset = divisor > 0 ? 2 * wanted / divisor * static_cast<double>(nsPerSecond) : 0;
            return m_rowStartNs + std::min(std::int64_t{std::llround(offset)}, row.durationNs);
        }
        m_rowStartCumulative = rowEnd;
        m_rowStartNs += row.durationNs;
    }
    return std::nullopt;
}

} // namespace assay::load
