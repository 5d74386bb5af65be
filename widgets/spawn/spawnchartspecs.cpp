// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnchartspecs.h"

#include "document/qtext.h"
#include "spawn/cellnames.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace assay::spawnpage {

using charts::Axis;
using charts::ChartSpec;
using charts::Points;
using charts::Quantity;
using charts::Scale;
using charts::Series;
using charts::Shape;
using spawn::Cell;
using spawn::CellSummary;
using spawn::SpawnSummary;

namespace {

constexpr std::size_t mostLines = 10;
constexpr qsizetype mostRows = 24;
constexpr std::size_t mostShown = 8;

QString tr(const char* text)
{
    return QCoreApplication::translate("SpawnCharts", text);
}

bool isMeasured(const CellSummary& cell)
{
    return cell.spawnsPerSecond.value > 0;
}

Points made(QList<QPointF> points)
{
    return std::make_shared<const QList<QPointF>>(std::move(points));
}

std::vector<Cell> cellsIn(const SpawnSummary& summary)
{
    std::vector<Cell> cells;
    for (const auto& cell : summary.cells) {
        cells.push_back(cell.cell);
    }
    return cells;
}

Axis rateAxis()
{
    Axis axis;
    axis.title = tr("Spawns");
    axis.quantity = Quantity::Rate;
    axis.minimum = 0;
    return axis;
}

/// A series that is being gathered.
struct Gathered
{
    QString name;
    QList<QPointF> points;
    QList<QPointF> low;
    QList<QPointF> high;

    void add(double x, const CellSummary& cell)
    {
        points.append({x, cell.spawnsPerSecond.value});
        low.append({x, cell.spawnsPerSecond.low});
        high.append({x, cell.spawnsPerSecond.high});
    }

    Series series(Shape shape, qsizetype number) const
    {
        auto ascending = [](QList<QPointF> list) {
            std::ranges::sort(list, {}, [](const QPointF& point) { return point.x(); });
            return made(std::move(list));
        };
        Series made;
        made.id = name;
        made.name = name;
        made.shape = shape;
        made.colour = static_cast<int>(number);
        made.points = ascending(points);
        made.low = ascending(low);
        made.high = ascending(high);
        return made;
    }
};

Gathered& gatheredFor(std::vector<Gathered>& all, const QString& name)
{
    const auto found = std::ranges::find(all, name, &Gathered::name);
    if (found != all.end()) {
        return *found;
    }
    all.push_back({name, {}, {}, {}});
    return all.back();
}

QString joined(const QString& a, const QString& b)
{
    return b.isEmpty() ? a : a + QStringLiteral(" · ") + b;
}

/// Takes the lines into the spec, as many as can be told apart.
void addLines(ChartSpec& spec, const std::vector<Gathered>& all)
{
    std::size_t lines = 0;
    for (const auto& one : all) {
        if (one.points.size() < 2) {
            continue;
        }
        if (lines++ < mostLines) {
            spec.series.append(one.series(Shape::Line, spec.series.size()));
        }
    }
    if (lines > mostLines) {
        spec.note +=
            QLatin1Char(' ') + tr("The first %1 of %2 lines; the table has all.").arg(mostLines).arg(lines);
    }
}

QString intervalNote()
{
    return tr("Median of the rounds with its 95 % interval (bootstrap).");
}

} // namespace

ChartSpec ratesChart(const SpawnSummary& summary)
{
    ChartSpec spec;
    spec.id = QStringLiteral("rates");
    spec.title = tr("Spawns a second by cell");
    spec.note = intervalNote();
    spec.emptyText = tr("The first round of the first cell is not through yet.");
    spec.y = rateAxis();
    spec.x.title = tr("Cell");
    const CellNames names(cellsIn(summary));
    std::vector<Gathered> all;
    for (const auto& cell : summary.cells) {
        QString group = names.circumstances(cell.cell);
        if (group.isEmpty()) {
            group = tr("all cells");
        }
        if (!cell.unavailable.empty()) {
            continue; // a place that stays empty
        }
        if (!spec.x.categories.contains(group)) {
            spec.x.categories.append(group);
        }
        auto& bars = gatheredFor(all, mechanismText(cell.cell));
        if (isMeasured(cell)) {
            bars.add(static_cast<double>(spec.x.categories.indexOf(group)), cell);
        }
    }
    for (const auto& one : all) {
        spec.series.append(one.series(Shape::Bars, spec.series.size()));
    }
    return spec;
}

