// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay::load {

/// The pause after a step, before the next one (the next round's first included).
struct ThinkTime
{
    enum class Kind { None, Fixed, Uniform, Gaussian, Poisson };
    Kind kind = Kind::None;
    std::int64_t meanNs = 0; ///< Fixed: the pause; Gaussian: the mean; Poisson: the mean of exponential pauses
    std::int64_t deviationNs = 0; ///< Gaussian: standard deviation (negative draws count as 0)
    std::int64_t minNs = 0; ///< Uniform
    std::int64_t maxNs = 0; ///< Uniform

    bool operator==(const ThinkTime&) const = default;
};

/// A condition on a response. The response fails (check_failed) when any of its step's checks does.
struct Check
{
    enum class Kind { Status, BodyContains, BodyLacks };
    Kind kind = Kind::Status;
    /// Status: comma-separated codes and ranges, "200", "200-299,304". Otherwise the text, which may hold
    /// ${name}; a compressed body is decoded first.
    std::string expected;

    bool operator==(const Check&) const = default;
};

struct Header
{
    std::string name;
    std::string value; ///< may hold ${name}

    bool operator==(const Header&) const = default;
};

/// One labelled request. Without a Status check, 200–399 is a success.
struct HttpStep
{
    std::string label;
    std::string method = "GET";
    std::string url; ///< http:// or https://, may hold ${name} (in host and port: user variables only)
    std::vector<Header> headers;
    std::string body; ///< may hold ${name}
    ThinkTime think;
    std::vector<Check> checks;
    bool enabled = true;

    bool operator==(const HttpStep&) const = default;
};

struct Step;

/// Steps repeated `count` times in each round of a user.
struct LoopStep
{
    std::string label; ///< for the editor only
    std::int64_t count = 1;
    std::vector<Step> steps;
    bool enabled = true;

    bool operator==(const LoopStep&) const;
};

struct Step
{
    std::variant<HttpStep, LoopStep> item;

    bool operator==(const Step&) const = default;
};

/// A user variable: `${name}` is replaced by `value` (which may use variables defined before it).
struct Variable
{
    std::string name;
    std::string value;

    bool operator==(const Variable&) const = default;
};

/// One row of a closed profile: `users` virtual users, the k-th (k = 0 …) starting at
/// startDelay + k · rampUp / users, all active for `hold`, then leaving in the order of their start over
/// rampDown. Rows are independent and add up.
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
    enum class Kind { Closed, Open };
    enum class Arrivals { Even, Poisson };

    Kind kind = Kind::Closed;
    std::vector<UserRow> users; ///< closed
    std::vector<RateRow> rates; ///< open
    Arrivals arrivals = Arrivals::Even; ///< open
    std::int64_t maxUsers = 1000; ///< open: rounds in progress at most; arrivals beyond it are unserved

    bool operator==(const Profile&) const = default;
};

struct LoadPlan
{
    static constexpr int formatVersion = 1;

    std::string name;
    std::vector<Variable> variables;
    std::vector<Step> steps;
    Profile profile;

    std::int64_t loopsPerUser = 0; ///< rounds of a user (closed); 0 = until its time is over
    std::int64_t maxRequests = 0; ///< stop after that many requests in all; 0 = no limit
    std::int64_t durationNs = 0; ///< cuts the profile short; 0 = the profile's own length
    std::int64_t graceNs = 10 * nsPerSecond; ///< for requests still in flight at the end
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

    json::value toJson() const;
    /// Reads what toJson() wrote; wrong or unknown fields are named in the error, all at once. A newer
    /// formatVersion is refused by name. Does not validate().
    static Result<LoadPlan> fromJson(const json::value& value);

    /// JSON text <-> plan; `source` names the text in messages ("plan.json").
    std::string toText() const;
    static Result<LoadPlan> fromText(std::string_view text, std::string_view source);

    bool operator==(const LoadPlan&) const = default;
};

inline bool LoopStep::operator==(const LoopStep&) const = default;

/// The plan's enabled HTTP steps in order, loops entered once: they give the run its labels 1, 2, ….
std::vector<const HttpStep*> enabledSteps(const std::vector<Step>& steps);

} // namespace assay::load
