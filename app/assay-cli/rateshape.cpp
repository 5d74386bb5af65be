// SPDX-License-Identifier: GPL-3.0-or-later
#include "rateshape.h"

namespace assay::cli {

std::optional<RateShape> RateShape::of(const std::vector<load::RateRow>& rows)
{
    RateShape shape;
    auto row = rows.begin();
    if (row != rows.end() && row->fromPerSecond == 0 && row->toPerSecond > 0) {
        shape.perSecond = row->toPerSecond;
        shape.rampNs = (row++)->durationNs;
    }
    const auto goesOn = [&] {
        return row != rows.end() && row->fromPerSecond > 0
            && (shape.perSecond == 0 || row->fromPerSecond == shape.perSecond);
    };
    if (goesOn() && row->toPerSecond == row->fromPerSecond) {
        shape.perSecond = row->fromPerSecond;
        shape.holdNs = (row++)->durationNs;
    }
    if (goesOn() && row->toPerSecond == 0) {
        shape.perSecond = row->fromPerSecond;
        shape.rampDownNs = (row++)->durationNs;
    }
    return row == rows.end() && shape.perSecond > 0 ? std::optional{shape} : std::nullopt;
}

std::vector<load::RateRow> RateShape::rows() const
{
    std::vector<load::RateRow> rows{
        {0, perSecond, rampNs}, {perSecond, perSecond, holdNs}, {perSecond, 0, rampDownNs}};
    std::erase_if(rows, [](const load::RateRow& row) { return row.durationNs <= 0; });
    return rows;
}

} // namespace assay::cli
