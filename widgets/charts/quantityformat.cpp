// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/quantityformat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace assay::charts {

namespace {

struct Step
{
    double factor;
    const char16_t* suffix;
};

// Each step is taken from 1 of its unit on; the first one also serves what is smaller.
constexpr std::array durationSteps{
    Step{1, u"ns"}, Step{1e3, u"µs"}, Step{1e6, u"ms"}, Step{1e9, u"s"}, Step{60e9, u"min"}};
constexpr std::array countSteps{Step{1, u""}, Step{1e3, u"k"}, Step{1e6, u"M"}, Step{1e9, u"G"}};
constexpr std::array rateSteps{Step{1, u"/s"}, Step{1e3, u"k/s"}, Step{1e6, u"M/s"}, Step{1e9, u"G/s"}};
constexpr double kib = 1024;
constexpr std::array byteSteps{Step{1, u"B"}, Step{kib, u"KiB"}, Step{kib * kib, u"MiB"},
    Step{kib * kib * kib, u"GiB"}, Step{kib * kib * kib * kib, u"TiB"}};
constexpr std::array byteRateSteps{Step{1, u"B/s"}, Step{kib, u"KiB/s"}, Step{kib * kib, u"MiB/s"},
    Step{kib * kib * kib, u"GiB/s"}, Step{kib * kib * kib * kib, u"TiB/s"}};
constexpr std::array percentSteps{Step{1, u"%"}};
constexpr std::array timeSteps{Step{1e9, u"s"}};

std::span<const Step> stepsOf(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Time:
        return timeSteps;
    case Quantity::Duration:
        return durationSteps;
    case Quantity::Count:
        return countSteps;
    case Quantity::Rate:
        return rateSteps;
    case Quantity::Bytes:
        return byteSteps;
    case Quantity::ByteRate:
        return byteRateSteps;
    case Quantity::Percent:
        return percentSteps;
    }
    return countSteps;
}

/// Decimals that leave three significant digits, judged after rounding so that 9.996 reads "10.0".
int decimalsFor(double value)
{
    const double size = std::abs(value);
    if (size < 0.005)
        return size == 0 ? 0 : 3;
    const double exponent = std::floor(std::log10(size) + 1e-12);
    int decimals = std::clamp(2 - static_cast<int>(exponent), 0, 3);
    const double scale = std::pow(10.0, decimals);
    if (decimals > 0 && std::round(size * scale) >= std::pow(10.0, exponent + 1) * scale)
        --decimals;
    return decimals;
}

QString withSuffix(const QString& number, const QString& suffix)
{
    return suffix.isEmpty() ? number : number + QChar(u'\u00a0') + suffix;
}

} // namespace

DisplayUnit unitFor(Quantity quantity, double magnitude)
{
    const std::span<const Step> steps = stepsOf(quantity);
    const double size = std::abs(magnitude);
    const Step* best = &steps.front();
    for (const Step& step : steps) {
        // A range of 0 … 90 s reads better in seconds than as 0 … 1.5 min.
        const bool isMinute = quantity == Quantity::Duration && step.factor == 60e9;
        if (size >= step.factor * (isMinute ? 2 : 1))
            best = &step;
    }
    return {best->factor, QString::fromUtf16(best->suffix)};
}

QString valueText(Quantity quantity, double value, const QLocale& locale)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    if (quantity == Quantity::Time)
        return timeText(value, 1e8, locale);
    // A count of things is exact as long as it is short.
    if (quantity == Quantity::Count && std::abs(value) < 1e5 && value == std::floor(value))
        return locale.toString(value, 'f', 0);
    DisplayUnit unit = unitFor(quantity, value);
    // 999.7 µs would read "1000 µs": step up when rounding reaches the next unit.
    const double rounded = std::round(value / unit.factor) * unit.factor;
    if (std::abs(value / unit.factor) >= 100)
        unit = unitFor(quantity, rounded);
    const double shown = value / unit.factor;
    const int decimals = std::min(decimalsFor(shown), quantity == Quantity::Percent ? 2 : 3);
    return withSuffix(locale.toString(shown, 'f', decimals), unit.suffix);
}

QString timeText(double ns, double resolutionNs, const QLocale& locale)
{
    if (!std::isfinite(ns))
        return QStringLiteral("–");
    const int decimals =
        std::clamp(static_cast<int>(std::ceil(-std::log10(std::max(resolutionNs, 1.0) / 1e9) - 1e-9)), 0, 9);
    const double scale = std::pow(10.0, decimals);
    const double seconds = std::round(ns / 1e9 * scale) / scale;
    const double size = std::abs(seconds);
    if (size < 120)
        return withSuffix(locale.toString(seconds, 'f', decimals), QStringLiteral("s"));
    const auto minutes = static_cast<qint64>(size / 60);
    QString rest = locale.toString(size - static_cast<double>(minutes) * 60, 'f', decimals);
    if (rest.size() < 2 || !rest.at(1).isDigit())
        rest.prepend(u'0');
    QString text = seconds < 0 ? QStringLiteral("-") : QString();
    if (minutes < 60)
        return text + QStringLiteral("%1:%2").arg(QString::number(minutes), rest);
    return text
        + QStringLiteral("%1:%2:%3")
              .arg(QString::number(minutes / 60))
              .arg(minutes % 60, 2, 10, QChar(u'0'))
              .arg(rest);
}

QString titleWithUnit(const QString& title, const QString& unit)
{
    if (unit.isEmpty())
        return title;
    return title.isEmpty() ? unit : QStringLiteral("%1 (%2)").arg(title, unit);
}

} // namespace assay::charts