ChartSpec threadsChart(const SpawnSummary& summary)
{
    ChartSpec spec;
    spec.id = QStringLiteral("threads");
    spec.title = tr("Spawns a second by threads");
    spec.note = intervalNote();
    spec.emptyText = tr("Nothing to compare: give the plan several numbers of threads.");
    spec.y = rateAxis();
    spec.x.title = tr("Threads that spawn");
    const CellNames names(cellsIn(summary));
    std::vector<Gathered> all;
    for (const auto& cell : summary.cells) {
        if (isMeasured(cell)) {
            gatheredFor(all, joined(mechanismText(cell.cell), names.circumstances(cell.cell, false)))
                .add(cell.cell.threads, cell);
        }
    }
    addLines(spec, all);
    return spec;
}

ChartSpec memoryChart(const SpawnSummary& summary)
{
    ChartSpec spec;
    spec.id = QStringLiteral("memory");
    spec.title = tr("Spawns a second by memory");
    spec.note = intervalNote();
    spec.emptyText = tr("Nothing to compare: give the plan several sizes of memory.");
    spec.y = rateAxis();
    spec.x.title = tr("Memory of the process that spawns");
    spec.x.quantity = Quantity::Bytes;
    const CellNames names(cellsIn(summary));
    std::vector<Gathered> all;
    const auto lineOf = [&names](const Cell& cell) {
        return joined(mechanismText(cell), names.circumstances(cell, true, false));
    };
    for (const auto& cell : summary.cells) {
        if (isMeasured(cell) && cell.cell.memoryBytes > 0) {
            gatheredFor(all, lineOf(cell.cell)).add(static_cast<double>(cell.cell.memoryBytes), cell);
        }
    }
    for (const auto& empty : summary.cells) {
        if (!isMeasured(empty) || empty.cell.memoryBytes > 0) {
            continue;
        }
        // An empty heap is the beginning of the line of every fill and page size.
        QStringList lines;
        for (const auto& full : summary.cells) {
            Cell emptied = full.cell;
            emptied.memoryBytes = 0;
            emptied.fill = {};
            emptied.pages = {};
            emptied.slabs = {};
            const QString line = lineOf(full.cell);
            if (isMeasured(full) && full.cell.memoryBytes > 0 && emptied == empty.cell
                && !lines.contains(line)) {
                lines.append(line);
                gatheredFor(all, line).add(0, empty);
            }
        }
    }
    addLines(spec, all);
    return spec;
}

ChartSpec heatChart(const SpawnSummary& summary)
{
    ChartSpec spec;
    spec.id = QStringLiteral("heat");
    spec.title = tr("Spawns a second by threads and memory");
    spec.note = tr("The deeper the colour, the more spawns a second.");
    spec.emptyText = tr("Nothing to compare: give the plan several numbers of threads or sizes of memory.");
    spec.y.quantity = Quantity::Rate;
    spec.x.title = tr("Threads that spawn");
    const CellNames names(cellsIn(summary));
    std::vector<int> threads;
    for (const auto& cell : summary.cells) {
        if (std::ranges::find(threads, cell.cell.threads) == threads.end()) {
            threads.push_back(cell.cell.threads);
        }
    }
    std::ranges::sort(threads);
    for (const int count : threads) {
        spec.x.categories.append(QString::number(count));
    }
    std::vector<Gathered> rows;
    for (const auto& cell : summary.cells) {
        if (!cell.unavailable.empty()) {
            continue; // a row that stays empty
        }
        auto& row =
            gatheredFor(rows, joined(mechanismText(cell.cell), names.circumstances(cell.cell, false)));
        if (isMeasured(cell)) {
            row.points.append(
                {static_cast<double>(std::ranges::find(threads, cell.cell.threads) - threads.begin()),
                    cell.spawnsPerSecond.value});
        }
    }
    if (threads.size() < 2 && !spec.y.categories.isEmpty()) {
        return spec;
    }
    std::ranges::reverse(rows); // the first row on top
    for (const auto& row : rows) {
        if (spec.series.size() == mostRows) {
            spec.note += QLatin1Char(' ') + tr("Some rows are left out; the table has all.");
            break;
        }
        spec.y.categories.append(row.name);
        spec.series.append(row.series(Shape::Heat, 0));
        spec.series.back().low.reset();
        spec.series.back().high.reset();
    }
    return spec;
}

