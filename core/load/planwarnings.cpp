// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/planwarnings.h"

#include "base/units.h"
#include "load/arrivalschedule.h"
#include "load/profile.h"
#include "load/roundestimate.h"
#include "load/runtarget.h"
#include "load/threshold.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::load {

namespace {

// Linux' default range of local ports (32768–60999), and for how long a closed connection keeps its port.
constexpr double localPorts = 28'232;
constexpr double timeWaitSeconds = 60;
// Beyond this, new connections overflow the accept queue of usual servers (nginx: 511) within a second.
constexpr double manyStartsPerSecond = 1'000;
constexpr std::int64_t manyStarts = 500;
constexpr double assumedServiceNs = 100e6;

double seconds(double ns)
{
    return ns / static_cast<double>(nsPerSecond);
}

/// For reading, without false precision: "1.6 s", "540 ms", "6 s", "1 min 30 s".
std::string roughly(double ns)
{
    if (ns >= 60e9) {
        return humanDuration(std::llround(std::min(ns / 1e9, 9e9)) * nsPerSecond);
    }
    const auto scaled = [](double value, const char* unit) {
        const double rounded = value < 10 ? std::round(value * 10) / 10 : std::round(value);
        return formatNumber(rounded) + " " + unit;
    };
    return ns >= 1e9 ? scaled(ns / 1e9, "s") : scaled(ns / 1e6, "ms");
}

std::string count(double number)
{
    return number < 10 ? formatNumber(std::round(number * 10) / 10)
                       : std::to_string(std::llround(std::min(number, 1e15)));
}

std::string plural(std::int64_t number, const std::string& noun)
{
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

class Warnings
{
public:
    Warnings(const LoadPlan& plan, std::optional<std::int64_t> measuredNs)
        : m_plan(plan)
        , m_profile(profileInRange(plan.profile))
        , m_lengthNs(plannedLengthNs(plan))
        , m_hold(holdPhase(plan))
        , m_round(estimateRound(plan.steps))
    {
        if (plan.target.enabled) {
            const auto options = targetOptions(plan.target);
            m_targetServiceNs = options ? options->service.meanNs() : 0;
        }
        double serviceNs = m_targetServiceNs;
        if (measuredNs) {
            serviceNs = static_cast<double>(std::max<std::int64_t>(*measuredNs, 0));
        } else if (serviceNs <= 0) {
            serviceNs = assumedServiceNs;
            m_assumption = " (if a request takes " + roughly(assumedServiceNs) + ")";
        }
        m_roundNs = m_round.requests * serviceNs + m_round.pauseNs;
    }

    std::vector<std::string> collect()
    {
        if (m_lengthNs > 0 && m_round.requests > 0) {
            if (m_profile.kind == Profile::Kind::Closed) {
                checkClosed();
            } else {
                checkOpen();
            }
            checkLength();
            checkHoldPhase();
            checkLimits();
            checkPorts();
        }
        return std::move(m_sentences);
    }

private:
    void say(std::string sentence) { m_sentences.push_back(std::move(sentence)); }

    bool hasHold() const { return m_hold.endNs > m_hold.startNs; }

    std::string oneRound() const { return "one round takes about " + roughly(m_roundNs) + m_assumption; }

    std::string rowName(std::size_t index) const
    {
        return m_profile.users.size() > 1 ? "Row " + std::to_string(index + 1) + ": " : std::string{};
    }

    /// Of the row's first or last user, whichever stays longer.
    double longestStayNs(const UserRow& row) const
    {
        const auto longest = row.holdNs
            + std::max(row.rampUpNs + row.rampDownNs / row.users, row.rampUpNs / row.users + row.rampDownNs);
        return static_cast<double>(std::min(longest, m_lengthNs));
    }

    void checkClosed()
    {
        for (std::size_t i = 0; i < m_profile.users.size(); ++i) {
            const auto& row = m_profile.users[i];
            if (m_plan.loopsPerUser > 0) {
                checkRounds(row, rowName(i));
            }
            checkStartRate(row, rowName(i));
            const double stay = longestStayNs(row);
            if (m_roundNs > stay) {
                say(rowName(i) + "No user will finish a round: " + oneRound() + ", but a user stays "
                    + roughly(stay) + " at most. Lengthen the hold or shorten the pauses.");
            }
        }
        checkCutStarts();
        for (const auto& text : m_plan.thresholds) {
            if (const auto threshold = Threshold::parse(text); threshold && threshold->aboutArrivals()) {
                say("The threshold \"" + text
                    + "\" will fail, for users make no arrivals that it could look at. Remove it, or plan "
                      "arrivals.");
            }
        }
    }

    /// Users that leave after their rounds: few may ever meet.
    void checkRounds(const UserRow& row, const std::string& name)
    {
        const double roundsNs = static_cast<double>(m_plan.loopsPerUser) * m_roundNs;
        const double stepNs = static_cast<double>(row.rampUpNs) / static_cast<double>(row.users);
        const auto rounds = plural(m_plan.loopsPerUser, "round");
        // Users present at once = how many start while one is busy; one more, since rounds vary in length.
        const double active = stepNs > 0 ? std::ceil(roundsNs / stepNs) + 1 : static_cast<double>(row.users);
        if (active <= static_cast<double>(row.users) / 2) {
            say(name + "At most about " + count(active) + " of the " + plural(row.users, "user")
                + " will be active at once, because each makes " + rounds + " of about " + roughly(m_roundNs)
                + m_assumption + " and a new one starts every " + roughly(stepNs)
                + ". Raise the loops per user, or set them to 0 to go on until the user's time is over.");
        } else if (row.holdNs > 0 && row.holdNs != openEndedHoldNs
            && roundsNs < static_cast<double>(row.holdNs) / 2) {
            say(name + "The users leave long before the hold of " + roughly(static_cast<double>(row.holdNs))
                + " is over: each makes " + rounds + ", about " + roughly(roundsNs) + m_assumption
                + ". Raise the loops per user, or set them to 0.");
        } else if (roundsNs > longestStayNs(row)) {
            say(name + "The users will not finish their " + rounds + ": these take about " + roughly(roundsNs)
                + m_assumption + ", but a user stays " + roughly(longestStayNs(row))
                + " at most. Lengthen the hold.");
        }
    }

    void checkStartRate(const UserRow& row, const std::string& name)
    {
        const double rampSeconds = seconds(static_cast<double>(row.rampUpNs));
        if (row.users <= manyStarts || static_cast<double>(row.users) <= manyStartsPerSecond * rampSeconds) {
            return;
        }
        say(name + plural(row.users, "user")
            + (row.rampUpNs == 0 ? " start at the same instant"
                                 : " start within " + roughly(rampSeconds * 1e9))
            + ", each with a new connection; servers refuse or delay connections that come so fast. Give "
              "them a ramp of "
            + roughly(static_cast<double>(row.users) / manyStartsPerSecond * 1e9) + " or more.");
    }

    void checkCutStarts()
    {
        const auto users = plannedUsers(m_profile);
        const auto started = usersStartedBefore(m_profile, m_lengthNs);
        if (started < users) {
            say("Only " + std::to_string(started) + " of the " + plural(users, "user")
                + " will start, because the duration ends the run after "
                + roughly(static_cast<double>(m_lengthNs)) + ". Lengthen the duration or shorten the ramp.");
        }
    }

    void checkOpen()
    {
        double peak = 0;
        for (const auto& row : m_profile.rates) {
            peak = std::max({peak, row.fromPerSecond, row.toPerSecond});
        }
        const double capacity = m_targetServiceNs > 0
            ? static_cast<double>(m_plan.target.pool) / seconds(m_targetServiceNs)
            : std::numeric_limits<double>::infinity();
        if (peak * m_round.requests > capacity) {
            say("The embedded target can serve about " + count(capacity) + " requests a second, but up to "
                + count(peak * m_round.requests)
                + " are planned: its queue, and the response times, will grow as long as that lasts.");
        }
        const double wanted = peak * seconds(m_roundNs);
        if (wanted > static_cast<double>(m_profile.maxUsers)) {
            const double served = static_cast<double>(m_profile.maxUsers) / seconds(m_roundNs);
            say("Of " + count(peak) + " arrivals a second only about " + count(served)
                + " can be served: " + oneRound() + ", and at most " + plural(m_profile.maxUsers, "user")
                + " may be at it. The others will be counted as unserved. Raise the cap of users to "
                + count(std::ceil(1.5 * wanted)) + " or so.");
        }
        if (m_roundNs > static_cast<double>(m_lengthNs)) {
            say("No round will be finished: " + oneRound() + ", but the run is over after "
                + roughly(static_cast<double>(m_lengthNs)) + ". Lengthen it or shorten the pauses.");
        }
        if (m_plan.loopsPerUser > 0) {
            say("The loops per user have no effect on arrivals: each makes one round. Put the steps into a "
                "loop.");
        }
        if (m_plan.durationNs > 0 && m_plan.durationNs < profileLengthNs(m_profile)) {
            say("The duration ends the run after " + roughly(static_cast<double>(m_lengthNs))
                + ", before the profile's rows are over ("
                + roughly(static_cast<double>(profileLengthNs(m_profile))) + ").");
        }
    }

    void checkLength()
    {
        if (m_plan.durationNs > profileLengthNs(m_profile)) {
            say("The run ends with its profile after " + roughly(static_cast<double>(m_lengthNs))
                + "; the duration of " + roughly(static_cast<double>(m_plan.durationNs))
                + " does not lengthen it. Lengthen the hold instead.");
        }
        const LoadPlan defaults;
        if (m_plan.responseTimeoutNs != defaults.responseTimeoutNs
            && m_plan.responseTimeoutNs > m_lengthNs + m_plan.graceNs) {
            say("No response can time out: the response timeout of "
                + roughly(static_cast<double>(m_plan.responseTimeoutNs))
                + " is longer than the run and its grace ("
                + roughly(static_cast<double>(m_lengthNs + m_plan.graceNs))
                + "), so requests that hang are cut at the end and not counted as failures. Shorten the "
                  "timeout.");
        } else if (m_plan.graceNs < m_plan.responseTimeoutNs) {
            say("The grace period of " + roughly(static_cast<double>(m_plan.graceNs))
                + " is shorter than the response timeout of "
                + roughly(static_cast<double>(m_plan.responseTimeoutNs))
                + ": requests that hang at the end are cut before they time out, and not counted as "
                  "failures. Lengthen the grace period or shorten the timeout.");
        }
    }

    void checkHoldPhase()
    {
        if (hasHold()) {
            return;
        }
        say(m_profile.kind == Profile::Kind::Closed
                ? "Full load is never held, so there will be no figures of a hold phase: the users begin to "
                  "leave, or the run ends, as soon as all are there. Give the row a hold."
                : "No rate is held, so there will be no figures of a hold phase. Add a row with a constant "
                  "rate.");
        for (const auto& text : m_plan.thresholds) {
            const auto threshold = Threshold::parse(text);
            if (threshold && threshold->holdPhase()) {
                say("The threshold \"" + text + "\" will fail, for there is no hold phase to look at.");
            }
        }
    }

    void checkLimits()
    {
        if (m_plan.maxRequests <= 0) {
            return;
        }
        const bool open = m_profile.kind == Profile::Kind::Open;
        const auto expected = open ? static_cast<double>(plannedArrivals(m_plan)) * m_round.requests
                                   : static_cast<double>(plannedUsers(m_profile));
        if (static_cast<double>(m_plan.maxRequests) < expected) {
            say("The limit of " + plural(m_plan.maxRequests, "request") + " ends the run "
                + (open ? "before its profile is over, which plans about " + count(expected) + " requests."
                        : "before each of the " + count(expected) + " users has made one.")
                + " Raise it or set it to 0.");
        }
    }

    void checkPorts()
    {
        const auto peak = static_cast<double>(plannedPeakUsers(m_plan));
        if (m_profile.kind == Profile::Kind::Closed && peak > localPorts) {
            say(count(peak) + " users need as many connections, but Linux has " + count(localPorts)
                + " local ports for one server unless it is told otherwise (net.ipv4.ip_local_port_range).");
        }
        if (m_plan.keepAlive || m_roundNs <= 0) {
            return;
        }
        double rate = peak / seconds(m_roundNs) * m_round.requests;
        if (m_profile.kind == Profile::Kind::Open) {
            rate = static_cast<double>(plannedArrivals(m_plan)) / seconds(static_cast<double>(m_lengthNs))
                * m_round.requests;
        }
        const auto busySeconds = std::min(timeWaitSeconds, seconds(static_cast<double>(m_lengthNs)));
        if (rate * busySeconds > localPorts) {
            say("Local ports may run out: about " + count(rate)
                + " new connections a second are planned, and each closed one keeps its port for 60 s, of "
                  "which there are "
                + count(localPorts) + ". Turn keep-alive on.");
        }
    }

    const LoadPlan& m_plan;
    Profile m_profile;
    std::int64_t m_lengthNs;
    HoldPhase m_hold;
    RoundEstimate m_round;
    double m_roundNs = 0;
    double m_targetServiceNs = 0; ///< mean, of the embedded target; 0 if there is none
    std::string m_assumption; ///< put behind times that rest on it
    std::vector<std::string> m_sentences;
};

} // namespace

std::vector<std::string> planWarnings(const LoadPlan& plan, std::optional<std::int64_t> serviceNs)
{
    return Warnings{plan, serviceNs}.collect();
}

} // namespace assay::load
