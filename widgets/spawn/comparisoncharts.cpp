// SPDX-License-Identifier: GPL-3.0-or-later
// Charts that compare cells by their spawns a second.
#include "spawn/cellnames.h"
#include "spawn/chartparts.h"
#include "spawn/spawnchartspecs.h"

#include <QLocale>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace assay::spawnpage {

using charts::ChartSpec;
using charts::Quantity;
using charts::Series;
using charts::Shape;
using spawn::Cell;
using spawn::CellSummary;
using spawn::SpawnSummary;

namespace {

constexpr std::size_t mostLines = 8; // the theme's colours that can be told apart
constexpr std::size_t mostGroups = 8; // of bars whose names fit side by side
constexpr qsizetype mostRows = 16;

QString tr(const char* text)
{
    return chartText(text);
}

/// A series that is being gathered.
struct Gathered
{
    QString name;
    QString mechanism;
    QList<QPointF> points;
    QList<QPointF> low;
    QList<QPointF> high;

    void add(double x, const CellSummary& cell)
    {
        points.append({x, cell.spawnsPerSecond.value});
        low.append({x, cell.spawnsPerSecond.low});
        high.append({x, cell.spawnsPerSecond.high});
    }

    Series series(Shape shape, qsizetype number, qsizetype dash = 0) const
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
        made.dash = static_cast<int>(dash);
        made.points = ascending(points);
        made.low = ascending(low);
        made.high = ascending(high);
        return made;
    }
};

Gathered& gatheredFor(std::vector<Gathered>& all, const QString& name, const QString& mechanism)
{
    const auto found = std::ranges::find(all, name, &Gathered::name);
    if (found != all.end()) {
        return *found;
    }
    all.push_back({name, mechanism, {}, {}, {}});
    return all.back();
}

/// The cells in an order in which the fullest on small pages and with the fewest threads come first: where
/// not everything can be shown, that is what matters most.
std::vector<const CellSummary*> byWeight(const SpawnSummary& summary)
{
    std::vector<const CellSummary*> cells;
    for (const auto& cell : summary.cells) {
        cells.push_back(&cell);
    }
    std::ranges::stable_sort(cells, {}, [](const CellSummary* cell) {
        return std::tuple{-cell->cell.memoryBytes, cell->cell.pages, cell->cell.threads};
    });
    return cells;
}

/// Each mechanism's first line, then each one's second, and so on.
std::vector<Gathered> inTurns(std::vector<Gathered> lines)
{
    std::map<QString, std::size_t> taken;
    std::vector<std::pair<std::size_t, Gathered>> turns;
    for (auto& line : lines) {
        const auto turn = taken[line.mechanism]++;
        turns.emplace_back(turn, std::move(line));
    }
    std::ranges::stable_sort(turns, {}, [](const auto& turn) { return turn.first; });
    std::vector<Gathered> ordered;
    for (auto& [turn, line] : turns) {
        ordered.push_back(std::move(line));
    }
    return ordered;
}

QString joined(const QString& a, const QString& b)
{
    return b.isEmpty() ? a : a + QStringLiteral(" · ") + b;
}

std::set<QString> mechanismsOf(const std::vector<Gathered>& lines)
{
    std::set<QString> mechanisms;
    for (const auto& line : lines) {
        mechanisms.insert(line.mechanism);
    }
    return mechanisms;
}