ShownCells shownByDefault(const SpawnSummary& summary)
{
    std::int64_t most = 0;
    for (const auto& cell : summary.cells) {
        most = isMeasured(cell) ? std::max(most, cell.cell.memoryBytes) : most;
    }
    ShownCells shown;
    for (std::size_t i = 0; i < summary.cells.size() && shown.size() < mostShown; ++i) {
        if (isMeasured(summary.cells[i]) && summary.cells[i].cell.memoryBytes == most) {
            shown.insert(i);
        }
    }
    return shown;
}

namespace {

/// A line a shown cell, whose points `pointsOf` makes from the histogram of its whole spawns.
template <typename PointsOf>
void addDistributions(
    ChartSpec& spec, const SpawnSummary& summary, const ShownCells& chosen, PointsOf pointsOf)
{
    const CellNames names(cellsIn(summary));
    const ShownCells shown = chosen.empty() ? shownByDefault(summary) : chosen;
    for (const auto index : shown) {
        if (index >= summary.cells.size() || spec.series.size() == static_cast<qsizetype>(mostShown)) {
            continue;
        }
        const auto& cell = summary.cells[index];
        const auto& whole = cell.phases[static_cast<std::size_t>(spawn::Phase::Whole)];
        if (whole.empty()) {
            continue;
        }
        Series series;
        series.name = names.name(cell.cell);
        series.id = series.name;
        series.colour = static_cast<int>(spec.series.size());
        series.points = made(pointsOf(whole));
        spec.series.append(series);
    }
}

Axis latencyAxis()
{
    Axis axis;
    axis.title = tr("From the call until the child was reaped");
    axis.quantity = Quantity::Duration;
    axis.scale = Scale::Logarithmic;
    return axis;
}

QString shownNote()
{
    return tr("Of the cells that are selected in the table, at most %1; else of those with the most memory.")
        .arg(mostShown);
}

} // namespace

ChartSpec percentilesChart(const SpawnSummary& summary, const ShownCells& shown)
{
    ChartSpec spec;
    spec.id = QStringLiteral("percentiles");
    spec.title = tr("Time of a spawn by percentile");
    spec.note = shownNote();
    spec.emptyText = tr("No spawn has succeeded yet.");
    spec.x.title = tr("Share of spawns that took no longer");
    spec.x.quantity = Quantity::Percent;
    spec.x.minimum = 0;
    spec.x.maximum = 100;
    spec.y = latencyAxis();
    addDistributions(spec, summary, shown, [](const stats::LatencyHistogram& histogram) {
        QList<QPointF> points;
        for (int tenths = 0; tenths <= 1000; tenths += tenths < 900 ? 10 : 1) {
            const double percent = tenths / 10.0;
            points.append({percent, static_cast<double>(histogram.percentileNs(percent))});
        }
        return points;
    });
    return spec;
}

ChartSpec histogramChart(const SpawnSummary& summary, const ShownCells& shown)
{
    ChartSpec spec;
    spec.id = QStringLiteral("histogram");
    spec.title = tr("How the times of spawns are spread");
    spec.note = shownNote();
    spec.emptyText = tr("No spawn has succeeded yet.");
    spec.x = latencyAxis();
    spec.y.title = tr("Share of spawns");
    spec.y.quantity = Quantity::Percent;
    spec.y.minimum = 0;
    addDistributions(spec, summary, shown, [](const stats::LatencyHistogram& histogram) {
        constexpr double binsPerDecade = 30;
        std::map<int, double> bins;
        const auto all = static_cast<double>(histogram.count());
        for (const auto& bucket : histogram.buckets()) {
            const double middle = std::max(1.0, static_cast<double>(bucket.lowestNs + bucket.highestNs) / 2);
            bins[static_cast<int>(std::floor(std::log10(middle) * binsPerDecade))] +=
                100 * static_cast<double>(bucket.count) / all;
        }
        QList<QPointF> points;
        const auto edge = [](int bin) { return std::pow(10.0, bin / binsPerDecade); };
        int next = bins.begin()->first;
        for (const auto& [bin, share] : bins) {
            if (bin > next) {
                points.append({edge(next), 0});
            }
            points.append({edge(bin), share});
            next = bin + 1;
        }
        points.append({edge(next), 0});
        return points;
    });
    for (auto& series : spec.series) {
        series.shape = Shape::Steps;
    }
    return spec;
}

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
    Series cells{QStringLiteral("cells"), tr("Cells"), Shape::Dots, 0, false, made(ofCells), {}, {}};
    Series line{
        QStringLiteral("control"), tr("Control cell"), Shape::Line, 1, false, made(ofControl), {}, {}};
    spec.series = {cells, line};
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
