// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"

#include <cmath>

/// Small specs for the chart tests.
namespace assay::charts::testspecs {

constexpr double second = 1e9;
constexpr double millisecond = 1e6;

inline Points points(QList<QPointF> list)
{
    return std::make_shared<const QList<QPointF>>(std::move(list));
}

inline QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

/// Points at 0, step, 2·step … with `value(i)`.
template <typename Value> Points sampled(int count, double step, Value value)
{
    QList<QPointF> list;
    for (int i = 0; i < count; ++i)
        list.append({i * step, value(i)});
    return points(std::move(list));
}

inline Series line(const char* id, int colour, Points data)
{
    Series series;
    series.id = text(id);
    series.name = text(id);
    series.colour = colour;
    series.points = std::move(data);
    return series;
}

/// Two latency lines over a minute, 5 points a second: p50 rises from 10 to 40 ms, p99 is twice that.
inline ChartSpec latency()
{
    ChartSpec spec;
    spec.id = text("latency");
    spec.title = text("Response time");
    spec.x = {text("Time"), Quantity::Time, Scale::Linear, {}, {}};
    spec.y = {text("Response time"), Quantity::Duration, Scale::Linear, {}, {}};
    const auto p50 = [](int i) { return 10 * millisecond + i * 1e5; };
    spec.series = {line("p50", 0, sampled(301, second / 5, p50)),
        line("p99", 3, sampled(301, second / 5, [&](int i) { return 2 * p50(i); }))};
    spec.bands = {{30 * second, 60 * second, text("Hold")}};
    return spec;
}

} // namespace assay::charts::testspecs
