// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace assay::charts {

/// Text that never widens the window: one line, shortened with "…", or as many lines as it takes. The tool
/// tip has it whole.
class ElidedLabel : public QWidget
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    void setColour(const QColor& colour);
    /// From now on in as many lines as it takes.
    void setWraps();

    bool hasHeightForWidth() const override { return m_wraps; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QColor m_colour;
    bool m_wraps = false;
};

} // namespace assay::charts
