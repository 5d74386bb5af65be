// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/bootstrap.h"

#include "base/randomstream.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace assay::stats {

namespace {

constexpr int resamples = 2000;

double medianInPlace(std::vector<double>& values)
{
    if (values.empty()) {
        return 0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) {
        return *middle;
    }
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

} // namespace

double medianOf(std::span<const double> values)
{
    std::vector<double> copy{values.begin(), values.end()};
    return medianInPlace(copy);
}

Interval bootstrapMedian(std::span<const double> values, std::uint64_t seed)
{
    if (values.empty()) {
        return {};
    }
    const auto [least, most] = std::ranges::minmax(values);
    const auto median = medianOf(values);
    if (values.size() < 3) {
        return {median, least, most};
    }
    RandomStream random{seed};
    std::vector<double> medians;
    std::vector<double> drawn(values.size());
    for (int i = 0; i < resamples; ++i) {
        for (auto& value : drawn) {
            value = values[random.next() % values.size()];
        }
        medians.push_back(medianInPlace(drawn));
    }
    std::ranges::sort(medians);
    return {median, medians[resamples * 25 / 1000], medians[resamples * 975 / 1000 - 1]};
}

double medianDeviation(std::span<const double> values)
{
    const auto median = medianOf(values);
    if (values.size() < 2 || median == 0) {
        return 0;
    }
    std::vector<double> deviations;
    for (const auto value : values) {
        deviations.push_back(std::abs(value - median) / median);
    }
    return medianInPlace(deviations);
}

} // namespace assay::stats
