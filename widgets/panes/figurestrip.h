// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;

namespace assay::panes {

/// The handful of figures that a run is judged by, large.
class FigureStrip : public QWidget
{
    Q_OBJECT

public:
    explicit FigureStrip(const QStringList& names, QWidget* parent = nullptr);

    /// `place`: index of its name. `isBad` shows it in the colour of an error.
    void setFigure(int place, const QString& text, bool isBad = false);
    void clear();

private:
    struct Figure
    {
        QWidget* tile;
        QLabel* value;
        QString name;
    };

    std::vector<Figure> m_figures;
};

} // namespace assay::panes
