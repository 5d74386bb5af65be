// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace assay::load {

/// The pause after a step, before the next one (the next round's first included).
struct ThinkTime
{
    enum class Kind
    {
        None,
        Fixed,
        Uniform,
        Gaussian,
        Poisson
    };
    Kind kind = Kind::None;
    std::int64_t meanNs =
        0; ///< Fixed: the pause; Gaussian: the mean; Poisson: the mean of exponential pauses
    std::int64_t deviationNs = 0; ///< Gaussian: standard deviation (negative draws count as 0)
    std::int64_t minNs = 0; ///< Uniform
    std::int64_t maxNs = 0; ///< Uniform

    bool operator==(const ThinkTime&) const = default;
};

/// A condition on a response. The response fails (check_failed) when any of its step's checks does.
struct Check
{
    enum class Kind
    {
        Status,
        BodyContains,
        BodyLacks
    };
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

/// The plan's enabled HTTP steps in order, loops entered once: they give the run its labels 1, 2, ….
std::vector<const HttpStep*> enabledSteps(const std::vector<Step>& steps);

} // namespace assay::load
