// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/readout.h"

#include "charts/dataextent.h"
#include "charts/quantityformat.h"

#include <algorithm>

namespace assay::charts {

std::optional<QPointF> pointAt(const Series& series, double x)
{
    const QList<QPointF>& points = pointsOf(series);
    if (series.shape == Shape::Dots)
        return {};
    const bool isOfCategory = series.shape == Shape::Bars || series.shape == Shape::Heat;
    const auto after = std::upper_bound(
        points.cbegin(), points.cend(), x, [](double at, const QPointF& point) { return at < point.x(); });
    if (after == points.cbegin())
        return {};
    // What holds for one category says nothing of the next.
    if (isOfCategory && std::prev(after)->x() != x)
        return {};
    return *std::prev(after);
}

std::optional<QPointF> latestPoint(const Series& series)
{
    const QList<QPointF>& points = pointsOf(series);
    if (points.isEmpty() || series.shape == Shape::Dots || series.shape == Shape::Bars
        || series.shape == Shape::Heat)
        return {};
    return points.last();
}

QStringList latestInWords(const ChartSpec& spec, const QLocale& locale)
{
    constexpr qsizetype most = 40;
    QStringList words;
    for (const Series& series : spec.series) {
        const Quantity quantity = axisOf(spec, series).quantity;
        if (const std::optional<QPointF> point = latestPoint(series))
            words.append(series.name + QLatin1Char(' ') + valueText(quantity, point->y(), locale));
        if (series.shape != Shape::Bars && series.shape != Shape::Heat)
            continue;
        for (const QPointF& point : pointsOf(series)) {
            const QString place = spec.x.categories.value(static_cast<qsizetype>(point.x()));
            if (words.size() < most)
                words.append(series.name + QLatin1Char(' ') + place + QStringLiteral(": ")
                    + valueText(quantity, point.y(), locale));
        }
    }
    return words;
}

} // namespace assay::charts
