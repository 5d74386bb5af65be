// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::load {

namespace {

// Up to that many users the preview shows each start; beyond it, steps would be narrower than a pixel.
constexpr std::int64_t usersShownAsSteps = 200;
// Beyond it a peak is read off the line through the starts, in no time and at most one user a row off.
constexpr std::int64_t usersCountedOneByOne = 100'000;

/// A row with every value in range and its phases as instants.
struct Phases
{
    std::int64_t users;
    std::int64_t rampUpNs;
    std::int64_t rampDownNs;
    std::int64_t startNs; ///< the first user starts
    std::int64_t fullNs; ///< end of the ramp up
    std::int64_t leaveNs; ///< begin of the ramp down
    std::int64_t endNs;
};

std::int64_t inRange(std::int64_t ns)
{
    return std::clamp<std::int64_t>(ns, 0, maxPlannedNs);
}

std::vector<Phases> phasesOf(const Profile& profile)
{
    std::vector<Phases> rows;
    std::int64_t left = maxPlannedUsers;
    for (const auto& row : profile.users) {
        Phases phases{};
        phases.users = std::clamp<std::int64_t>(row.users, 0, left);
        phases.rampUpNs = inRange(row.rampUpNs);
        phases.rampDownNs = inRange(row.rampDownNs);
        phases.startNs = inRange(row.startDelayNs);
        phases.fullNs = phases.startNs + phases.rampUpNs;
        phases.leaveNs = phases.fullNs + inRange(row.holdNs);
        phases.endNs = phases.leaveNs + phases.rampDownNs;
        left -= phases.users;
        if (phases.users > 0) {
            rows.push_back(phases);
        }
    }
    return rows;
}

/// floor(k · length / parts) without overflow: parts is at most maxPlannedUsers, k at most parts.
std::int64_t fraction(std::int64_t k, std::int64_t length, std::int64_t parts)
{
    return k * (length / parts) + k * (length % parts) / parts;
}

/// The line through starts and leavings: corners of all rows, each row linear between its own.
double plannedUsersAt(const std::vector<Phases>& rows, std::int64_t timeNs, bool afterJumps)
{
    double users = 0;
    for (const auto& row : rows) {
        const auto all = static_cast<double>(row.users);
        const bool beforeStart = afterJumps ? timeNs < row.startNs : timeNs <= row.startNs;
        const bool afterEnd = afterJumps ? timeNs >= row.endNs : timeNs > row.endNs;
        if (beforeStart || afterEnd) {
            continue;
        }
        if (timeNs < row.fullNs) {
            users += all * static_cast<double>(timeNs - row.startNs) / static_cast<double>(row.rampUpNs);
        } else if (timeNs <= row.leaveNs) {
            users += all;
        } else {
            users += all * static_cast<double>(row.endNs - timeNs) / static_cast<double>(row.rampDownNs);
        }
    }
    // Crossing ramps must not make a peak of 10 users one of 10.000000000000002.
    return std::round(users * 1e6) / 1e6;
}

std::vector<std::int64_t> cornerTimes(const std::vector<Phases>& rows)
{
    std::vector<std::int64_t> times{0};
    for (const auto& row : rows) {
        times.insert(times.end(), {row.startNs, row.fullNs, row.leaveNs, row.endNs});
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

void addPoint(std::vector<ProfilePoint>& points, std::int64_t timeNs, double value)
{
    if (points.empty() || points.back().timeNs != timeNs || points.back().value != value) {
        points.push_back({timeNs, value});
    }
}

std::vector<ProfilePoint> lineCurve(const std::vector<Phases>& rows)
{
    std::vector<ProfilePoint> points;
    for (const auto timeNs : cornerTimes(rows)) {
        addPoint(points, timeNs, plannedUsersAt(rows, timeNs, false));
        addPoint(points, timeNs, plannedUsersAt(rows, timeNs, true));
    }
    return points;
}

/// (time, change of the number of active users), ascending.
std::vector<std::pair<std::int64_t, int>> changesOf(const std::vector<UserSpan>& spans)
{
    std::vector<std::pair<std::int64_t, int>> changes;
    for (const auto& span : spans) {
        changes.emplace_back(span.startNs, 1);
        changes.emplace_back(span.endNs, -1);
    }
    std::sort(changes.begin(), changes.end());
    return changes;
}

std::vector<ProfilePoint> stepCurve(const std::vector<UserSpan>& spans)
{
    std::vector<ProfilePoint> points;
    addPoint(points, 0, 0);
    const auto changes = changesOf(spans);
    std::int64_t active = 0;
    for (std::size_t i = 0; i < changes.size();) {
        const auto timeNs = changes[i].first;
        addPoint(points, timeNs, static_cast<double>(active));
        for (; i < changes.size() && changes[i].first == timeNs; ++i) {
            active += changes[i].second;
        }
        addPoint(points, timeNs, static_cast<double>(active));
    }
    return points;
}

std::vector<ProfilePoint> rateCurve(const std::vector<RateRow>& rows)
{
    std::vector<ProfilePoint> points;
    std::int64_t timeNs = 0;
    for (const auto& row : rows) {
        addPoint(points, timeNs, row.fromPerSecond);
        timeNs += row.durationNs;
        addPoint(points, timeNs, row.toPerSecond);
    }
    return points;
}

double valueBetween(const ProfilePoint& a, const ProfilePoint& b, std::int64_t timeNs)
{
    const auto share = static_cast<double>(timeNs - a.timeNs) / static_cast<double>(b.timeNs - a.timeNs);
    return std::round((a.value + (b.value - a.value) * share) * 1e6) / 1e6;
}

/// The curve up to `lengthNs`. `endsAtZero`: whoever is still there leaves then.
std::vector<ProfilePoint> curveWithin(
    const std::vector<ProfilePoint>& points, std::int64_t lengthNs, bool endsAtZero)
{
    if (points.empty() || points.back().timeNs <= lengthNs) {
        return points;
    }
    std::vector<ProfilePoint> cut;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& point = points[i];
        if (point.timeNs >= lengthNs) {
            const auto value =
                i > 0 && point.timeNs > lengthNs ? valueBetween(points[i - 1], point, lengthNs) : point.value;
            addPoint(cut, lengthNs, value);
            break;
        }
        cut.push_back(point);
    }
    if (endsAtZero) {
        addPoint(cut, lengthNs, 0);
    }
    return cut;
}

/// The longest stretch in which the curve stays at `wanted`.
HoldPhase longestFlat(const std::vector<ProfilePoint>& points, double wanted)
{
    HoldPhase best;
    for (std::size_t i = 0; i < points.size();) {
        std::size_t end = i + 1;
        while (end < points.size() && points[end].value == points[i].value) {
            ++end;
        }
        const HoldPhase stretch{points[i].timeNs, points[end - 1].timeNs};
        if (points[i].value == wanted && stretch.endNs - stretch.startNs > best.endNs - best.startNs) {
            best = stretch;
        }
        i = end;
    }
    return best;
}

} // namespace

Profile profileInRange(const Profile& profile)
{
    const auto rateInRange = [](double perSecond) {
        return perSecond > 0 ? std::min(perSecond, maxPlannedRate) : 0;
    };
    Profile result;
    result.kind = profile.kind;
    result.arrivals = profile.arrivals;
    result.maxUsers = std::clamp<std::int64_t>(profile.maxUsers, 0, maxPlannedUsers);
    std::int64_t usersLeft = maxPlannedUsers;
    for (const auto& row : profile.users) {
        const auto users = std::clamp<std::int64_t>(row.users, 0, usersLeft);
        usersLeft -= users;
        if (users > 0) {
            result.users.push_back({users, inRange(row.startDelayNs), inRange(row.rampUpNs),
                inRange(row.holdNs), inRange(row.rampDownNs)});
        }
    }
    for (const auto& row : profile.rates) {
        result.rates.push_back(
            {rateInRange(row.fromPerSecond), rateInRange(row.toPerSecond), inRange(row.durationNs)});
    }
    return result;
}

std::vector<UserSpan> userSpans(const Profile& profile)
{
    std::vector<UserSpan> spans;
    for (const auto& row : phasesOf(profile)) {
        for (std::int64_t k = 0; k < row.users; ++k) {
            spans.push_back({row.startNs + fraction(k, row.rampUpNs, row.users),
                row.leaveNs + fraction(k + 1, row.rampDownNs, row.users)});
        }
    }
    return spans;
}

std::int64_t profileLengthNs(const Profile& profile)
{
    std::int64_t length = 0;
    if (profile.kind == Profile::Kind::Open) {
        const auto rates = profileInRange(profile).rates;
        for (const auto& row : rates) {
            length += row.durationNs;
        }
        return length;
    }
    for (const auto& row : phasesOf(profile)) {
        length = std::max(length, row.endNs);
    }
    return length;
}

std::int64_t plannedLengthNs(const LoadPlan& plan)
{
    const auto length = profileLengthNs(plan.profile);
    return plan.durationNs > 0 ? std::min(length, plan.durationNs) : length;
}

bool endsByCount(const LoadPlan& plan)
{
    const auto& rows = plan.profile.users;
    return plan.profile.kind == Profile::Kind::Closed && plan.durationNs == 0
        && (plan.loopsPerUser > 0 || plan.maxRequests > 0)
        && std::any_of(
            rows.begin(), rows.end(), [](const UserRow& row) { return row.holdNs == openEndedHoldNs; });
}

HoldPhase holdPhase(const Profile& profile)
{
    const auto curve = profileCorners(profile);
    double wanted = 0;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        // Open: only a constant rate can be held. Closed: full load is the peak or nothing.
        const bool flat = i + 1 < curve.size() && curve[i].value == curve[i + 1].value;
        if (flat || profile.kind == Profile::Kind::Closed) {
            wanted = std::max(wanted, curve[i].value);
        }
    }
    return wanted > 0 ? longestFlat(curve, wanted) : HoldPhase{};
}

