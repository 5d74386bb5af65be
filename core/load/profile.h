// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"

#include <cstdint>
#include <vector>

namespace assay::load {

/// When one virtual user of a closed profile is active: [startNs, endNs) from the start of the run.
struct UserSpan
{
    std::int64_t startNs;
    std::int64_t endNs;
};

/// The profile with every value that validate() would refuse moved to the nearest one in range, and without
/// rows of no users. Every function below does this first: the editor's preview shows plans as they are
/// typed.
Profile profileInRange(const Profile& profile);

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

/// Whether a limit of rounds or requests is meant to end the run, and not the profile's time, which is only
/// long enough (openEndedHoldNs): then nobody can tell how long it takes.
bool endsByCount(const LoadPlan& plan);

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

/// Users of all rows of a closed profile.
std::int64_t plannedUsers(const Profile& profile);
/// How many of them start before `timeNs`.
std::int64_t usersStartedBefore(const Profile& profile, std::int64_t timeNs);

/// Largest number of users that are active at once (closed), or maxUsers (open).
std::int64_t plannedPeakUsers(const Profile& profile);
/// The same within plannedLengthNs().
std::int64_t plannedPeakUsers(const LoadPlan& plan);

/// An open profile's rates up to `lengthNs` only: the row in which that falls ends there, at its rate then.
Profile ratesWithin(const Profile& profile, std::int64_t lengthNs);

/// Points (time, planned users or arrivals per second) of the profile's curve, corner by corner, for the
/// preview. Ascending times; a jump is two points at the same time. Closed profiles of few users show each
/// start and leaving as a step, larger ones the line through them.
struct ProfilePoint
{
    std::int64_t timeNs;
    double value;
};
std::vector<ProfilePoint> profileCurve(const Profile& profile);
/// The same, but always the line: few points, for a text.
std::vector<ProfilePoint> profileCorners(const Profile& profile);
/// What the run will follow: both within plannedLengthNs(), since the plan's duration ends every user's time.
std::vector<ProfilePoint> profileCurve(const LoadPlan& plan);
std::vector<ProfilePoint> profileCorners(const LoadPlan& plan);

} // namespace assay::load
