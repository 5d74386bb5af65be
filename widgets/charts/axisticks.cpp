// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axisticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace assay::charts {

namespace {

bool isBinary(Quantity quantity)
{
    return quantity == Quantity::Bytes || quantity == Quantity::ByteRate;
}

/// The smallest of 1, 2, 5 × 10^k (or of 2^k) that is not below `least`.
double roundStep(double least, bool binary)
{
    if (binary)
        return std::exp2(std::ceil(std::log2(least) - 1e-9));
    const double decade = std::pow(10.0, std::floor(std::log10(least) + 1e-9));
    for (const double digit : {1.0, 2.0, 5.0}) {
        if (decade * digit >= least * (1 - 1e-9))
            return decade * digit;
    }
    return decade * 10;
}

double timeStep(double least)
{
    constexpr std::array seconds{1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0,
        3600.0, 7200.0, 14400.0, 21600.0, 43200.0, 86400.0};
    if (least <= 1e9)
        return roundStep(std::max(least, 1.0), false); // not finer than the clock
    for (const double step : seconds) {
        if (step * 1e9 >= least * (1 - 1e-9))
            return step * 1e9;
    }
    return roundStep(least / 86400e9, false) * 86400e9;
}

double stepFor(const Axis& axis, double span, int maxCount, double factor)
{
    const double least = span / std::max(maxCount, 2);
    if (axis.quantity == Quantity::Time)
        return timeStep(least);
    // A step is round in the unit that is shown: 0.5 KiB, not 500 B.
    double step = roundStep(least / factor, isBinary(axis.quantity)) * factor;
    if (axis.quantity == Quantity::Count)
        step = std::max(step, 1.0);
    return step;
}

/// On an axis "4,000" reads better than "4 k".
DisplayUnit axisUnit(Quantity quantity, Range range)
{
    const double magnitude = std::max(std::abs(range.from), std::abs(range.to));
    const bool plain = (quantity == Quantity::Count || quantity == Quantity::Rate) && magnitude < 1e4;
    return unitFor(quantity, plain ? 1 : magnitude);
}

int decimalsOf(double step)
{
    for (int decimals = 0; decimals < 9; ++decimals) {
        const double scaled = step * std::pow(10.0, decimals);
        if (std::abs(scaled - std::round(scaled)) < 1e-6 * scaled)
            return decimals;
    }
    return 9;
}

QString clockText(double ns, bool hours)
{
    const auto seconds = static_cast<qint64>(std::llround(ns / 1e9));
    const qint64 size = std::abs(seconds);
    const QString sign = seconds < 0 ? QStringLiteral("-") : QString();
    if (hours)
        return sign
            + QStringLiteral("%1:%2:%3")
                  .arg(size / 3600)
                  .arg(size / 60 % 60, 2, 10, QChar(u'0'))
                  .arg(size % 60, 2, 10, QChar(u'0'));
    return sign + QStringLiteral("%1:%2").arg(size / 60).arg(size % 60, 2, 10, QChar(u'0'));
}

TickSet linearTicks(const Axis& axis, Range range, int maxCount, const QLocale& locale)
{
    DisplayUnit unit = axisUnit(axis.quantity, range);
    const double step = stepFor(axis, range.span(), maxCount, unit.factor);
    const bool clock = axis.quantity == Quantity::Time && step >= 1e9 && range.to > 120e9;
    const bool hours = clock && range.to >= 3600e9;
    if (clock)
        unit.suffix = hours ? QStringLiteral("h:min:s") : QStringLiteral("min:s");
    const int decimals = decimalsOf(step / unit.factor);

    TickSet set{{}, unit.suffix};
    const double slack = range.span() * 1e-9;
    for (double index = std::ceil((range.from - slack) / step); index * step <= range.to + slack; ++index) {
        const double value = index * step;
        set.ticks.append({value,
            clock ? clockText(value, hours) : locale.toString(value / unit.factor + 0.0, 'f', decimals)});
    }
    return set;
}

/// Labels of a logarithmic axis carry their own unit: 100 µs, 1 ms, 10 ms … would be unreadable in one.
QString logLabel(Quantity quantity, double value, const QLocale& locale)
{
    const DisplayUnit unit = unitFor(quantity, value * (1 + 1e-9));
    const double shown = value / unit.factor;
    const QString number = locale.toString(shown, 'f', decimalsOf(shown));
    return unit.suffix.isEmpty() ? number : number + QChar(u'\u00a0') + unit.suffix;
}

TickSet logarithmicTicks(const Axis& axis, Range range, int maxCount, const QLocale& locale)
{
    const double decades = std::log10(range.to / range.from);
    // Fill the decades with 2 and 5 when few of them are seen, leave some out when many are.
    const bool lines = decades * 1.5 <= maxCount;
    const bool fill = decades * 3 <= maxCount * 1.5;
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / std::max(maxCount, 2))));
    TickSet set{{}, QStringLiteral("log")};
    const int first = static_cast<int>(std::floor(std::log10(range.from) + 1e-9));
    for (int exponent = first; std::pow(10.0, exponent) <= range.to * (1 + 1e-9); ++exponent) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double value = digit * std::pow(10.0, exponent);
            if (value < range.from * (1 - 1e-9) || value > range.to * (1 + 1e-9) || (digit > 1 && !lines))
                continue;
            const bool labelled = (exponent - first) % stride == 0 && (digit == 1 || fill);
            set.ticks.append({value, labelled ? logLabel(axis.quantity, value, locale) : QString()});
        }
    }
    return set;
}

