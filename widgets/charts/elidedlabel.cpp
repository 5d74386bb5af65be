// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/elidedlabel.h"

#include <QPainter>

namespace assay::charts {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    setToolTip(text);
    updateGeometry();
    update();
}

void ElidedLabel::setColour(const QColor& colour)
{
    m_colour = colour;
    update();
}

void ElidedLabel::setWraps()
{
    m_wraps = true;
    QSizePolicy policy = sizePolicy();
    policy.setHeightForWidth(true);
    policy.setVerticalPolicy(QSizePolicy::Preferred); // "fixed" would be the height of one line
    setSizePolicy(policy);
    updateGeometry();
}

int ElidedLabel::heightForWidth(int width) const
{
    return m_wraps
        ? fontMetrics().boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX), Qt::TextWordWrap, m_text).height()
        : -1;
}

QSize ElidedLabel::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(m_text), metrics.height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setPen(m_colour.isValid() ? m_colour : palette().color(QPalette::WindowText));
    if (m_wraps) {
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_text);
        return;
    }
    painter.drawText(
        rect(), Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
}

} // namespace assay::charts
