// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "charts/range.h"

#include <QSet>

#include <optional>

/// What the data of a spec cover.
namespace assay::charts {

/// Ids of the series that the user has switched off.
using HiddenSeries = QSet<QString>;

/// From the smallest to the largest x of all series (also the hidden ones: hiding a line must not move the
/// time axis); empty optional without points.
std::optional<Range> extentX(const ChartSpec& spec);

/// The values of the shown series of one y axis within `x`; stacked areas count with their sum. On a
/// logarithmic axis only values above 0 count.
std::optional<Range> extentY(const ChartSpec& spec, bool right, Range x, const HiddenSeries& hidden);

/// How many values within `x` have no place on their logarithmic axis.
qsizetype countNotOnLogScale(const ChartSpec& spec, Range x, const HiddenSeries& hidden);

/// Points of an area that stands on `below` (positions where its lower edge runs). Points of `below` are
/// taken at or before each x; both have the same x values when the recorder wrote them together.
QList<QPointF> stackedOn(const QList<QPointF>& below, const QList<QPointF>& points, Range x);

const Axis& axisOf(const ChartSpec& spec, const Series& series);

/// The points of a series, empty when it has none.
const QList<QPointF>& pointsOf(const Series& series);

} // namespace assay::charts
