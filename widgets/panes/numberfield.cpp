// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/numberfield.h"

#include <QLocale>
#include <QWheelEvent>

namespace assay::panes {

NumberField::NumberField(QWidget* parent)
    : QDoubleSpinBox(parent)
{
    setFocusPolicy(Qt::StrongFocus); // without it a wheel would give it the focus first
    setGroupSeparatorShown(true);
}

QString NumberField::textFromValue(double value) const
{
    QLocale shown = locale();
    if (!isGroupSeparatorShown()) {
        shown.setNumberOptions(QLocale::OmitGroupSeparator);
    }
    return shown.toString(value, 'f', QLocale::FloatingPointShortest);
}

void NumberField::wheelEvent(QWheelEvent* event)
{
    if (hasFocus()) {
        QDoubleSpinBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

} // namespace assay::panes
