// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QProxyStyle>

namespace assay::theme {

/// Qt's own style "fusion", which draws the outlines of fields and boxes darker than the window and the arrow
/// of a tool bar that is too narrow in black: both vanish on a dark window. Here they can be seen.
class LegibleStyle : public QProxyStyle
{
public:
    LegibleStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override;
    QIcon standardIcon(
        StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const override;

private:
    const QPalette& outlined(const QPalette& palette) const;

    mutable qint64 m_ofPalette = 0;
    mutable QPalette m_outlined; ///< one and the same, since the style caches pictures by palette
};

/// Makes it the application's style if that is "fusion"; the style of a desktop is left alone.
void applyLegibleStyle();

} // namespace assay::theme
