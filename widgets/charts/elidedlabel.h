// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace assay::charts {

/// One line of text that is shortened with "…" instead of widening the window; the tool tip has it whole.
class ElidedLabel : public QWidget
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    void setColour(const QColor& colour);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QColor m_colour;
};

} // namespace assay::charts
