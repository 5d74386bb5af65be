// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"

#include <QLocale>

#include <optional>

/// What a chart says in words: the values under the cursor, the latest ones for a screen reader.
namespace assay::charts {

/// The point that holds at `x`: the last one at or before it. Steps and intervals are recorded that way, and
/// a value between two points would be invented. Dots have no such point; bars and cells only at their own
/// x. None before the first.
std::optional<QPointF> pointAt(const Series& series, double x);

/// The last point of the series.
std::optional<QPointF> latestPoint(const Series& series);

/// "p99 12.3 ms", a text a series: what a screen reader is told. Of bars and cells each one with its
/// category, the first few dozen.
QStringList latestInWords(const ChartSpec& spec, const QLocale& locale);

} // namespace assay::charts
