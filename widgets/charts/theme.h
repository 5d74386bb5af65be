// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPalette>

namespace assay::charts {

/// The colours of a chart. Series colours can be told apart with the common forms of colour blindness and
/// stand out from the background by at least 3 : 1.
struct Theme
{
    bool dark = false;
    bool dashes = false; ///< give each series its own dash pattern, for print without colour
    QColor background;
    QColor text;
    QColor subtleText; ///< tick labels, notes
    QColor grid;
    QColor axisLine;
    QColor band; ///< shading of a hold phase
    QColor accent; ///< crosshair, rubber band
    QList<QColor> series;

    /// Follows the desktop: dark when text is lighter than the window.
    static Theme fromPalette(const QPalette& palette);
    static Theme day();
    static Theme night();
    /// White paper: the light colours, with dashes.
    static Theme print();

    QColor seriesColour(int index) const;
    /// Of the series with a colour and a dash, in units of the pen's width; empty for a solid line.
    QList<qreal> dashPattern(int index, int dash = 0) const;
};

/// Contrast of two opaque colours as WCAG 2 counts it: 1 … 21.
double contrastRatio(const QColor& a, const QColor& b);

bool operator==(const Theme& a, const Theme& b);

} // namespace assay::charts
