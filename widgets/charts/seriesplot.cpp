// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/seriesplot.h"

#include "charts/decimate.h"

#include <QAreaSeries>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QPen>
#include <QValueAxis>

#include <algorithm>

namespace assay::charts {

namespace {

// The plot reaches this far above and below its axes, so that a line along the axis isn't cut in half.
constexpr double overhang = 1.5;
constexpr double dotRadius = 2.5;
constexpr double dotCell = 2.5;
/// Below one point per so many pixels, each point gets a dot.
constexpr double sparseSpacing = 20;

QColor fillOf(const Theme& theme, int colour)
{
    QColor fill = theme.seriesColour(colour);
    const QColor& ground = theme.background;
    const auto mix = [](float a, float b) { return a * 0.82F + b * 0.18F; };
    return QColor::fromRgbF(mix(fill.redF(), ground.redF()), mix(fill.greenF(), ground.greenF()),
        mix(fill.blueF(), ground.blueF()));
}

/// One series of the spec and what draws it.
struct DrawnSeries
{
    QString id;
    Shape shape = Shape::Line;
    QLineSeries* line = nullptr; ///< the upper edge when there is an area
    QAreaSeries* area = nullptr;

    void setVisible(bool visible) const
    {
        QAbstractSeries* const series = area ? static_cast<QAbstractSeries*>(area) : line;
        if (series->isVisible() != visible)
            series->setVisible(visible);
    }
};

} // namespace

struct SeriesPlot::Private
{
    QGraphicsScene scene;
    QChart* chart = nullptr;
    QValueAxis* x = nullptr;
    QValueAxis* y = nullptr;
    QList<DrawnSeries> drawn; ///< in the spec's order
    QSizeF size;
    qsizetype pointCount = 0;

