// SPDX-License-Identifier: GPL-3.0-or-later
#include "suggestion.h"

#include <algorithm>
#include <numeric>

namespace assay::cli {

namespace {

std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t k = 0; k < to.size(); ++k) {
            const auto changed = diagonal + (from[i] == to[k] ? 0 : 1);
            diagonal = row[k + 1];
            row[k + 1] = std::min({changed, row[k] + 1, row[k + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::string suggestion(std::string_view typed, const std::vector<std::string>& candidates)
{
    const auto nearest = std::min_element(candidates.begin(), candidates.end(),
        [&](const auto& a, const auto& b) { return editDistance(typed, a) < editDistance(typed, b); });
    if (nearest == candidates.end() || editDistance(typed, *nearest) > 1 + nearest->size() / 4) {
        return {};
    }
    return ", did you mean " + *nearest + "?";
}

} // namespace assay::cli
