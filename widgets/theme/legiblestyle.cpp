// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/legiblestyle.h"

#include "theme/paletteicon.h"

#include <QApplication>
#include <QStyleOption>

namespace assay::theme {

namespace {

const QString fusion = QStringLiteral("fusion");

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

} // namespace

LegibleStyle::LegibleStyle()
    : QProxyStyle(fusion)
{ }

const QPalette& LegibleStyle::outlined(const QPalette& palette) const
{
    // Fusion derives its outlines from the window's colour alone.
    if (palette.cacheKey() != m_ofPalette) {
        m_ofPalette = palette.cacheKey();
        m_outlined = palette;
        for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
            const QColor window = palette.color(group, QPalette::Window);
            m_outlined.setColor(
                group, QPalette::Window, window.lighter(group == QPalette::Disabled ? 250 : 400));
        }
    }
    return m_outlined;
}

void LegibleStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    if (isDark(option->palette)) {
        if (element == PE_FrameLineEdit || element == PE_PanelLineEdit) {
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option)) {
                QStyleOptionFrame own(*frame);
                own.palette = outlined(option->palette);
                return QProxyStyle::drawPrimitive(element, &own, painter, widget);
            }
        } else if (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton) {
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
                QStyleOptionButton own(*button);
                own.palette = outlined(option->palette);
                return QProxyStyle::drawPrimitive(element, &own, painter, widget);
            }
        }
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void LegibleStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    if (isDark(option->palette)) {
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
            QStyleOptionSpinBox own(*spin);
            own.palette = outlined(option->palette);
            return QProxyStyle::drawComplexControl(control, &own, painter, widget);
        }
        const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (combo && combo->editable) {
            QStyleOptionComboBox own(*combo);
            own.palette = outlined(option->palette);
            return QProxyStyle::drawComplexControl(control, &own, painter, widget);
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QIcon LegibleStyle::standardIcon(
    StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const
{
    return pixmap == SP_ToolBarHorizontalExtensionButton ? icon("more")
                                                         : QProxyStyle::standardIcon(pixmap, option, widget);
}

void applyLegibleStyle()
{
    if (QApplication::style()->name() == fusion) {
        QApplication::setStyle(new LegibleStyle); // the application owns it
    }
}

} // namespace assay::theme
