// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace assay::charts {

namespace {

// Found by a search that maximised the smallest distance (CIE Lab) between any two of the first 3 … 8 colours
// as seen with normal, protan, deutan and tritan vision (Machado 2009), contrast against the background ≥ 3.
constexpr std::array<QRgb, 8> dayColours{
    0x1c54b1, 0xe0620d, 0x0a9d60, 0xce62a8, 0x713a00, 0x5a186b, 0xe51a3f, 0x615660};
constexpr std::array<QRgb, 8> nightColours{
    0x5d96e8, 0xe27a26, 0x4fdf90, 0xf8b4de, 0xdfe53a, 0x8a78ff, 0xfb4d5d, 0x9a8d9f};

constexpr double leastSeriesContrast = 3;
constexpr double leastTextContrast = 4.5;

QColor mixed(const QColor& over, const QColor& under, double share)
{
    const auto channel = [share](
                             float a, float b) { return static_cast<float>(a * share + b * (1 - share)); };
    return QColor::fromRgbF(channel(over.redF(), under.redF()), channel(over.greenF(), under.greenF()),
        channel(over.blueF(), under.blueF()));
}

double luminance(const QColor& colour)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

/// `colour` moved away from the background until it can be seen: desktops have grounds we didn't foresee.
QColor readable(QColor colour, const QColor& background, double least)
{
    const QColor away = luminance(background) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
    for (int step = 0; step < 20 && contrastRatio(colour, background) < least; ++step)
        colour = mixed(away, colour, 0.1);
    return colour;
}

Theme themed(const QColor& background, const QColor& text, const QColor& accent)
{
    Theme theme;
    theme.dark = luminance(text) > luminance(background);
    theme.background = background;
    theme.text = readable(text, background, leastTextContrast);
    theme.subtleText = readable(mixed(text, background, 0.68), background, leastTextContrast);
    theme.grid = mixed(text, background, theme.dark ? 0.13 : 0.10);
    theme.axisLine = mixed(text, background, 0.38);
    theme.band = mixed(accent, background, theme.dark ? 0.16 : 0.09);
    theme.accent = readable(accent, background, leastSeriesContrast);
    for (const QRgb colour : theme.dark ? nightColours : dayColours)
        theme.series.append(readable(QColor(colour), background, leastSeriesContrast));
    return theme;
}

} // namespace

Theme Theme::fromPalette(const QPalette& palette)
{
    return themed(palette.color(QPalette::Active, QPalette::Base),
        palette.color(QPalette::Active, QPalette::Text),
        palette.color(QPalette::Active, QPalette::Highlight));
}

Theme Theme::day()
{
    return themed(QColor(Qt::white), QColor(0x1d2126), QColor(0x2a6fc9));
}

Theme Theme::night()
{
    return themed(QColor(0x1b1e20), QColor(0xf2f4f5), QColor(0x4f9be8));
}

Theme Theme::print()
{
    Theme theme = day();
    theme.text = Qt::black;
    theme.dashes = true;
    return theme;
}

QColor Theme::seriesColour(int index) const
{
    return series.isEmpty() ? text : series.at(static_cast<qsizetype>(std::abs(index)) % series.size());
}

QList<qreal> Theme::dashPattern(int index, int dash) const
{
    static const std::array<QList<qreal>, 8> patterns{QList<qreal>{}, QList<qreal>{6, 3},
        QList<qreal>{1.5, 2.5}, QList<qreal>{8, 3, 1.5, 3}, QList<qreal>{3, 2}, QList<qreal>{10, 4},
        QList<qreal>{8, 3, 1.5, 3, 1.5, 3}, QList<qreal>{1.5, 5}};
    // Three has no factor in common with eight: lines of one colour differ in print too.
    const int pattern = dashes ? index + 3 * dash : dash;
    return patterns.at(static_cast<size_t>(std::abs(pattern)) % patterns.size());
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

bool operator==(const Theme& a, const Theme& b)
{
    return a.dark == b.dark && a.dashes == b.dashes && a.background == b.background && a.text == b.text
        && a.accent == b.accent && a.series == b.series;
}

} // namespace assay::charts
