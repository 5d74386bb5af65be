// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/targetoptions.h"

#include "base/units.h"

namespace assay::target {

namespace {

constexpr std::int64_t mostWorkers = 1'000'000;
constexpr std::int64_t largestResponse = std::int64_t{1} << 40;
constexpr std::int64_t longestAnnouncement = 1'000'000'000;

} // namespace

Result<Announcement> Announcement::parse(std::string_view text)
{
    if (text == "none") {
        return Announcement{};
    }
    if (text == "auto") {
        return Announcement{Mode::Auto, 0};
    }
    const auto seconds = parseInteger(text);
    if (!seconds || *seconds < 0 || *seconds > longestAnnouncement) {
        return usageError("\"" + std::string{text}
            + "\" cannot be announced. Write none, auto or a whole number of seconds, such as 5.");
    }
    return Announcement{Mode::Seconds, *seconds};
}

std::string Announcement::text() const
{
    switch (mode) {
    case Mode::Auto:
        return "auto";
    case Mode::Seconds:
        return std::to_string(seconds);
    case Mode::None:
        break;
    }
    return "none";
}

std::vector<Fault> TargetOptions::validate() const
{
    std::vector<Fault> faults;
    const auto require = [&faults](bool holds, const char* field, const char* message) {
        if (!holds) {
            faults.push_back({field, message});
        }
    };
    require(workers >= 1 && workers <= mostWorkers, "pool", "needs from 1 to 1000000 workers.");
    require(!queueLimit || *queueLimit >= 0, "queue", "cannot hold fewer than 0 requests.");
    require(errorRate >= 0 && errorRate <= 1, "error-rate", "must be from 0 (none) to 1 (all).");
    require(errorStatus >= 400 && errorStatus <= 599, "error-status", "must be from 400 to 599.");
    require(responseBytes >= 0 && responseBytes <= largestResponse, "size", "must be from 0 to 1T.");
    require(keepAliveNs >= 0, "keep-alive", "cannot be negative.");
    require(maxRequests >= 0, "max-requests", "cannot be negative; 0 means any number.");
    require(stallNs >= 0 && stallEveryNs >= 0, "stall", "cannot be negative.");
    require(
        (stallNs == 0) == (stallEveryNs == 0), "stall", "needs both a length and a period (stall-every).");
    require(
        stallNs == 0 || stallNs < stallEveryNs, "stall", "must be shorter than its period (stall-every).");
    require(certificateFile.empty() == keyFile.empty(), "cert",
        "and key belong together: give both PEM files for HTTPS, or neither.");
    return faults;
}

} // namespace assay::target