HoldPhase holdPhase(const LoadPlan& plan)
{
    const auto phase = holdPhase(plan.profile);
    const auto length = plannedLengthNs(plan);
    return phase.startNs >= length ? HoldPhase{} : HoldPhase{phase.startNs, std::min(phase.endNs, length)};
}

std::int64_t plannedUsers(const Profile& profile)
{
    std::int64_t users = 0;
    for (const auto& row : phasesOf(profile)) {
        users += row.users;
    }
    return users;
}

std::int64_t usersStartedBefore(const Profile& profile, std::int64_t timeNs)
{
    std::int64_t started = 0;
    for (const auto& row : phasesOf(profile)) {
        // The starts ascend: the first that is not before `timeNs`, by halving.
        std::int64_t low = 0;
        std::int64_t high = row.users;
        while (low < high) {
            const auto middle = low + (high - low) / 2;
            if (row.startNs + fraction(middle, row.rampUpNs, row.users) < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        started += low;
    }
    return started;
}

namespace {

std::int64_t peakUsersWithin(const Profile& profile, std::int64_t lengthNs)
{
    if (profile.kind == Profile::Kind::Open) {
        return std::max<std::int64_t>(profile.maxUsers, 0);
    }
    std::int64_t peak = 0;
    if (plannedUsers(profile) > usersCountedOneByOne) {
        for (const auto& point : curveWithin(profileCorners(profile), lengthNs, true)) {
            peak = std::max(peak, static_cast<std::int64_t>(point.value));
        }
        return peak;
    }
    std::int64_t active = 0;
    // A user that leaves as another starts frees its place first: changesOf() sorts −1 before +1.
    for (const auto& [timeNs, change] : changesOf(userSpans(profile))) {
        if (timeNs >= lengthNs) {
            break;
        }
        active += change;
        peak = std::max(peak, active);
    }
    return peak;
}

} // namespace

std::int64_t plannedPeakUsers(const Profile& profile)
{
    return peakUsersWithin(profile, std::numeric_limits<std::int64_t>::max());
}

std::int64_t plannedPeakUsers(const LoadPlan& plan)
{
    return peakUsersWithin(plan.profile, plannedLengthNs(plan));
}

Profile ratesWithin(const Profile& profile, std::int64_t lengthNs)
{
    auto cut = profileInRange(profile);
    std::int64_t leftNs = std::max<std::int64_t>(lengthNs, 0);
    for (auto& row : cut.rates) {
        if (row.durationNs > leftNs) {
            row.toPerSecond += (row.fromPerSecond - row.toPerSecond)
                * (1 - static_cast<double>(leftNs) / static_cast<double>(row.durationNs));
            row.durationNs = leftNs;
        }
        leftNs -= row.durationNs;
    }
    std::erase_if(cut.rates, [](const RateRow& row) { return row.durationNs == 0; });
    return cut;
}

std::vector<ProfilePoint> profileCurve(const Profile& profile)
{
    if (profile.kind == Profile::Kind::Closed && plannedUsers(profile) <= usersShownAsSteps) {
        return stepCurve(userSpans(profile));
    }
    return profileCorners(profile);
}

std::vector<ProfilePoint> profileCorners(const Profile& profile)
{
    return profile.kind == Profile::Kind::Open ? rateCurve(profileInRange(profile).rates)
                                               : lineCurve(phasesOf(profile));
}

std::vector<ProfilePoint> profileCurve(const LoadPlan& plan)
{
    return curveWithin(
        profileCurve(plan.profile), plannedLengthNs(plan), plan.profile.kind == Profile::Kind::Closed);
}

std::vector<ProfilePoint> profileCorners(const LoadPlan& plan)
{
    return curveWithin(
        profileCorners(plan.profile), plannedLengthNs(plan), plan.profile.kind == Profile::Kind::Closed);
}

} // namespace assay::load
