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

// The plot reaches a little beyond its axes, so that neither a line along an axis nor a dot at the border is
// cut in half; where the data go on outside it ends sharply.
constexpr double overhang = 3;
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

/// What Qt Charts is told to draw for one series.
struct Drawing
{
    QList<QPointF> positions;
    double lineWidth = 1;
    bool marked = false; ///< a dot at each point
};

/// How lines are drawn. Measured with noise, five lines of 2400 points on 1200 pixels, a refresh costs 23 ms
/// with a pen of 1.6 pixels and columns as wide. Lines denser than the pixels get a pen of one pixel, for
/// which Qt has a quick way, and columns so wide that all lines together have about `pointBudget` points.
struct Strokes
{
    double lineWidth = 1.6;
    double columnWidth = 1.6;
    double denseColumnWidth = 2;
    bool quick = false;

    static constexpr double pointBudget = 4000;

    bool isDense(double visiblePoints, double width) const { return quick && visiblePoints > width; }
};

/// The others are marks that are painted directly, see chartmarks.h.
bool isDrawnHere(Shape shape)
{
    return shape != Shape::Bars && shape != Shape::Heat;
}

double countVisible(const Series& series, Range x)
{
    return static_cast<double>(visibleSlice(pointsOf(series), x).size());
}

Strokes strokesFor(
    const ChartSpec& spec, const HiddenSeries& hidden, Range x, double width, const SeriesPlot::Look& look)
{
    Strokes strokes{look.lineWidth, std::max(1.0, look.lineWidth), 2, look.quick};
    const auto dense = std::count_if(spec.series.cbegin(), spec.series.cend(), [&](const Series& series) {
        return isDrawnHere(series.shape) && series.shape != Shape::Dots && !hidden.contains(series.id)
            && strokes.isDense(countVisible(series, x), width);
    });
    strokes.denseColumnWidth =
        std::clamp(2 * width * static_cast<double>(dense) / Strokes::pointBudget, 2.0, 4.0);
    return strokes;
}

/// `stack` is where the stacked areas before this one end; an area moves it up.
Drawing drawingOf(const Series& series, const AxisMap& x, const AxisMap& y, double width,
    const Strokes& strokes, QList<QPointF>& stack)
{
    const QList<QPointF>& points = pointsOf(series);
    if (series.shape == Shape::Dots)
        return {decimateDots(points, {x, y}, dotCell), strokes.lineWidth, true};
    const double visiblePoints = countVisible(series, x.range());
    const bool dense = strokes.isDense(visiblePoints, width);
    const double lineWidth = dense ? 1 : strokes.lineWidth;
    const PlotMap map{x, y, dense ? strokes.denseColumnWidth : strokes.columnWidth};
    switch (series.shape) {
    case Shape::Steps:
        return {decimateSteps(points, map), lineWidth, points.size() == 1};
    case Shape::StackedArea:
        stack = stackedOn(stack, points, x.range());
        return {decimateLine(stack, map), lineWidth, false};
    case Shape::Line:
    case Shape::Dots:
    case Shape::Bars:
    case Shape::Heat:
        break;
    }
    return {decimateLine(points, map), lineWidth, visiblePoints * sparseSpacing < width};
}

QRectF domainFor(const QList<Drawing>& drawings, QSizeF plot)
{
    const auto reaches = [&drawings](auto outside) {
        return std::any_of(drawings.cbegin(), drawings.cend(), [&](const Drawing& drawing) {
            return std::any_of(drawing.positions.cbegin(), drawing.positions.cend(), outside);
        });
    };
    const double left = reaches([](QPointF p) { return p.x() < -0.5; }) ? 0 : overhang;
    const double right = reaches([&](QPointF p) { return p.x() > plot.width() + 0.5; }) ? 0 : overhang;
    const double below = reaches([](QPointF p) { return p.y() < -0.5; }) ? 0 : overhang;
    const double above = reaches([&](QPointF p) { return p.y() > plot.height() + 0.5; }) ? 0 : overhang;
    return QRectF(QPointF(-left, -below), QPointF(plot.width() + right, plot.height() + above));
}

/// One series of the spec and what draws it.
struct DrawnSeries
{
    QString id;
    Shape shape = Shape::Line;
    QLineSeries* line = nullptr; ///< the upper edge when there is an area
    QAreaSeries* area = nullptr;
    QLineSeries* base = nullptr; ///< the lower edge of the area: the axis

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
    QRectF domain; ///< what Qt Charts shows: the plot in pixels, y upwards, with the overhang
    double plotHeight = 0;
    qsizetype pointCount = 0;

