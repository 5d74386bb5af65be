// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnchartspecs.h"

#include "spawn/chartparts.h"

#include <QCoreApplication>

#include <algorithm>

namespace assay::spawnpage {

using charts::ChartSpec;
using charts::Points;
using charts::Quantity;
using charts::Series;
using charts::Shape;
using spawn::Cell;
using spawn::CellSummary;
using spawn::SpawnSummary;

namespace {

QString tr(const char* text)
{
    return chartText(text);
}

} // namespace

QString chartText(const char* text)
{
    return QCoreApplication::translate("SpawnCharts", text);
}

bool isMeasured(const CellSummary& cell)
{
    return cell.spawnsPerSecond.value > 0;
}

std::vector<Cell> cellsIn(const SpawnSummary& summary)
{
    std::vector<Cell> cells;
    for (const auto& cell : summary.cells) {
        cells.push_back(cell.cell);
    }
    return cells;
}

Points madePoints(QList<QPointF> points)
{
    return std::make_shared<const QList<QPointF>>(std::move(points));
}

namespace {

constexpr double farAstray = 300; // percent

} // namespace

ChartSpec roundsChart(const SpawnData& data)
{
    ChartSpec spec;
    spec.id = QStringLiteral("rounds");
    spec.title = tr("Rounds over time");
    spec.note = tr("Each measurement relative to the median of its cell; the control cell is the same in "
                   "each round, so that where it strays, the machine did.");
    spec.emptyText = tr("The first round of the first cell is not through yet.");
    spec.x.title = tr("Time");
    spec.x.quantity = Quantity::Time;
    spec.y.title = tr("Rate relative to the median");
    spec.y.quantity = Quantity::Percent;
    std::vector<double> controls;
    for (const auto& round : data.rounds) {
        if (round.cell == 0) {
            controls.push_back(round.spawnsPerSecond);
        }
    }
    const double control = stats::medianOf(controls);
    QList<QPointF> ofControl;
    QList<QPointF> ofCells;
    for (const auto& round : data.rounds) {
        const double median =
            round.cell == 0 ? control : data.summary.cells[round.cell - 1].spawnsPerSecond.value;
        if (median > 0) {
            (round.cell == 0 ? ofControl : ofCells)
                .append({static_cast<double>(round.startNs), 100 * round.spawnsPerSecond / median});
        }
    }
    Series cells{QStringLiteral("cells"), tr("Cells"), Shape::Dots, 0, false, madePoints(ofCells), {}, {}};
    Series line{
        QStringLiteral("control"), tr("Control cell"), Shape::Line, 1, false, madePoints(ofControl), {}, {}};
    spec.series = {cells, line};
    // A single round that went astray must not press all others into one line.
    const auto isFar = [](const QPointF& point) { return point.y() > farAstray; };
    const bool strays = std::ranges::any_of(ofCells, isFar) || std::ranges::any_of(ofControl, isFar);
    spec.y.scale = strays ? charts::Scale::Logarithmic : charts::Scale::Linear;
    return spec;
}

QList<ChartSpec> spawnCharts(const SpawnData& data, const ShownCells& shown)
{
    return {ratesChart(data.summary), threadsChart(data.summary), memoryChart(data.summary),
        heatChart(data.summary), percentilesChart(data.summary, shown), histogramChart(data.summary, shown),
        roundsChart(data)};
}

QStringList spawnChartIds()
{
    QStringList ids;
    for (const auto& spec : spawnCharts({}, {})) {
        ids.append(spec.id);
    }
    return ids;
}

QString spawnChartMeaning(const QString& chartId)
{
    if (chartId == u"rates") {
        return tr("How many processes a second each cell started. A thin line over a bar is where the median "
                  "lies with 95 % certainty: bars whose lines overlap do not certainly differ.");
    }
    if (chartId == u"threads") {
        return tr("Whether more threads start more processes: where a line bends, something is shared that "
                  "only one thread at a time can have.");
    }
    if (chartId == u"memory") {
        return tr("What memory costs: a mechanism that copies page tables falls, one that borrows the "
                  "memory stays level.");
    }
    if (chartId == u"heat") {
        return tr("Everything at once: threads across, mechanism and memory down.");
    }
    if (chartId == u"percentiles") {
        return tr(
            "How long a single spawn takes, from the quickest at the left to the slowest at the right.");
    }
    if (chartId == u"histogram") {
        return tr("The same times as a distribution: two humps are two ways that a spawn can go.");
    }
    return tr("Whether the machine stood still meanwhile: a control cell, the same in each round, shows what "
              "else was going on.");
}

} // namespace assay::spawnpage
