// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/percentile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace assay::stats {

namespace {

struct Named
{
    PercentileMethod method;
    std::string_view name;
};

constexpr std::array<Named, 5> methods {{
    {PercentileMethod::NearestRank, "nearest-rank"},
    {PercentileMethod::JMeterAggregate, "jmeter-aggregate"},
    {PercentileMethod::JMeterDashboard, "jmeter-dashboard"},
    {PercentileMethod::LinearR7, "r7"},
    {PercentileMethod::HalfEvenR3, "r3"},
}};

/// The value at a 1-based rank that may be out of range.
double atRank(std::span<const std::int64_t> sorted, double rank)
{
    const double last = static_cast<double>(sorted.size());
    return static_cast<double>(sorted[static_cast<std::size_t>(std::clamp(rank, 1.0, last)) - 1]);
}

double interpolated(std::span<const std::int64_t> sorted, double position)
{
    const double below = std::floor(position);
    const double low = atRank(sorted, below);
    return low + (position - below) * (atRank(sorted, below + 1) - low);
}

} // namespace

std::string_view percentileMethodName(PercentileMethod method)
{
    return std::find_if(methods.begin(), methods.end(), [&](const Named& n) { return n.method == method; })->name;
}

std::optional<PercentileMethod> percentileMethodFromName(std::string_view name)
{
    const auto found
        = std::find_if(methods.begin(), methods.end(), [&](const Named& n) { return n.name == name; });
    return found == methods.end() ? std::nullopt : std::optional {found->method};
}

std::vector<std::string_view> percentileMethodNames()
{
    std::vector<std::string_view> names;
    for (const auto& entry : methods) {
        names.push_back(entry.name);
    }
    return names;
}

double percentile(std::span<const std::int64_t> sorted, double percent, PercentileMethod method)
{
    if (sorted.empty()) {
        return 0;
    }
    const double n = static_cast<double>(sorted.size());
    const double share = std::clamp(percent, 0.0, 100.0) / 100.0;
    switch (method) {
    case PercentileMethod::NearestRank:
        return atRank(sorted, std::ceil(std::nextafter(percent, 0.0) * n / 100.0));
    case PercentileMethod::JMeterAggregate:
        return atRank(sorted, std::round(n * share));
    case PercentileMethod::JMeterDashboard:
        return interpolated(sorted, share * (n + 1));
    case PercentileMethod::LinearR7:
        return interpolated(sorted, share * (n - 1) + 1);
    case PercentileMethod::HalfEvenR3:
        return atRank(sorted, std::nearbyint(n * share));
    }
    return 0;
}

} // namespace assay::stats