    Private();
    void setDomain(const QRectF& wanted);
    bool matches(const ChartSpec& spec) const;
    void rebuild(const ChartSpec& spec);
    void show(const DrawnSeries& target, Drawing drawing, const Series& series, const Look& look);
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

void SeriesPlot::Private::setDomain(const QRectF& wanted)
{
    if (wanted == domain)
        return;
    domain = wanted;
    // Emptied first: every series would else be mapped and outlined once more for each of these calls.
    for (const DrawnSeries& series : std::as_const(drawn))
        series.line->replace(QList<QPointF>());
    const QRectF whole(QPointF(), domain.size());
    chart->resize(whole.size());
    chart->setPlotArea(whole);
    x->setRange(domain.left(), domain.right());
    y->setRange(domain.top(), domain.bottom());
    scene.setSceneRect(whole);
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
        drawn.append({series.id, series.shape, nullptr, nullptr, nullptr});
    const auto attach = [this](QAbstractSeries* series) {
        chart->addSeries(series);
        series->attachAxis(x);
        series->attachAxis(y);
    };
    for (auto it = drawn.rbegin(); it != drawn.rend(); ++it) {
        if (it->shape != Shape::StackedArea)
            continue;
        it->line = new QLineSeries;
        it->base = new QLineSeries;
        it->area = new QAreaSeries(it->line, it->base);
        it->line->setParent(it->area);
        it->base->setParent(it->area);
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
    const DrawnSeries& target, Drawing drawing, const Series& series, const Look& look)
{
    QList<QPointF>& positions = drawing.positions;
    target.setVisible(!positions.isEmpty());
    if (positions.isEmpty())
        return;
    if (target.area) {
        const QBrush fill(fillOf(look.theme, series.colour));
        if (target.area->brush() != fill)
            target.area->setBrush(fill);
        target.base->replace(QList<QPointF>{{positions.first().x(), 0}, {positions.last().x(), 0}});
    } else {
        QPen pen(look.theme.seriesColour(series.colour), drawing.lineWidth);
        // Single dots are a line without pen: a scatter series makes a graphics item of every point.
        if (series.shape == Shape::Dots)
            pen.setStyle(Qt::NoPen);
        else if (const QList<qreal> dashes = look.theme.dashPattern(series.colour, series.dash); !dashes.isEmpty())
            pen.setDashPattern(dashes);
        if (target.line->pen() != pen)
            target.line->setPen(pen);
        target.line->setMarkerSize(dotRadius);
        target.line->setPointsVisible(drawing.marked);
    }
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
    if (!m_d->matches(spec))
        m_d->rebuild(spec);
    const Strokes strokes = strokesFor(spec, hidden, maps.x.range(), size.width(), look);
    QList<Drawing> drawings;
    QList<QPointF> stacks[2];
    for (const Series& series : spec.series) {
        const bool right = series.onRightAxis && spec.right;
        Drawing drawing;
        if (!hidden.contains(series.id) && isDrawnHere(series.shape))
            drawing =
                drawingOf(series, maps.x, right ? maps.right : maps.y, size.width(), strokes, stacks[right]);
        if (look.cutAtBorder && series.shape != Shape::Dots)
            drawing.positions = cutToPlot(drawing.positions, size);
        m_d->pointCount += drawing.positions.size();
        drawings.append(std::move(drawing));
    }
    m_d->plotHeight = size.height();
    m_d->setDomain(domainFor(drawings, size));
    for (qsizetype i = 0; i < spec.series.size(); ++i)
        m_d->show(m_d->drawn.at(i), drawings.at(i), spec.series.at(i), look);
}

void SeriesPlot::paint(QPainter& painter, QPointF topLeft)
{
    const QRectF source = m_d->scene.sceneRect();
    // The domain's upper end lies above the plot by what exceeds its height.
    const QPointF at = topLeft + QPointF(m_d->domain.left(), m_d->plotHeight - m_d->domain.bottom());
    m_d->scene.render(&painter, QRectF(at, source.size()), source, Qt::IgnoreAspectRatio);
}

qsizetype SeriesPlot::pointCount() const
{
    return m_d->pointCount;
}

} // namespace assay::charts
