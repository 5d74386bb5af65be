// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/servicetime.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>

namespace assay::target {

namespace {

constexpr std::int64_t longestNs = 3600 * nsPerSecond;
constexpr double largestSigma = 5;

Error serviceError(std::string_view text, std::string_view reason)
{
    return usageError("\"" + std::string{text} + "\" is not a service time: " + std::string{reason}
        + " Write 20ms, uniform:10ms,30ms, exp:20ms or lognormal:20ms,0.5.");
}

/// A duration a request may take.
Result<std::int64_t> parsePart(std::string_view whole, std::string_view part)
{
    const auto ns = parseDuration(part);
    if (!ns) {
        return serviceError(whole, "\"" + std::string{part} + "\" is not a duration with its unit.");
    }
    if (*ns > longestNs) {
        return serviceError(whole, "it is longer than an hour.");
    }
    return ns;
}

Result<ServiceTime> parseUniform(std::string_view whole, std::string_view first, std::string_view second)
{
    const auto min = parsePart(whole, first);
    if (!min) {
        return min.error();
    }
    const auto max = parsePart(whole, second);
    if (!max) {
        return max.error();
    }
    if (*max < *min) {
        return serviceError(whole, "the longest time is shorter than the shortest.");
    }
    return ServiceTime::uniform(*min, *max);
}

Result<ServiceTime> parseLogNormal(std::string_view whole, std::string_view first, std::string_view second)
{
    const auto median = parsePart(whole, first);
    if (!median) {
        return median.error();
    }
    const auto sigma = parseNumber(second);
    if (!sigma || *sigma < 0 || *sigma > largestSigma) {
        return serviceError(whole, "sigma must be a number from 0 to 5.");
    }
    return ServiceTime::logNormal(*median, *sigma);
}

} // namespace

ServiceTime ServiceTime::fixed(std::int64_t ns)
{
    ServiceTime time;
    time.m_firstNs = ns;
    return time;
}

ServiceTime ServiceTime::uniform(std::int64_t minNs, std::int64_t maxNs)
{
    ServiceTime time;
    time.m_kind = Kind::Uniform;
    time.m_firstNs = minNs;
    time.m_secondNs = maxNs;
    return time;
}

ServiceTime ServiceTime::exponential(std::int64_t meanNs)
{
    ServiceTime time;
    time.m_kind = Kind::Exponential;
    time.m_firstNs = meanNs;
    return time;
}

ServiceTime ServiceTime::logNormal(std::int64_t medianNs, double sigma)
{
    ServiceTime time;
    time.m_kind = Kind::LogNormal;
    time.m_firstNs = medianNs;
    time.m_sigma = sigma;
    return time;
}

Result<ServiceTime> ServiceTime::parse(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) {
        const auto ns = parsePart(text, text);
        return ns ? Result<ServiceTime>{fixed(*ns)} : ns.error();
    }
    const auto name = text.substr(0, colon);
    const auto values = text.substr(colon + 1);
    const auto comma = values.find(',');
    const auto first = values.substr(0, comma);
    const bool hasSecond = comma != std::string_view::npos;
    const auto second = hasSecond ? values.substr(comma + 1) : std::string_view{};
    if (name == "exp") {
        if (hasSecond) {
            return serviceError(text, "exp takes one value, the mean.");
        }
        const auto mean = parsePart(text, first);
        return mean ? Result<ServiceTime>{exponential(*mean)} : mean.error();
    }
    if (name == "uniform") {
        return hasSecond ? parseUniform(text, first, second)
                         : serviceError(text, "uniform takes two values, the shortest and the longest time.");
    }
    if (name == "lognormal") {
        return hasSecond ? parseLogNormal(text, first, second)
                         : serviceError(text, "lognormal takes two values, the median and sigma.");
    }
    return serviceError(text, "there is no distribution \"" + std::string{name} + "\".");
}

std::string ServiceTime::text() const
{
    switch (m_kind) {
    case Kind::Uniform:
        return "uniform:" + formatDuration(m_firstNs) + "," + formatDuration(m_secondNs);
    case Kind::Exponential:
        return "exp:" + formatDuration(m_firstNs);
    case Kind::LogNormal:
        return "lognormal:" + formatDuration(m_firstNs) + "," + formatNumber(m_sigma);
    case Kind::Fixed:
        break;
    }
    return formatDuration(m_firstNs);
}

double ServiceTime::meanNs() const
{
    const auto first = static_cast<double>(m_firstNs);
    switch (m_kind) {
    case Kind::Uniform:
        return (first + static_cast<double>(m_secondNs)) / 2;
    case Kind::LogNormal:
        return first * std::exp(m_sigma * m_sigma / 2);
    case Kind::Fixed:
    case Kind::Exponential:
        break;
    }
    return first;
}

std::int64_t ServiceTime::draw(std::mt19937_64& random) const
{
    if (m_kind == Kind::Fixed) {
        return m_firstNs;
    }
    if (m_kind == Kind::Uniform) {
        return std::uniform_int_distribution<std::int64_t>{m_firstNs, m_secondNs}(random);
    }
    const double factor = m_kind == Kind::Exponential
        ? std::exponential_distribution<double>{}(random)
        : std::exp(m_sigma * std::normal_distribution<double>{}(random));
    return static_cast<std::int64_t>(
        std::min(static_cast<double>(m_firstNs) * factor, static_cast<double>(longestNs)));
}

} // namespace assay::target
