// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QGuiApplication>
#include <QPalette>

/// Colours that mean something, readable on the palette of the desktop, light or dark.
namespace assay::theme {

inline bool isDark(const QPalette& palette = QGuiApplication::palette())
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

inline QColor errorColour(const QPalette& palette = QGuiApplication::palette())
{
    return isDark(palette) ? QColor(0xff, 0x8a, 0x80) : QColor(0xb3, 0x26, 0x1e);
}

inline QColor warningColour(const QPalette& palette = QGuiApplication::palette())
{
    return isDark(palette) ? QColor(0xff, 0xc1, 0x5e) : QColor(0x8a, 0x56, 0x00);
}

inline QColor successColour(const QPalette& palette = QGuiApplication::palette())
{
    return isDark(palette) ? QColor(0x7c, 0xd6, 0x8f) : QColor(0x1b, 0x6e, 0x36);
}

inline QColor accentColour(const QPalette& palette = QGuiApplication::palette())
{
    return isDark(palette) ? QColor(0x7a, 0xb4, 0xff) : QColor(0x1a, 0x5f, 0xb4);
}

/// Text that stands back: halfway between text and background, still readable.
inline QColor mutedColour(const QPalette& palette = QGuiApplication::palette())
{
    const QColor text = palette.color(QPalette::WindowText);
    const QColor back = palette.color(QPalette::Window);
    const auto mix = [](int a, int b) { return (a * 65 + b * 35) / 100; };
    return {mix(text.red(), back.red()), mix(text.green(), back.green()), mix(text.blue(), back.blue())};
}

} // namespace assay::theme
