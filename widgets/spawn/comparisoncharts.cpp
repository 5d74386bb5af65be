// SPDX-License-Identifier: GPL-3.0-or-later
// Charts that compare cells by their spawns a second.
#include "spawn/cellnames.h"
#include "spawn/chartparts.h"
#include "spawn/spawnchartspecs.h"

#include <algorithm>

namespace assay::spawnpage {

using charts::ChartSpec;
using charts::Quantity;
using charts::Series;
using charts::Shape;
using spawn::Cell;
using spawn::CellSummary;
using spawn::SpawnSummary;

namespace {

constexpr std::size_t mostLines = 10;
constexpr qsizetype mostRows = 24;

QString tr(const char* text)
{
    return chartText(text);
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
            return madePoints(std::move(list));
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

/// A chart of rates with their intervals; `across`: title of the horizontal axis.
ChartSpec rateChart(const char* id, const QString& title, const QString& emptyText, const QString& across)
{
    ChartSpec spec;
    spec.id = QString::fromLatin1(id);
    spec.title = title;
    spec.note = tr("Median of the rounds with its 95 % interval (bootstrap).");
    spec.emptyText = emptyText;
    spec.x.title = across;
    spec.y.title = tr("Spawns");
    spec.y.quantity = Quantity::Rate;
    spec.y.minimum = 0;
    return spec;
}

} // namespace

ChartSpec ratesChart(const SpawnSummary& summary)
{
    auto spec = rateChart("rates", tr("Spawns a second by cell"),
        tr("The first round of the first cell is not through yet."), tr("Cell"));
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
    auto spec = rateChart("threads", tr("Spawns a second by threads"),
        tr("Nothing to compare: give the plan several numbers of threads."), tr("Threads that spawn"));
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
    auto spec = rateChart("memory", tr("Spawns a second by memory"),
        tr("Nothing to compare: give the plan several sizes of memory."),
        tr("Memory of the process that spawns"));
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

} // namespace assay::spawnpage
