// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "load/step.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::load {

/// A user variable: `${name}` is replaced by `value` (which may use variables defined before it). Built in
/// are `user` (number of the virtual user, from 1), `iteration` (its round, from 1) and `target`; see
/// template.h.
struct Variable
{
    std::string name;
    std::string value;

    bool operator==(const Variable&) const = default;
};

/// One row of a closed profile: `users` virtual users, the k-th (k = 0 …) starting at
/// startDelay + k · rampUp / users, all active until startDelay + rampUp + hold, then leaving in the order of
/// their start, the k-th (k + 1) · rampDown / users later. Rows are independent and add up.
struct UserRow
{
    std::int64_t users = 1;
    std::int64_t startDelayNs = 0;
    std::int64_t rampUpNs = 0;
    std::int64_t holdNs = 0;
    std::int64_t rampDownNs = 0;

    bool operator==(const UserRow&) const = default;
};

/// One row of an open profile: the arrival rate goes linearly from `fromPerSecond` to `toPerSecond`. Rows
/// follow one another.
struct RateRow
{
    double fromPerSecond = 1;
    double toPerSecond = 1;
    std::int64_t durationNs = 0;

    bool operator==(const RateRow&) const = default;
};

/// How many at which time. Closed: users come and stay, each sends its next request when it has the last
/// answer (and has thought). Open: rounds arrive at a rate whatever the server does.
struct Profile
{
    enum class Kind
    {
        Closed,
        Open
    };
    enum class Arrivals
    {
        Even,
        Poisson
    };

    Kind kind = Kind::Closed;
    std::vector<UserRow> users; ///< closed
    std::vector<RateRow> rates; ///< open
    Arrivals arrivals = Arrivals::Even; ///< open
    std::int64_t maxUsers = 1000; ///< open: rounds in progress at most; arrivals beyond it are unserved

    bool operator==(const Profile&) const = default;
};

/// The demo server that the engine starts for the run on a free port of 127.0.0.1 and stops after it.
/// `${target}` in the plan's texts is its "host:port".
struct EmbeddedTarget
{
    bool enabled = false;
    std::int64_t pool = 8; ///< requests served at once; the others queue
    std::string service = "20ms"; ///< service time as the target's option --service takes it
    std::int64_t responseBytes = 1024;
    double errorRate = 0; ///< share of answers that are errors (status 500), 0 … 1
    std::int64_t stallEveryNs = 0; ///< the server freezes once in this time; 0 = never
    std::int64_t stallForNs = 0; ///< … for this long

    bool operator==(const EmbeddedTarget&) const = default;
};

struct LoadPlan
{
    static constexpr std::string_view format = "assay-load-plan";
    static constexpr int formatVersion = 1;

    std::string name;
    EmbeddedTarget target;
    std::vector<Variable> variables;
    std::vector<Step> steps;
    Profile profile;

    std::int64_t loopsPerUser = 0; ///< rounds of a user (closed); 0 = until its time is over
    std::int64_t maxRequests = 0; ///< stop after that many requests in all; 0 = no limit
    std::int64_t durationNs = 0; ///< cuts the profile short; 0 = the profile's own length
    /// For requests still in flight at the end. Not shorter than the response timeout by default: a server
    /// that has stopped answering shall show as failures.
    std::int64_t graceNs = 30 * nsPerSecond;
    std::int64_t connectTimeoutNs = 10 * nsPerSecond;
    std::int64_t responseTimeoutNs = 30 * nsPerSecond;
    bool keepAlive = true; ///< reuse connections; false: a new one for each request
    int maxRedirects = 0; ///< 3xx followed a request; each hop is a sample of its own
    bool spreadAddresses = false; ///< users take turns among a name's addresses (else the first that answers)
    bool verifyTls = true;
    std::string caFile; ///< PEM; empty = the system's
    std::string tlsServerName; ///< SNI and name to verify; empty = the URL's host
    int threads = 0; ///< 0 = chosen by the number of users
    std::uint64_t seed = 1; ///< of think times and Poisson arrivals: the same seed, the same plan
    std::vector<std::string> thresholds; ///< "p95<300ms": see threshold.h

    /// Everything that is wrong, each with its field; empty = can run.
    std::vector<Fault> validate() const;

    /// Fields that have their default are left out, so that files stay short.
    json::value toJson() const;
    /// Reads what toJson() wrote or a person; absent fields are defaults. Wrong or unknown fields are named
    /// in the error, all at once, after `source` ("plan.json"). A newer formatVersion is refused by name.
    /// Does not validate().
    static Result<LoadPlan> fromJson(const json::value& value, std::string_view source);

    /// JSON text <-> plan. A ThinkTime keeps only the fields of its kind.
    std::string toText() const;
    static Result<LoadPlan> fromText(std::string_view text, std::string_view source);

    bool operator==(const LoadPlan&) const = default;
};

/// Limits that validate() enforces, so that no arithmetic on a plan can overflow. Editors and command lines
/// offer the same ranges.
constexpr std::int64_t maxPlannedUsers = 1'000'000; ///< all rows together
constexpr std::int64_t maxPlannedNs = 366LL * 24 * 3600 * nsPerSecond; ///< any one duration
constexpr double maxPlannedRate = 1e7; ///< arrivals a second
constexpr std::int64_t maxPlannedThreads = 256;
constexpr std::int64_t maxPlannedRedirects = 50; ///< hops of one request
constexpr std::int64_t maxPlannedRounds = 1'000'000'000; ///< of a user
constexpr std::int64_t maxPlannedRequests = 1'000'000'000'000; ///< in all
constexpr std::int64_t maxTargetPool = 100'000;
constexpr std::int64_t maxTargetResponseBytes = 1LL << 30;

/// A hold of this length together with a limit of rounds or requests means "as long as these take": what ends
/// the run is the limit.
constexpr std::int64_t openEndedHoldNs = 3600 * nsPerSecond;

} // namespace assay::load
