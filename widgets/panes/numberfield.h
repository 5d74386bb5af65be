// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace assay::panes {

/// A number of a plan. Shows the digits that there are and no zeros behind them, and is not changed by a
/// wheel that only passes over it.
class NumberField : public QDoubleSpinBox
{
    Q_OBJECT

public:
    explicit NumberField(QWidget* parent = nullptr);

    QString textFromValue(double value) const override;

protected:
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace assay::panes
