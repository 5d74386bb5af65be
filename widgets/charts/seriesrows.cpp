// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/seriesrows.h"

#include "charts/quantityformat.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace assay::charts {

SeriesRows::SeriesRows(const ChartSpec& spec, std::optional<Range> part)
{
    const auto before = [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); };
    for (const Series& series : spec.series) {
        Cursor cursor{pointsOf(series), 0, 0};
        if (!std::is_sorted(cursor.points.cbegin(), cursor.points.cend(), before))
            std::stable_sort(cursor.points.begin(), cursor.points.end(), before);
        const auto begin = cursor.points.cbegin();
        auto first = begin;
        auto last = cursor.points.cend();
        if (part) {
            first = std::lower_bound(first, last, QPointF(part->from, 0), before);
            last = std::upper_bound(first, last, QPointF(part->to, 0), before);
        }
        cursor.at = first - begin;
        cursor.end = last - begin;
        m_cursors.push_back(std::move(cursor));
    }
}

bool SeriesRows::next(Row& row)
{
    std::optional<double> x;
    for (const Cursor& cursor : m_cursors) {
        if (cursor.at < cursor.end && (!x || cursor.points.at(cursor.at).x() < *x))
            x = cursor.points.at(cursor.at).x();
    }
    if (!x)
        return false;
    row.x = *x;
    row.values.assign(m_cursors.size(), {});
    for (size_t i = 0; i < m_cursors.size(); ++i) {
        Cursor& cursor = m_cursors[i];
        if (cursor.at >= cursor.end || cursor.points.at(cursor.at).x() != *x)
            continue;
        if (const double value = cursor.points.at(cursor.at).y(); std::isfinite(value))
            row.values[i] = value;
        ++cursor.at;
    }
    return true;
}

DataUnit dataUnit(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Time:
        return {1e9, "s"};
    case Quantity::Duration:
        return {1e6, "ms"};
    case Quantity::Count:
        return {1, ""};
    case Quantity::Rate:
        return {1, "1/s"};
    case Quantity::Bytes:
        return {1, "B"};
    case Quantity::ByteRate:
        return {1, "B/s"};
    case Quantity::Percent:
        return {1, "%"};
    }
    return {};
}

ChartSpec withIntervals(const ChartSpec& spec)
{
    ChartSpec all = spec;
    all.series.clear();
    for (const Series& series : spec.series) {
        all.series.append(series);
        for (const bool low : {true, false}) {
            Series end = series;
            end.points = low ? series.low : series.high;
            if (!end.points)
                continue;
            const QString word = low ? QCoreApplication::translate("ChartTable", "low")
                                     : QCoreApplication::translate("ChartTable", "high");
            end.id += low ? QStringLiteral(".low") : QStringLiteral(".high");
            end.name += QLatin1Char(' ') + word;
            all.series.append(end);
        }
    }
    return all;
}

QString categoryName(const Axis& axis, double x)
{
    return axis.categories.value(static_cast<qsizetype>(std::llround(x)));
}

QString columnTitle(const ChartSpec& spec, const Series* series)
{
    const Axis& axis = series ? axisOf(spec, *series) : spec.x;
    return titleWithUnit(
        series ? series->name : axis.title, QString::fromLatin1(dataUnit(axis.quantity).name));
}

} // namespace assay::charts
