// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/decimate.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <optional>

namespace assay::charts {

namespace {

// Far outside the plot a position only has to stay far outside: painters work with 16-bit pixels.
constexpr double farAway = 16000;

double bounded(double position)
{
    return std::clamp(position, -farAway, farAway);
}

/// What a column keeps of the points that fall into it.
struct Column
{
    qint64 index = 0;
    QPointF first;
    QPointF last;
    QPointF low;
    QPointF high;

    void start(qint64 at, QPointF point)
    {
        index = at;
        first = last = low = high = point;
    }

    void add(QPointF point)
    {
        last = point;
        if (point.y() < low.y())
            low = point;
        if (point.y() > high.y())
            high = point;
    }
};

/// Collects positions, leaving out those that lie on the line between their neighbours (to a fraction of a
/// pixel): a flat line costs two points.
class Polyline
{
public:
    void add(QPointF point)
    {
        if (!m_points.isEmpty() && (m_pending ? m_last : m_points.last()) == point)
            return;
        if (m_pending && !extends(point)) {
            m_points.append(m_last);
            openCone(point);
        } else if (!m_pending && !m_points.isEmpty()) {
            openCone(point);
        }
        if (m_points.isEmpty())
            m_points.append(point);
        else
            m_pending = true;
        m_last = point;
    }

    QList<QPointF> take()
    {
        if (m_pending)
            m_points.append(m_last);
        m_pending = false;
        return std::move(m_points);
    }

private:
    static constexpr double tolerance = 0.15;

    void openCone(QPointF towards)
    {
        m_lowSlope = -INFINITY;
        m_highSlope = INFINITY;
        narrow(towards);
    }

    void narrow(QPointF point)
    {
        const QPointF apex = m_points.last();
        const double dx = point.x() - apex.x();
        if (dx <= 0)
            return;
        m_lowSlope = std::max(m_lowSlope, (point.y() - tolerance - apex.y()) / dx);
        m_highSlope = std::min(m_highSlope, (point.y() + tolerance - apex.y()) / dx);
    }

    /// Whether a line from the last kept point to `point` passes all that was left out since.
    bool extends(QPointF point)
    {
        const QPointF apex = m_points.last();
        const double dx = point.x() - apex.x();
        if (dx <= 0 || m_last.x() <= apex.x())
            return false;
        const double slope = (point.y() - apex.y()) / dx;
        if (slope < m_lowSlope || slope > m_highSlope)
            return false;
        narrow(point);
        return true;
    }

    QList<QPointF> m_points;
    QPointF m_last;
    bool m_pending = false;
    double m_lowSlope = 0;
    double m_highSlope = 0;
};

/// Sorts positions into columns and passes each column on once it is complete.
class Columns
{
public:
    explicit Columns(double width)
        : m_width(width)
    { }

    void add(QPointF at)
    {
        const auto index = static_cast<qint64>(std::floor(at.x() / m_width));
        if (m_open && index == m_column.index) {
            m_column.add(at);
            return;
        }
        if (m_open)
            emitColumn(index > m_column.index + 1);
        m_column.start(index, at);
        m_open = true;
    }

    QList<QPointF> take()
    {
        if (m_open)
            emitColumn(true);
        m_open = false;
        return m_line.take();
    }

private:
    /// In order of time. The first (last) point of a column matters when the column before (after) is empty:
    /// there the line towards it is long enough to be seen.
    void emitColumn(bool gapAfter)
    {
        if (m_gapBefore)
            m_line.add(m_column.first);
        const bool lowFirst = m_column.low.x() <= m_column.high.x();
        m_line.add(lowFirst ? m_column.low : m_column.high);
        m_line.add(lowFirst ? m_column.high : m_column.low);
        if (gapAfter)
            m_line.add(m_column.last);
        m_gapBefore = gapAfter;
    }

    double m_width;
    Polyline m_line;
    Column m_column;
    bool m_open = false;
    bool m_gapBefore = true;
};

QList<QPointF> decimate(const QList<QPointF>& points, const PlotMap& map, bool stairs)
{
    const Slice slice = visibleSlice(points, map.x.range());
    Columns columns(map.columnWidth);
    std::optional<double> held;
    for (qsizetype i = slice.first; i < slice.last; ++i) {
        const QPointF& point = points.at(i);
        if (!std::isfinite(point.y()))
            continue;
        const QPointF at(bounded(map.x.toPosition(point.x())), bounded(map.y.toPosition(point.y())));
        if (stairs && held)
            columns.add({at.x(), *held});
        columns.add(at);
        held = at.y();
    }
    return columns.take();
}

} // namespace

Slice visibleSlice(const QList<QPointF>& points, Range visible)
{
    const auto begin = points.cbegin();
    auto first = std::lower_bound(
        begin, points.cend(), visible.from, [](const QPointF& point, double x) { return point.x() < x; });
    auto last = std::upper_bound(
        first, points.cend(), visible.to, [](double x, const QPointF& point) { return x < point.x(); });
    if (first != begin)
        --first;
    if (last != points.cend())
        ++last;
    return {first - begin, last - begin};
}

QList<QPointF> decimateLine(const QList<QPointF>& points, const PlotMap& map)
{
    return decimate(points, map, false);
}

QList<QPointF> decimateSteps(const QList<QPointF>& points, const PlotMap& map)
{
    return decimate(points, map, true);
}

QList<QPointF> cutToPlot(const QList<QPointF>& line, QSizeF plot)
{
    // Cut by one border after the other: where a segment crosses it, the crossing becomes a point.
    const auto crossings = [](const QList<QPointF>& points, auto coordinate, double border) {
        QList<QPointF> cut;
        cut.reserve(points.size() + 4);
        for (const QPointF& point : points) {
            if (!cut.isEmpty()) {
                const double before = coordinate(cut.last()) - border;
                const double after = coordinate(point) - border;
                if ((before < 0 && after > 0) || (before > 0 && after < 0))
                    cut.append(cut.last() + (point - cut.last()) * (before / (before - after)));
            }
            cut.append(point);
        }
        return cut;
    };
    const auto x = [](QPointF point) { return point.x(); };
    const auto y = [](QPointF point) { return point.y(); };
    QList<QPointF> inside = crossings(crossings(line, x, 0), x, plot.width());
    constexpr double slack = 1e-9;
    inside.removeIf([&](QPointF point) { return point.x() < -slack || point.x() > plot.width() + slack; });
    inside = crossings(crossings(inside, y, 0), y, plot.height());
    for (QPointF& point : inside)
        point.setY(std::clamp(point.y(), 0.0, plot.height()));
    return inside;
}

QList<QPointF> decimateDots(const QList<QPointF>& points, const PlotMap& map, double cellSize)
{
    QList<QPointF> dots;
    QSet<quint64> taken;
    const Range& x = map.x.range();
    const Range& y = map.y.range();
    for (const QPointF& point : points) {
        const double value = map.y.isLogarithmic() && point.y() <= 0 ? y.from : point.y();
        if (!std::isfinite(value) || !x.contains(point.x()) || !y.contains(value))
            continue;
        const QPointF at(map.x.toPosition(point.x()), map.y.toPosition(value));
        const auto column = static_cast<quint32>(at.x() / cellSize);
        const auto row = static_cast<quint32>(at.y() / cellSize);
        const quint64 cell = (quint64{column} << 32) | row;
        const auto before = taken.size();
        taken.insert(cell);
        if (taken.size() != before)
            dots.append(at);
    }
    return dots;
}

} // namespace assay::charts
