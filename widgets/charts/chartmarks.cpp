// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartmarks.h"

#include "charts/dataextent.h"
#include "charts/quantityformat.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace assay::charts {

namespace {

constexpr double groupShare = 0.8; ///< of a category's place that its bars take
constexpr double widestBar = 64;
constexpr double capWidth = 8; ///< of an interval's ends

double xOf(const Frame& frame, double value)
{
    return frame.layout.plot.left() + frame.maps.x.toPosition(value);
}

double yOf(const Frame& frame, const Series& series, double value)
{
    const AxisMap& map = series.onRightAxis && frame.spec.right ? frame.maps.right : frame.maps.y;
    return frame.layout.plot.bottom() - map.toPosition(value);
}

/// The series of a shape that are on show, in the spec's order.
QList<const Series*> shownOf(const Frame& frame, const HiddenSeries& hidden, Shape shape)
{
    QList<const Series*> shown;
    for (const Series& series : frame.spec.series) {
        if (series.shape == shape && !hidden.contains(series.id))
            shown.append(&series);
    }
    return shown;
}

/// Where the bars of one series stand: its place among the bars of a category.
struct BarPlace
{
    double offset = 0; ///< from the middle of the category to the left edge, in pixels
    double width = 1;
};

BarPlace placeOf(const Frame& frame, qsizetype number, qsizetype count)
{
    const double category = frame.maps.x.toPosition(1) - frame.maps.x.toPosition(0);
    const double width =
        std::min(category * groupShare / static_cast<double>(std::max<qsizetype>(count, 1)), widestBar);
    return {(static_cast<double>(number) - static_cast<double>(count) / 2) * width, width};
}

void paintBars(QPainter& painter, const Frame& frame, const HiddenSeries& hidden)
{
    const auto bars = shownOf(frame, hidden, Shape::Bars);
    for (qsizetype i = 0; i < bars.size(); ++i) {
        const BarPlace place = placeOf(frame, i, bars.size());
        const double gap = place.width > 6 ? 1 : 0;
        for (const QPointF& point : pointsOf(*bars.at(i))) {
            const double left = xOf(frame, point.x()) + place.offset;
            const double top = std::max(yOf(frame, *bars.at(i), point.y()), frame.layout.plot.top());
            const QRectF bar(QPointF(left + gap, top),
                QPointF(left + std::max(place.width - gap, gap + 1), frame.layout.plot.bottom()));
            painter.fillRect(bar, frame.theme.seriesColour(bars.at(i)->colour));
        }
    }
}

/// The values of all rows; colours are told apart by ratio, since rates span orders of magnitude.
std::optional<Range> valuesOf(const QList<const Series*>& rows)
{
    std::optional<Range> values;
    for (const Series* row : rows) {
        for (const QPointF& point : pointsOf(*row)) {
            if (!(point.y() > 0))
                continue;
            if (values)
                values->include(point.y());
            else
                values = Range{point.y(), point.y()};
        }
    }
    return values;
}

void paintCell(QPainter& painter, const Frame& frame, const QRectF& cell, double value, double share)
{
    const QColor fill = heatColour(frame.theme, share);
    painter.fillRect(cell, fill);
    const QString text = valueText(frame.spec.y.quantity, value, QLocale());
    const QFontMetricsF metrics(frame.fonts.tick);
    // Figures have nothing below their base line: low cells hold them too.
    if (metrics.horizontalAdvance(text) > cell.width() - 4 || metrics.capHeight() + 2 > cell.height())
        return;
    const QColor& ink = contrastRatio(fill, frame.theme.text) >= contrastRatio(fill, frame.theme.background)
        ? frame.theme.text
        : frame.theme.background;
    painter.setPen(ink);
    painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, text);
}

void paintHeat(QPainter& painter, const Frame& frame, const HiddenSeries& hidden)
{
    const auto rows = shownOf(frame, hidden, Shape::Heat);
    const std::optional<Range> values = valuesOf(rows);
    if (!values)
        return;
    const double span = std::log(values->to / values->from);
    painter.setFont(frame.fonts.tick);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const auto at = static_cast<double>(i);
        const double top = yOf(frame, *rows.at(i), at + 0.5) + 1;
        const double bottom = yOf(frame, *rows.at(i), at - 0.5) - 1;
        for (const QPointF& point : pointsOf(*rows.at(i))) {
            const QRectF cell(QPointF(xOf(frame, point.x() - 0.5) + 1, top),
                QPointF(xOf(frame, point.x() + 0.5) - 1, bottom));
            const double share = span > 0 && point.y() > 0 ? std::log(point.y() / values->from) / span : 1;
            paintCell(painter, frame, cell, point.y(), share);
        }
    }
}

void paintInterval(QPainter& painter, const QRectF& plot, double x, double low, double high)
{
    const double top = std::clamp(high, plot.top(), plot.bottom());
    const double bottom = std::clamp(low, plot.top(), plot.bottom());
    painter.drawLine(QPointF(x, bottom), QPointF(x, top));
    for (const double end : {top, bottom})
        painter.drawLine(QPointF(x - capWidth / 2, end), QPointF(x + capWidth / 2, end));
}

} // namespace

QColor heatColour(const Theme& theme, double share)
{
    const QColor& ground = theme.background;
    const QColor full = theme.seriesColour(0);
    const auto part = static_cast<float>(0.12 + 0.88 * std::clamp(share, 0.0, 1.0));
    const auto mix = [part](float a, float b) { return a * (1 - part) + b * part; };
    return QColor::fromRgbF(mix(ground.redF(), full.redF()), mix(ground.greenF(), full.greenF()),
        mix(ground.blueF(), full.blueF()));
}

void paintMarks(QPainter& painter, const Frame& frame, const HiddenSeries& hidden)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintBars(painter, frame, hidden);
    paintHeat(painter, frame, hidden);
    painter.restore();
}

void paintIntervals(QPainter& painter, const Frame& frame, const HiddenSeries& hidden)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QRectF& plot = frame.layout.plot;
    const auto bars = shownOf(frame, hidden, Shape::Bars);
    for (const Series& series : frame.spec.series) {
        if (!series.low || !series.high || hidden.contains(series.id))
            continue;
        const auto bar = bars.indexOf(&series);
        const BarPlace place = bar >= 0 ? placeOf(frame, bar, bars.size()) : BarPlace{0, 0};
        painter.setPen(QPen(bar >= 0 ? frame.theme.text : frame.theme.seriesColour(series.colour), 1.2));
        for (qsizetype i = 0; i < std::min(series.low->size(), series.high->size()); ++i) {
            const double x = xOf(frame, series.low->at(i).x()) + place.offset + place.width / 2;
            if (x >= plot.left() && x <= plot.right())
                paintInterval(painter, plot, x, yOf(frame, series, series.low->at(i).y()),
                    yOf(frame, series, series.high->at(i).y()));
        }
    }
    painter.restore();
}

} // namespace assay::charts