    Private();
    void resize(QSizeF newSize);
    bool matches(const ChartSpec& spec) const;
    void rebuild(const ChartSpec& spec);
    void show(const DrawnSeries& target, QList<QPointF> positions, bool marked, const Series& series,
        const Look& look);
};

SeriesPlot::Private::Private()
{
    // Nothing is ever looked up by position: an index would only cost.
    scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    chart = new QChart;
    scene.addItem(chart);
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->legend()->hide();
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setBackgroundVisible(false);
    chart->setPlotAreaBackgroundVisible(false);
    x = new QValueAxis;
    y = new QValueAxis;
    chart->addAxis(x, Qt::AlignBottom);
    chart->addAxis(y, Qt::AlignLeft);
    x->setVisible(false);
    y->setVisible(false);
}

void SeriesPlot::Private::resize(QSizeF newSize)
{
    if (newSize == size)
        return;
    size = newSize;
    // Emptied first: every series would else be mapped and outlined once more for each of these calls.
    for (const DrawnSeries& series : std::as_const(drawn))
        series.line->replace(QList<QPointF>());
    const QSizeF full(size.width(), size.height() + 2 * overhang);
    chart->resize(full);
    chart->setPlotArea(QRectF(QPointF(), full));
    x->setRange(0, size.width());
    y->setRange(-overhang, size.height() + overhang);
    scene.setSceneRect(QRectF(QPointF(), full));
    chart->layout()->activate();
}

bool SeriesPlot::Private::matches(const ChartSpec& spec) const
{
    return std::equal(drawn.cbegin(), drawn.cend(), spec.series.cbegin(), spec.series.cend(),
        [](const DrawnSeries& have, const Series& want) {
            return have.id == want.id && have.shape == want.shape;
        });
}

/// Charts paint in the order of creation: the highest of the stacked areas first, so that each lower one
/// covers it down to the axis; then lines; then dots.
void SeriesPlot::Private::rebuild(const ChartSpec& spec)
{
    chart->removeAllSeries();
    drawn.clear();
    for (const Series& series : spec.series)
        drawn.append({series.id, series.shape, nullptr, nullptr});
    const auto attach = [this](QAbstractSeries* series) {
        chart->addSeries(series);
        series->attachAxis(x);
        series->attachAxis(y);
    };
    for (auto it = drawn.rbegin(); it != drawn.rend(); ++it) {
        if (it->shape != Shape::StackedArea)
            continue;
        it->line = new QLineSeries;
        it->area = new QAreaSeries(it->line);
        it->line->setParent(it->area);
        it->area->setPen(Qt::NoPen);
        attach(it->area);
    }
    for (const bool dots : {false, true}) {
        for (DrawnSeries& series : drawn) {
            if (series.line || (series.shape == Shape::Dots) != dots)
                continue;
            series.line = new QLineSeries;
            attach(series.line);
        }
    }
}

void SeriesPlot::Private::show(
    const DrawnSeries& target, QList<QPointF> positions, bool marked, const Series& series, const Look& look)
{
    const QColor colour = look.theme.seriesColour(series.colour);
    if (target.area) {
        const QBrush fill(fillOf(look.theme, series.colour));
        if (target.area->brush() != fill)
            target.area->setBrush(fill);
        if (!positions.isEmpty()) {
            // Down to the axis and not to the end of the overhang.
            positions.prepend({positions.first().x(), 0});
            positions.append({positions.last().x(), 0});
        }
    } else {
        QPen pen(colour, look.lineWidth);
        // Single dots are a line without pen: a scatter series makes a graphics item of every point.
        if (series.shape == Shape::Dots)
            pen.setStyle(Qt::NoPen);
        else if (const QList<qreal> dashes = look.theme.dashPattern(series.colour); !dashes.isEmpty())
            pen.setDashPattern(dashes);
        if (target.line->pen() != pen)
            target.line->setPen(pen);
        target.line->setMarkerSize(dotRadius);
        target.line->setPointsVisible(marked);
    }
    pointCount += positions.size();
    target.line->replace(positions);
}

SeriesPlot::SeriesPlot()
    : m_d(std::make_unique<Private>())
{ }

SeriesPlot::~SeriesPlot() = default;

void SeriesPlot::update(
    const ChartSpec& spec, const HiddenSeries& hidden, const Maps& maps, QSizeF size, const Look& look)
{
    m_d->pointCount = 0;
    if (size.width() < 1 || size.height() < 1)
        return;
    m_d->resize(size);
    if (!m_d->matches(spec))
        m_d->rebuild(spec);
    QList<QPointF> stacks[2];
    for (qsizetype i = 0; i < spec.series.size(); ++i) {
        const Series& series = spec.series.at(i);
        const DrawnSeries& target = m_d->drawn.at(i);
        if (hidden.contains(series.id)) {
            target.setVisible(false);
            continue;
        }
        const bool right = series.onRightAxis && spec.right;
        const PlotMap map{maps.x, right ? maps.right : maps.y, std::max(1.0, look.lineWidth)};
        const QList<QPointF>& points = pointsOf(series);
        QList<QPointF> positions;
        bool marked = false;
        switch (series.shape) {
        case Shape::Line:
            positions = decimateLine(points, map);
            marked = static_cast<double>(visibleSlice(points, maps.x.range()).size()) * sparseSpacing
                < size.width();
            break;
        case Shape::Steps:
            positions = decimateSteps(points, map);
            marked = points.size() == 1;
            break;
        case Shape::StackedArea:
            stacks[right] = stackedOn(stacks[right], points, maps.x.range());
            positions = decimateLine(stacks[right], map);
            break;
        case Shape::Dots:
            positions = decimateDots(points, map, dotCell);
            marked = true;
            break;
        }
        m_d->show(target, positions, marked, series, look);
        target.setVisible(!positions.isEmpty());
    }
}

void SeriesPlot::paint(QPainter& painter, QPointF topLeft)
{
    const QRectF source = m_d->scene.sceneRect();
    m_d->scene.render(
        &painter, source.translated(topLeft.x(), topLeft.y() - overhang), source, Qt::IgnoreAspectRatio);
}

qsizetype SeriesPlot::pointCount() const
{
    return m_d->pointCount;
}

} // namespace assay::charts
