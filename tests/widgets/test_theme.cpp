// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/theme.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace assay::charts;

namespace {

/// Palettes of desktops: Fusion, Breeze, Breeze Dark, Adwaita dark, two that nobody should have.
const std::pair<const char*, std::array<QRgb, 3>> grounds[] = {
    {"White", {0xffffff, 0x000000, 0x308cc6}},
    {"Breeze", {0xfcfcfc, 0x232629, 0x3daee9}},
    {"BreezeDark", {0x1b1e20, 0xfcfcfc, 0x3daee9}},
    {"AdwaitaDark", {0x2d2d2d, 0xeeeeec, 0x15539e}},
    {"Sepia", {0xe8dcc0, 0x40331f, 0xa05a2c}},
    {"GreyInGrey", {0x808080, 0x909090, 0x888888}},
};

Theme themeOf(const std::array<QRgb, 3>& colours)
{
    QPalette palette;
    palette.setColor(QPalette::Base, QColor(colours[0]));
    palette.setColor(QPalette::Text, QColor(colours[1]));
    palette.setColor(QPalette::Highlight, QColor(colours[2]));
    return Theme::fromPalette(palette);
}

struct Lab
{
    double l, a, b;
};

double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// CIE Lab of a colour as seen through `m` (linear RGB).
Lab seen(const QColor& colour, const double (&m)[3][3])
{
    const double in[] = {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
    double rgb[3];
    for (int i = 0; i < 3; ++i)
        rgb[i] = std::clamp(m[i][0] * in[0] + m[i][1] * in[1] + m[i][2] * in[2], 0.0, 1.0);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505);
    const double y = f(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
    const double z = f((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// Machado, Oliveira, Fernandes 2009, severity 1.0.
constexpr double visions[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
};

} // namespace

TEST(ContrastRatio, IsThatOfWcag)
{
    EXPECT_NEAR(contrastRatio(Qt::black, Qt::white), 21, 0.01);
    EXPECT_NEAR(contrastRatio(QColor(0x767676), Qt::white), 4.54, 0.01);
}

TEST(ThemeContrast, IsEnoughOnEveryGround)
{
    for (const auto& [name, colours] : grounds) {
        const Theme theme = themeOf(colours);
        EXPECT_GE(contrastRatio(theme.text, theme.background), 4.5) << name;
        EXPECT_GE(contrastRatio(theme.subtleText, theme.background), 4.5) << name;
        EXPECT_GE(contrastRatio(theme.accent, theme.background), 3) << name;
        ASSERT_EQ(theme.series.size(), 8);
        for (const QColor& colour : theme.series)
            EXPECT_GE(contrastRatio(colour, theme.background), 3)
                << name << ' ' << colour.name().toStdString();
    }
}

TEST(ThemeContrast, OfTickLabelsHoldsOnABand)
{
    for (const Theme& theme : {Theme::day(), Theme::night()})
        EXPECT_GE(contrastRatio(theme.subtleText, theme.band), 4);
}

TEST(ThemeColours, StayApartForColourBlindEyes)
{
    for (const Theme& theme : {Theme::day(), Theme::night()}) {
        for (const auto& vision : visions) {
            for (qsizetype i = 0; i < theme.series.size(); ++i) {
                for (qsizetype j = 0; j < i; ++j) {
                    const Lab a = seen(theme.series.at(i), vision);
                    const Lab b = seen(theme.series.at(j), vision);
                    EXPECT_GE(std::hypot(a.l - b.l, a.a - b.a, a.b - b.b), 15) << i << " and " << j;
                }
            }
        }
    }
}

TEST(ThemeFromPalette, TellsDarkFromLight)
{
    EXPECT_FALSE(themeOf(grounds[0].second).dark);
    EXPECT_TRUE(themeOf(grounds[2].second).dark);
}

TEST(ThemePrint, TellsLinesApartWithoutColour)
{
    const Theme print = Theme::print();
    EXPECT_TRUE(print.dashPattern(0).isEmpty());
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < i; ++j)
            EXPECT_NE(print.dashPattern(i), print.dashPattern(j));
    }
    EXPECT_TRUE(Theme::day().dashPattern(3).isEmpty());
}
