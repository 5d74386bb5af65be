// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadnotices.h"

#include "base/units.h"
#include "load/profile.h"

namespace assay::load {

namespace {

/// The design's bar for a generator that keeps its schedule.
constexpr std::int64_t tolerableLagNs = nsPerMs;

/// Of fewer starts the latest 1 % is one that somebody else's program has delayed.
constexpr std::uint64_t startsToJudge = 100;

std::string countOf(std::uint64_t number)
{
    return std::to_string(number) + (number == 1 ? " request was" : " requests were");
}

std::string percentOf(std::uint64_t part, std::uint64_t whole)
{
    return formatFixed(100 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

void addUnanswered(std::vector<std::string>& notices, const LoadSummary& summary)
{
    if (summary.whole.samples == 0) {
        notices.emplace_back("No request was ever answered.");
    }
    if (summary.unanswered > 0) {
        notices.push_back(countOf(summary.unanswered) + " never answered: given up after waiting up to "
            + humanDuration(summary.longestCutNs)
            + (summary.whole.service.empty() ? "" : ", longer than 99 % of the answered ones took")
            + ". The server may have stopped answering, or the grace period was too short. That makes the "
              "run fail, unless a threshold on cut or failures allows so many.");
    }
    if (const auto others = summary.cut - summary.unanswered; others > 0) {
        notices.push_back(countOf(others)
            + " still in flight when the run ended, not longer than usual, and given up; they count neither "
              "as samples nor as failures.");
    }
}

} // namespace

std::vector<std::string> loadNotices(const LoadPlan& plan, const LoadSummary& summary)
{
    std::vector<std::string> notices;
    addUnanswered(notices, summary);
    if (summary.dropped > 0) {
        notices.push_back(std::to_string(summary.dropped)
            + " requests were made but could not be recorded: the disk or the processor was too slow. The "
              "figures do not include them.");
    }
    if (const auto lag = summary.startLag.percentileNs(99);
        summary.startLag.count() >= startsToJudge && lag > tolerableLagNs) {
        notices.push_back(
            "The generator was late: 1 % of the requests that had a planned time began more than "
            + humanDuration(lag)
            + " after it. Its processor was busy; use fewer users, more threads or another machine for the "
              "server.");
    }
    if (summary.unserved > 0) {
        notices.push_back(std::to_string(summary.unserved) + " arrivals ("
            + percentOf(summary.unserved, summary.arrivals) + ") found all "
            + std::to_string(plan.profile.maxUsers)
            + " users busy and were not served: the server is slower than the arrivals, or maxUsers is too "
              "low.");
    }
    const auto planned = plannedPeakUsers(plan);
    if (plan.profile.kind == Profile::Kind::Closed && summary.usersPeak < planned
        && summary.whole.samples > 0) {
        notices.push_back("At most " + std::to_string(summary.usersPeak) + " of the "
            + std::to_string(planned) + " planned users were active at once.");
    }
    return notices;
}

} // namespace assay::load
