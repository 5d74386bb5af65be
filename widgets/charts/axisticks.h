// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "charts/quantityformat.h"
#include "charts/range.h"

#include <QLocale>

/// Where the grid lines of an axis stand, and what is written at them.
namespace assay::charts {

struct Tick
{
    double value = 0;
    QString label; ///< empty: a line without text (the space is too small for every label)
};

struct TickSet
{
    QList<Tick> ticks;
    QString unit; ///< for the axis's title: "ms", "s", "min:s"
};

/// Ticks inside `range`, at most about `maxCount` (at least 2): steps of 1, 2 or 5; of whole seconds,
/// minutes and hours on a time axis; of powers of two on an axis of bytes; whole numbers for counts; decades
/// on a logarithmic axis. All labels of an axis have the same number of decimals.
TickSet makeTicks(const Axis& axis, Range range, int maxCount, const QLocale& locale);

/// `range` widened to the next ticks. Linear axes start at 0 when the data are not negative. A time axis ends
/// where the data end. Fixed ends of the axis are kept. Never empty.
Range niceRange(const Axis& axis, Range range, int maxCount);

} // namespace assay::charts
