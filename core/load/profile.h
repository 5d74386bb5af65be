// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"
#include "load/randomstream.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay::load {

/// When one virtual user of a closed profile is active: [startNs, endNs) from the start of the run.
struct UserSpan
{
    std::int64_t startNs;
    std::int64_t endNs;
};

// Every function here also takes a profile that validate() would refuse (the editor's preview shows plans as
// they are typed): values out of range count as the nearest one in range.

/// Every user's span, row by row. Start of user k of a row: startDelay + floor(k · rampUp / users), so the
/// first starts at once and the last one step before the ramp's end, like JMeter's thread group, which
/// however rounds the step to whole milliseconds and drifts. (Users of jmeter-plugins' Ultimate Thread Group
/// start one step later: the first after one step, the last at the ramp's end.) End: startDelay + rampUp +
/// hold + floor((k + 1) · rampDown / users): the first leaves one step after the hold, the last at the end.
std::vector<UserSpan> userSpans(const Profile& profile);

/// Length of the profile: until the last user has left, or the last rate row ends.
std::int64_t profileLengthNs(const Profile& profile);

/// Length of the run as planned: the profile's, cut short by the plan's duration. Rounds of a user, or a
/// limit of requests, may end it earlier.
std::int64_t plannedLengthNs(const LoadPlan& plan);

/// When full load is held: the longest stretch in which the planned number of users stays at its maximum
/// (from the end of the ramp up to the begin of the ramp down); open: in which the rate stays at its highest
/// constant value. Empty (start == end) if there is none.
struct HoldPhase
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;

    bool operator==(const HoldPhase&) const = default;
};
HoldPhase holdPhase(const Profile& profile);
/// The same within plannedLengthNs().
HoldPhase holdPhase(const LoadPlan& plan);

/// Largest number of users that are active at once (closed), or maxUsers (open).
std::int64_t plannedPeakUsers(const Profile& profile);

/// Points (time, planned users or arrivals per second) of the profile's curve, corner by corner, for the
/// preview. Ascending times; a jump is two points at the same time. Closed profiles of few users show each
/// start and leaving as a step, larger ones the line through them.
struct ProfilePoint
{
    std::int64_t timeNs;
    double value;
};
std::vector<ProfilePoint> profileCurve(const Profile& profile);

/// Number of arrivals that an open profile plans: Λ(T), the integral of its rate, rounded up, since arrivals
/// n = 0, 1, … happen while Λ(T) > n. (Poisson: about that many.)
std::int64_t plannedArrivals(const Profile& profile);

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
