// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/summaryrow.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace assay::loadpage {

/// The handful of figures that a run is judged by, large.
class FigureStrip : public QWidget
{
    Q_OBJECT

public:
    explicit FigureStrip(QWidget* parent = nullptr);

    void showFigures(const models::SummaryRow& all, std::uint32_t usersPeak);
    void clear();

private:
    struct Figure
    {
        QWidget* tile;
        QLabel* value;
        QString name;
    };
    enum Place
    {
        Throughput,
        Requests,
        Median,
        P95,
        P99,
        Failed,
        Users,
        FigureCount
    };
    void set(Place place, const QString& text);

    std::vector<Figure> m_figures;
};

} // namespace assay::loadpage
