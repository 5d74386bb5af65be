// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"

#include <QColor>
#include <QImage>

namespace assay::test {

/// The values that charts show, as text: equal texts, equal charts.
inline QString valuesOf(const QList<charts::ChartSpec>& specs)
{
    QString text;
    for (const auto& spec : specs) {
        text += spec.id + u'\n';
        for (const auto& series : spec.series) {
            text += series.id;
            for (const QPointF& point : *series.points) {
                text += QStringLiteral(" %1:%2").arg(point.x(), 0, 'g', 17).arg(point.y(), 0, 'g', 17);
            }
            text += u'\n';
        }
    }
    return text;
}

/// Pixels that are clearly coloured: the lines of a chart, not its paper, grid or text.
inline int colouredPixels(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2) {
            const QColor colour = image.pixelColor(x, y);
            count += colour.saturation() > 120 && colour.value() > 60 ? 1 : 0;
        }
    }
    return count;
}

} // namespace assay::test
