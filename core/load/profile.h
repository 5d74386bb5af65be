// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::load {

/// When one virtual user of a closed profile is active: [startNs, endNs) from the start of the run.
struct UserSpan
{
    std::int64_t startNs;
    std::int64_t endNs;
};

/// Every user's span, row by row. Start of user k of a row: startDelay + floor(k · rampUp / users), in ns
/// (JMeter's thread group rounds the step to whole milliseconds and drifts: research on ramp arithmetic).
std::vector<UserSpan> userSpans(const Profile& profile);

/// Length of the profile: until the last user has left, or the last rate row ends.
std::int64_t profileLengthNs(const Profile& profile);

/// When full load is held: closed, from the last start to the first leaving; open, the longest constant-rate
/// stretch. Empty (start == end) if there is none.
struct HoldPhase
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};
HoldPhase holdPhase(const Profile& profile);

/// Points (time, planned users or arrivals per second) of the profile's curve, corner by corner, for the
/// preview. Ascending times; a jump is two points at the same time.
struct ProfilePoint
{
    std::int64_t timeNs;
    double value;
};
std::vector<ProfilePoint> profileCurve(const Profile& profile);

/// Number of arrivals that an open profile plans (its integral): arrivals n = 0, 1, … while Λ(T) > n.
std::int64_t plannedArrivals(const Profile& profile);

/// Arrival instants of an open profile in order. Even: the n-th where the integral of the rate reaches n;
/// Poisson: where it reaches the sum of n+1 unit exponential draws. Deterministic for a seed.
class ArrivalSchedule
{
public:
    ArrivalSchedule(const Profile& profile, std::uint64_t seed);
    /// Nanoseconds from the start of the run; nullopt after the last.
    std::optional<std::int64_t> next();

private:
    double inverse(double cumulative);

    std::vector<RateRow> m_rows;
    bool m_poisson;
    std::uint64_t m_randomState;
    double m_cumulative = 0;
    bool m_first = true;
    std::size_t m_row = 0;
    double m_rowStartCumulative = 0;
    std::int64_t m_rowStartNs = 0;
};

/// Plain sentences about what the plan will not do although its author may think so: "50 users" of which two
/// are ever active, a rate beyond what the cap of users can serve, a hold phase of no length, think times
/// longer than the run. `serviceGuessNs`: expected time of one request (measured before, or a guess).
std::vector<std::string> planWarnings(const LoadPlan& plan, std::int64_t serviceGuessNs = 100 * nsPerMs);

} // namespace assay::load
