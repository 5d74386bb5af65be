// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/dataextent.h"
#include "charts/theme.h"

#include <QAbstractButton>
#include <QWidget>

namespace assay::charts {

/// A series in the legend: its sample, its name, and its value under the cursor. A click hides or shows it.
class LegendButton : public QAbstractButton
{
    Q_OBJECT

public:
    explicit LegendButton(QWidget* parent = nullptr);

    void setSeries(const Series& series, const Theme& theme);
    /// `widest` is reserved, so that the strip stands still while values change.
    void setValue(const QString& value, const QString& widest);
    const QString& value() const { return m_value; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Series m_series;
    Theme m_theme;
    QString m_value;
    int m_valueWidth = 0;
};

/// The legend of a live chart and its readout in one: a strip of buttons outside the plot.
class LegendStrip : public QWidget
{
    Q_OBJECT

public:
    explicit LegendStrip(QWidget* parent = nullptr);

    void setSeries(const ChartSpec& spec, const HiddenSeries& hidden, const Theme& theme);
    /// One text a series, in the spec's order; empty for none.
    void setValues(const QStringList& values);
    QStringList values() const;

Q_SIGNALS:
    void toggled(const QString& seriesId, bool shown);

private:
    QList<LegendButton*> m_buttons;
    QStringList m_ids;
    QList<Quantity> m_quantities;
};

} // namespace assay::charts