/// Takes the lines into the spec, as many as can be told apart; those beyond the colours are dashed.
void addLines(ChartSpec& spec, std::vector<Gathered> all)
{
    std::erase_if(all, [](const Gathered& one) { return one.points.size() < 2; });
    const std::set<QString> mechanisms = mechanismsOf(all);
    const auto lines = all.size();
    const auto most = std::max(mostLines, mechanisms.size()); // each has at least one
    for (const auto& one : inTurns(std::move(all))) {
        const auto number = spec.series.size();
        if (number < static_cast<qsizetype>(most)) {
            const auto colours = static_cast<qsizetype>(mostLines);
            spec.series.append(one.series(Shape::Line, number % colours, number / colours));
        }
    }
    if (lines > most) {
        spec.note += QLatin1Char(' ') + tr("%1 of %2 lines; the table has all.").arg(most).arg(lines);
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

namespace {

/// In the order of the plan; where there are too many, those that matter most, and the note says so.
template <typename GroupOf>
QStringList groupsThatFit(const SpawnSummary& summary, GroupOf groupOf, ChartSpec& spec)
{
    QStringList planned;
    for (const auto& cell : summary.cells) {
        if (cell.unavailable.empty() && !planned.contains(groupOf(cell))) {
            planned.append(groupOf(cell));
        }
    }
    if (planned.size() <= static_cast<qsizetype>(mostGroups)) {
        return planned;
    }
    QStringList chosen;
    for (const auto* cell : byWeight(summary)) {
        const QString group = groupOf(*cell);
        const bool isNew = planned.contains(group) && !chosen.contains(group);
        if (isNew && chosen.size() < static_cast<qsizetype>(mostGroups)) {
            chosen.append(group);
        }
    }
    spec.note += QLatin1Char(' ')
        + tr("%1 of %2 groups of cells; the table has all.").arg(mostGroups).arg(planned.size());
    QStringList groups;
    for (const auto& group : planned) {
        if (chosen.contains(group)) {
            groups.append(group);
        }
    }
    return groups;
}

} // namespace

ChartSpec ratesChart(const SpawnSummary& summary)
{
    auto spec = rateChart("rates", tr("Spawns a second by cell"),
        tr("The first round of the first cell is not through yet."), tr("Cell"));
    const CellNames names(cellsIn(summary), CellNames::Length::Short);
    const auto groupOf = [&names](const CellSummary& cell) {
        const QString group = names.circumstances(cell.cell);
        return group.isEmpty() ? tr("all cells") : group;
    };
    const QStringList groups = groupsThatFit(summary, groupOf, spec);
    std::vector<Gathered> all;
    for (const auto& cell : summary.cells) {
        const auto place = groups.indexOf(groupOf(cell));
        if (place < 0 || !cell.unavailable.empty()) {
            continue; // a place that stays empty
        }
        auto& bars = gatheredFor(all, mechanismText(cell.cell), mechanismText(cell.cell));
        if (isMeasured(cell)) {
            bars.add(static_cast<double>(place), cell);
        }
    }
    spec.x.categories = groups;
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
    for (const auto* cell : byWeight(summary)) {
        if (isMeasured(*cell)) {
            gatheredFor(all, joined(mechanismText(cell->cell), names.circumstances(cell->cell, false)),
                mechanismText(cell->cell))
                .add(cell->cell.threads, *cell);
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
    for (const auto* cell : byWeight(summary)) {
        if (isMeasured(*cell) && cell->cell.memoryBytes > 0) {
            gatheredFor(all, lineOf(cell->cell), mechanismText(cell->cell))
                .add(static_cast<double>(cell->cell.memoryBytes), *cell);
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
                gatheredFor(all, line, mechanismText(full.cell)).add(0, empty);
            }
        }
    }
    addLines(spec, all);
    return spec;
}

namespace {

/// What the colours of the heat map stand for.
QString heatScale(const SpawnSummary& summary)
{
    double least = 0;
    double most = 0;
    for (const auto& cell : summary.cells) {
        if (isMeasured(cell)) {
            least = least > 0 ? std::min(least, cell.spawnsPerSecond.value) : cell.spawnsPerSecond.value;
            most = std::max(most, cell.spawnsPerSecond.value);
        }
    }
    const QLocale locale;
    return most > 0 ? tr("The deeper the colour, the more spawns a second: from %1 to %2.")
                          .arg(locale.toString(least, 'f', 0), locale.toString(most, 'f', 0))
                    : QString();
}

} // namespace

ChartSpec heatChart(const SpawnSummary& summary)
{
    ChartSpec spec;
    spec.id = QStringLiteral("heat");
    spec.title = tr("Spawns a second by threads and memory");
    spec.emptyText = tr("Nothing to compare: give the plan several numbers of threads or sizes of memory.");
    spec.y.quantity = Quantity::Rate;
    spec.x.title = tr("Threads that spawn");
    const CellNames names(cellsIn(summary), CellNames::Length::Short);
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
        auto& row = gatheredFor(rows, joined(mechanismText(cell.cell), names.circumstances(cell.cell, false)),
            mechanismText(cell.cell));
        if (isMeasured(cell)) {
            row.points.append(
                {static_cast<double>(std::ranges::find(threads, cell.cell.threads) - threads.begin()),
                    cell.spawnsPerSecond.value});
        }
    }
    spec.note = heatScale(summary);
    if (rows.size() > static_cast<std::size_t>(mostRows)) {
        spec.note +=
            QLatin1Char(' ') + tr("%1 of %2 rows; the table has all.").arg(mostRows).arg(rows.size());
        rows = inTurns(std::move(rows));
        rows.resize(static_cast<std::size_t>(mostRows));
    }
    std::ranges::reverse(rows); // the first row on top
    for (const auto& row : rows) {
        spec.y.categories.append(row.name);
        spec.series.append(row.series(Shape::Heat, 0));
        spec.series.back().low.reset();
        spec.series.back().high.reset();
    }
    return spec;
}

} // namespace assay::spawnpage
