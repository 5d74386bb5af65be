// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartframe.h"

/// The data that is painted directly because Qt Charts has no shape for it: bars in groups, cells of a heat
/// map, the intervals of points.
namespace assay::charts {

/// Bars and cells: under the lines.
void paintMarks(QPainter& painter, const Frame& frame, const HiddenSeries& hidden);

/// The intervals of points and bars: over everything else.
void paintIntervals(QPainter& painter, const Frame& frame, const HiddenSeries& hidden);

/// The colour of a cell whose value lies at `share` (0 … 1) of the values on show.
QColor heatColour(const Theme& theme, double share);

} // namespace assay::charts
