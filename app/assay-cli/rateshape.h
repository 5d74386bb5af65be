// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay::cli {

/// An open profile as the command line can say it: up to a rate, held, down again.
struct RateShape
{
    double perSecond = 0;
    std::int64_t rampNs = 0;
    std::int64_t holdNs = 0;
    std::int64_t rampDownNs = 0;

    /// nullopt: these rows are of another shape.
    static std::optional<RateShape> of(const std::vector<load::RateRow>& rows);
    std::vector<load::RateRow> rows() const;
};

} // namespace assay::cli
