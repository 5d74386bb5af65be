// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/legendstrip.h"

#include "charts/chartframe.h"
#include "charts/flowlayout.h"
#include "charts/quantityformat.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace assay::charts {

namespace {

constexpr int swatch = 16;
constexpr int gap = 6;
constexpr int padding = 4;

/// The widest text that a value of this kind usually has.
QString widestValue(Quantity quantity, const QLocale& locale)
{
    switch (quantity) {
    case Quantity::Count:
        return locale.toString(88888);
    case Quantity::Percent:
        return valueText(quantity, 88.8, locale);
    case Quantity::Time:
        return timeText(888.8e9, 1e8, locale);
    case Quantity::Duration:
        return valueText(quantity, 88.8e6, locale);
    case Quantity::Rate:
        return valueText(quantity, 88.8e3, locale);
    case Quantity::Bytes:
    case Quantity::ByteRate:
        return valueText(quantity, 88.8 * 1024 * 1024, locale);
    }
    return {};
}

} // namespace

LegendButton::LegendButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
}

void LegendButton::setSeries(const Series& series, const Theme& theme)
{
    m_series = series;
    m_series.points.reset(); // what is drawn here needs no data
    m_theme = theme;
    if (text() != series.name) {
        setText(series.name);
        setAccessibleName(series.name);
        updateGeometry();
    }
    setToolTip(tr("%1: the last value at or before the cursor. Click to hide or show it.").arg(series.name));
    update();
}

void LegendButton::setValue(const QString& value, const QString& widest)
{
    const QFontMetrics metrics(font());
    const int width =
        std::max({m_valueWidth, metrics.horizontalAdvance(widest), metrics.horizontalAdvance(value)});
    if (width != m_valueWidth) {
        m_valueWidth = width;
        updateGeometry();
    }
    if (value == m_value)
        return;
    m_value = value;
    update();
}

QSize LegendButton::sizeHint() const
{
    const QFontMetrics metrics(font());
    const int value = m_valueWidth > 0 ? gap + m_valueWidth : 0;
    return {
        padding + swatch + gap + metrics.horizontalAdvance(text()) + value + padding, metrics.height() + 4};
}

QSize LegendButton::minimumSizeHint() const
{
    return {padding + swatch + gap + m_valueWidth + padding, sizeHint().height()};
}

void LegendButton::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(m_theme.accent, 1) : QPen(Qt::NoPen));
        painter.setBrush(m_theme.grid);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    painter.setOpacity(isChecked() ? 1 : 0.45);
    paintSwatch(painter, QRectF(padding, 0, swatch, height()), m_series, m_theme);
    const QFontMetrics metrics(font());
    const int left = padding + swatch + gap;
    const int nameWidth = std::min(metrics.horizontalAdvance(text()),
        width() - left - padding - (m_valueWidth ? m_valueWidth + gap : 0));
    const QRect name(left, 0, std::max(nameWidth, 0) + 1, height());
    painter.setPen(m_theme.subtleText);
    const QString shown = metrics.elidedText(text(), Qt::ElideRight, name.width());
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, shown);
    if (!isChecked()) {
        const int middle = height() / 2;
        painter.drawLine(name.left(), middle, name.left() + metrics.horizontalAdvance(shown), middle);
    }
    if (m_value.isEmpty() || !isChecked())
        return;
    painter.setPen(m_theme.text);
    painter.drawText(
        QRect(name.right() + gap, 0, m_valueWidth + 1, height()), Qt::AlignLeft | Qt::AlignVCenter, m_value);
}

LegendStrip::LegendStrip(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new FlowLayout(6, this);
    layout->setContentsMargins(4, 0, 4, 0);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LegendStrip::setSeries(const ChartSpec& spec, const HiddenSeries& hidden, const Theme& theme)
{
    while (m_buttons.size() > spec.series.size())
        delete m_buttons.takeLast();
    while (m_buttons.size() < spec.series.size()) {
        auto* button = new LegendButton(this);
        const auto index = m_buttons.size();
        connect(button, &QAbstractButton::clicked, this,
            [this, index](bool shown) { Q_EMIT toggled(m_ids.value(index), shown); });
        layout()->addWidget(button);
        button->show();
        m_buttons.append(button);
    }
    m_ids.clear();
    m_quantities.clear();
    for (qsizetype i = 0; i < spec.series.size(); ++i) {
        const Series& series = spec.series.at(i);
        m_ids.append(series.id);
        m_quantities.append(axisOf(spec, series).quantity);
        m_buttons.at(i)->setVisible(series.shape != Shape::Heat); // named on its axis
        m_buttons.at(i)->setSeries(series, theme);
        m_buttons.at(i)->setChecked(!hidden.contains(series.id));
        m_buttons.at(i)->setObjectName(QStringLiteral("legend.") + series.id);
    }
}

void LegendStrip::setValues(const QStringList& values)
{
    for (qsizetype i = 0; i < m_buttons.size(); ++i)
        m_buttons.at(i)->setValue(values.value(i), widestValue(m_quantities.at(i), locale()));
}

QStringList LegendStrip::values() const
{
    QStringList values;
    for (const LegendButton* button : m_buttons)
        values.append(button->value());
    return values;
}

} // namespace assay::charts
