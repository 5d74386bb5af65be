// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace assay::target {

/// How long a request occupies its worker: a distribution, written as text by users.
///
///     20ms                  always the same
///     uniform:10ms,30ms     any time between the two, all equally likely
///     exp:20ms              exponential with that mean
///     lognormal:20ms,0.5    log-normal with that median; 0.5 is the sigma of the logarithm
class ServiceTime
{
public:
    enum class Kind
    {
        Fixed,
        Uniform,
        Exponential,
        LogNormal
    };

    ServiceTime() = default;
    static ServiceTime fixed(std::int64_t ns);
    static ServiceTime uniform(std::int64_t minNs, std::int64_t maxNs);
    static ServiceTime exponential(std::int64_t meanNs);
    static ServiceTime logNormal(std::int64_t medianNs, double sigma);

    /// Reads one of the texts above.
    static Result<ServiceTime> parse(std::string_view text);
    /// The text that parse() reads back to the same value.
    std::string text() const;

    Kind kind() const { return m_kind; }
    double meanNs() const;

    /// One draw in nanoseconds, from 0 to an hour.
    std::int64_t draw(std::mt19937_64& random) const;

    bool operator==(const ServiceTime&) const = default;

private:
    Kind m_kind = Kind::Fixed;
    std::int64_t m_firstNs = 0; ///< fixed value, minimum, mean or median
    std::int64_t m_secondNs = 0; ///< maximum of Uniform
    double m_sigma = 0;
};

} // namespace assay::target