Range niceLogarithmic(const Axis& axis, Range range)
{
    Range nice = range;
    if (!(nice.to > 0))
        nice.to = 1;
    if (!(nice.from > 0))
        nice.from = nice.to / 1000;
    const auto floorOf = [](double value) {
        const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
        const double digit = value / decade;
        return decade * (digit >= 5 - 1e-9 ? 5 : digit >= 2 - 1e-9 ? 2 : 1);
    };
    const auto ceilOf = [](double value) {
        const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
        const double digit = value / decade;
        return decade * (digit <= 1 + 1e-9 ? 1 : digit <= 2 + 1e-9 ? 2 : digit <= 5 + 1e-9 ? 5 : 10);
    };
    nice.from = axis.minimum && *axis.minimum > 0 ? *axis.minimum : floorOf(nice.from);
    nice.to = axis.maximum && *axis.maximum > 0 ? *axis.maximum : ceilOf(nice.to);
    // Less than a decade is hard to read as a logarithmic axis.
    if (!axis.maximum && nice.to < nice.from * 10)
        nice.to = nice.from * 10;
    if (!(nice.to > nice.from))
        nice.to = nice.from * 10;
    return nice;
}

TickSet categoryTicks(const Axis& axis, Range range)
{
    TickSet set;
    for (qsizetype i = 0; i < axis.categories.size(); ++i) {
        if (const auto at = static_cast<double>(i); range.contains(at))
            set.ticks.append({at, axis.categories.at(i)});
    }
    return set;
}

} // namespace

TickSet makeTicks(const Axis& axis, Range range, int maxCount, const QLocale& locale)
{
    if (range.isEmpty() || !std::isfinite(range.span()))
        return {};
    if (!axis.categories.isEmpty())
        return categoryTicks(axis, range);
    if (axis.scale == Scale::Logarithmic && range.from > 0)
        return logarithmicTicks(axis, range, maxCount, locale);
    return linearTicks(axis, range, maxCount, locale);
}

Range niceRange(const Axis& axis, Range range, int maxCount)
{
    if (!axis.categories.isEmpty())
        return {-0.5, static_cast<double>(axis.categories.size()) - 0.5};
    if (axis.scale == Scale::Logarithmic)
        return niceLogarithmic(axis, range);
    Range nice = range;
    if (nice.from > 0)
        nice.from = 0;
    nice.from = axis.minimum.value_or(nice.from);
    nice.to = axis.maximum.value_or(nice.to);
    if (!(nice.to > nice.from))
        nice.to =
            nice.from + (axis.quantity == Quantity::Time ? 1e9 : std::max(1.0, std::abs(nice.from) * 0.1));
    if (axis.quantity == Quantity::Time) {
        // 59.8 s of data read better on an axis to 60 s.
        const double step = timeStep(nice.span() / std::max(maxCount, 2));
        const double end = std::ceil(nice.to / step - 1e-9) * step;
        if (!axis.maximum && end - nice.to <= 0.02 * nice.span())
            nice.to = end;
        return nice;
    }
    const double step = stepFor(axis, nice.span(), maxCount, axisUnit(axis.quantity, nice).factor);
    if (!axis.minimum)
        nice.from = std::floor(nice.from / step + 1e-9) * step;
    if (!axis.maximum)
        nice.to = std::ceil(nice.to / step - 1e-9) * step;
    return nice;
}

} // namespace assay::charts
