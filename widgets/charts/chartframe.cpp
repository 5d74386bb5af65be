// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartframe.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace assay::charts {

namespace {

constexpr double tickLength = 4;

QString elided(const QFont& font, const QString& text, double width)
{
    return QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

double xOf(const Frame& frame, double value)
{
    return frame.layout.plot.left() + frame.maps.x.toPosition(value);
}

double yOf(const Frame& frame, const AxisMap& map, double value)
{
    return frame.layout.plot.bottom() - map.toPosition(value);
}

QRectF bandRect(const Frame& frame, const Band& band)
{
    const QRectF& plot = frame.layout.plot;
    const QRectF& names = frame.layout.bandNames;
    const double top = names.isEmpty() ? plot.top() : names.top();
    const double from = std::clamp(xOf(frame, band.from), plot.left(), plot.right());
    const double to = std::clamp(xOf(frame, band.to), plot.left(), plot.right());
    return QRectF(QPointF(from, top), QPointF(to, plot.bottom()));
}

void paintBandNames(QPainter& painter, const Frame& frame)
{
    painter.setFont(frame.fonts.tick);
    painter.setPen(frame.theme.subtleText);
    const QRectF& names = frame.layout.bandNames;
    for (const Band& band : frame.spec.bands) {
        const QRectF rect = bandRect(frame, band);
        if (rect.width() < 24 || band.label.isEmpty())
            continue;
        const QRectF row(rect.left() + 4, names.top(), rect.width() - 8, names.height() - 1);
        painter.drawText(row, Qt::AlignCenter, elided(frame.fonts.tick, band.label, row.width()));
    }
}

/// Names that stand upright end at the axis.
void paintUprightCategory(QPainter& painter, const Frame& frame, const Tick& tick)
{
    const QRectF& row = frame.layout.xLabels;
    const QStringList lines = categoryLines(tick.label);
    const double thickness = QFontMetricsF(frame.fonts.tick).ascent();
    painter.save();
    painter.translate(xOf(frame, tick.value), row.top());
    painter.rotate(-90);
    QRectF rect(-row.height(), -thickness * static_cast<double>(lines.size()) / 2, row.height(), thickness);
    for (const QString& line : lines) {
        painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
            elided(frame.fonts.tick, line, rect.width()));
        rect.translate(0, thickness);
    }
    painter.restore();
}

/// The name of each category in the middle of its place, cut off rather than left out.
void paintCategories(QPainter& painter, const Frame& frame)
{
    const QRectF& row = frame.layout.xLabels;
    const double place = frame.maps.x.toPosition(1) - frame.maps.x.toPosition(0);
    if (place < 12)
        return;
    for (const Tick& tick : frame.ticks.x.ticks) {
        if (frame.layout.xLabelsUpright) {
            paintUprightCategory(painter, frame, tick);
            continue;
        }
        const double height = row.height() / static_cast<double>(frame.layout.xLabelLines);
        QRectF rect(xOf(frame, tick.value) - place / 2 + 2, row.top(), place - 4, height);
        for (const QString& line : categoryLines(tick.label)) {
            painter.drawText(rect, Qt::AlignCenter, elided(frame.fonts.tick, line, rect.width()));
            rect.translate(0, height);
        }
    }
}

void paintXLabels(QPainter& painter, const Frame& frame)
{
    const QRectF& row = frame.layout.xLabels;
    const QFontMetricsF metrics(frame.fonts.tick);
    if (!frame.spec.x.categories.isEmpty()) {
        paintCategories(painter, frame);
        return;
    }
    double free = row.left();
    for (const Tick& tick : frame.ticks.x.ticks) {
        const double width = metrics.horizontalAdvance(tick.label) + 1;
        const double at = xOf(frame, tick.value);
        const double left = std::min(at - width / 2, row.right() - width);
        if (tick.label.isEmpty() || left < free)
            continue;
        painter.drawText(QRectF(left, row.top(), width, row.height()), Qt::AlignCenter, tick.label);
        free = left + width + 6;
    }
}

void paintYLabels(QPainter& painter, const Frame& frame, const TickSet& ticks, const AxisMap& map, bool right)
{
    const QRectF& plot = frame.layout.plot;
    const double height = QFontMetricsF(frame.fonts.tick).height();
    // Names of low rows: rather every second one than all over one another.
    const double rows = std::max(std::abs(map.toPosition(1) - map.toPosition(0)), 1.0);
    const auto stride =
        frame.spec.y.categories.isEmpty() ? 1 : std::max(1, static_cast<int>(std::ceil(0.8 * height / rows)));
    for (qsizetype i = 0; i < ticks.ticks.size(); ++i) {
        const Tick& tick = ticks.ticks.at(i);
        if (tick.label.isEmpty() || i % stride != 0)
            continue;
        const double top = yOf(frame, map, tick.value) - height / 2;
        const QRectF rect = right ? QRectF(plot.right() + 6, top, widestLabel, height)
                                  : QRectF(plot.left() - 6 - widestLabel, top, widestLabel, height);
        const QString label = elided(frame.fonts.tick, tick.label, rect.width());
        painter.drawText(rect, (right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, label);
    }
}

void paintAxes(QPainter& painter, const Frame& frame)
{
    const QRectF& plot = frame.layout.plot;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(frame.theme.axisLine, 1));
    const double base = crisp(plot.bottom());
    painter.drawLine(QPointF(plot.left(), base), QPointF(plot.right(), base));
    for (const Tick& tick : frame.ticks.x.ticks) {
        const double at = crisp(xOf(frame, tick.value));
        painter.drawLine(QPointF(at, base), QPointF(at, base + tickLength));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void paintTitles(QPainter& painter, const Frame& frame)
{
    const ChartLayout& layout = frame.layout;
    const auto write = [&](const QRectF& rect, Qt::Alignment alignment, const Axis& axis,
                           const TickSet& ticks) {
        const QString text = titleWithUnit(axis.title, ticks.unit);
        painter.drawText(rect, alignment | Qt::AlignVCenter, elided(frame.fonts.label, text, rect.width()));
    };
    painter.setFont(frame.fonts.label);
    painter.setPen(frame.theme.subtleText);
    write(layout.yTitle, Qt::AlignLeft, frame.spec.y, frame.ticks.y);
    if (frame.spec.right)
        write(layout.rightTitle, Qt::AlignRight, *frame.spec.right, frame.ticks.right);
    write(layout.xTitle, Qt::AlignHCenter, frame.spec.x, frame.ticks.x);
}

void paintHeading(QPainter& painter, const Frame& frame)
{
    const ChartLayout& layout = frame.layout;
    if (!layout.title.isEmpty()) {
        painter.setFont(frame.fonts.title);
        painter.setPen(frame.theme.text);
        painter.drawText(layout.title, Qt::AlignLeft | Qt::AlignVCenter,
            elided(frame.fonts.title, frame.spec.title, layout.title.width()));
    }
    if (!layout.note.isEmpty()) {
        painter.setFont(frame.fonts.label);
        painter.setPen(frame.theme.subtleText);
        painter.drawText(layout.note, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, frame.spec.note);
    }
}

void paintLegend(QPainter& painter, const Frame& frame)
{
    painter.setFont(frame.fonts.label);
    for (const LegendEntry& entry : frame.layout.legend) {
        const Series& series = frame.spec.series.at(entry.series);
        paintSwatch(
            painter, QRectF(entry.rect.topLeft(), QSizeF(16, entry.rect.height())), series, frame.theme);
        const QRectF name = entry.rect.adjusted(22, 0, 0, 0);
        painter.setPen(frame.theme.text);
        painter.drawText(
            name, Qt::AlignLeft | Qt::AlignVCenter, elided(frame.fonts.label, series.name, name.width()));
    }
}

} // namespace

double crisp(double position)
{
    return std::floor(position) + 0.5;
}

void paintBelow(QPainter& painter, const Frame& frame)
{
    const QRectF& plot = frame.layout.plot;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Band& band : frame.spec.bands) {
        const QRectF rect = bandRect(frame, band);
        if (rect.width() > 0)
            painter.fillRect(rect, frame.theme.band);
    }
    painter.setPen(QPen(frame.theme.grid, 1));
    for (const Tick& tick : frame.ticks.y.ticks) {
        const double at = crisp(yOf(frame, frame.maps.y, tick.value));
        painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
    }
    for (const Tick& tick : frame.ticks.x.ticks) {
        const double at = crisp(xOf(frame, tick.value));
        painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void paintAround(QPainter& painter, const Frame& frame)
{
    paintAxes(painter, frame);
    painter.setFont(frame.fonts.tick);
    painter.setPen(frame.theme.subtleText);
    paintXLabels(painter, frame);
    paintYLabels(painter, frame, frame.ticks.y, frame.maps.y, false);
    if (frame.spec.right)
        paintYLabels(painter, frame, frame.ticks.right, frame.maps.right, true);
    paintBandNames(painter, frame);
    paintTitles(painter, frame);
    paintHeading(painter, frame);
    paintLegend(painter, frame);
}

void paintEmptyText(QPainter& painter, const Frame& frame)
{
    painter.setFont(frame.fonts.label);
    painter.setPen(frame.theme.subtleText);
    painter.drawText(
        frame.layout.plot.adjusted(8, 4, -8, -4), Qt::AlignCenter | Qt::TextWordWrap, frame.spec.emptyText);
}

void paintSwatch(QPainter& painter, const QRectF& rect, const Series& series, const Theme& theme)
{
    const QColor colour = theme.seriesColour(series.colour);
    const QPointF middle = rect.center();
    painter.setRenderHint(QPainter::Antialiasing, true);
    switch (series.shape) {
    case Shape::Heat:
        break;
    case Shape::Bars:
    case Shape::StackedArea:
        painter.fillRect(QRectF(middle - QPointF(5, 5), QSizeF(10, 10)), colour);
        break;
    case Shape::Dots:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(middle, 3.5, 3.5);
        painter.setBrush(Qt::NoBrush);
        break;
    case Shape::Line:
    case Shape::Steps: {
        QPen pen(colour, 2.5);
        pen.setCapStyle(Qt::FlatCap);
        if (const QList<qreal> dashes = theme.dashPattern(series.colour, series.dash); !dashes.isEmpty()) {
            pen.setWidthF(2);
            pen.setDashPattern(dashes);
        }
        painter.setPen(pen);
        painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()));
        break;
    }
    }
}

} // namespace assay::charts
