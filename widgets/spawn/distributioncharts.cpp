// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of how the times of single spawns are spread.
#include "spawn/cellnames.h"
#include "spawn/chartparts.h"
#include "spawn/spawnchartspecs.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace assay::spawnpage {

using charts::Axis;
using charts::ChartSpec;
using charts::Quantity;
using charts::Scale;
using charts::Series;
using charts::Shape;
using spawn::SpawnSummary;

namespace {

constexpr std::size_t mostShown = 8;

QString tr(const char* text)
{
    return chartText(text);
}

std::vector<spawn::Cell> cellsAmong(const SpawnSummary& summary, const ShownCells& shown)
{
    std::vector<spawn::Cell> cells;
    for (const auto index : shown) {
        if (index < summary.cells.size()) {
            cells.push_back(summary.cells[index].cell);
        }
    }
    return cells;
}

/// A line a shown cell, whose points `pointsOf` makes from the histogram of its whole spawns.
template <typename PointsOf>
void addDistributions(
    ChartSpec& spec, const SpawnSummary& summary, const ShownCells& chosen, PointsOf pointsOf)
{
    const ShownCells shown = chosen.empty() ? shownByDefault(summary) : chosen;
    const CellNames longNames(cellsIn(summary));
    const CellNames names(shown.size() > 1 ? cellsAmong(summary, shown) : cellsIn(summary));
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
        series.id = longNames.name(cell.cell); // the same whatever else is shown
        series.colour = static_cast<int>(spec.series.size());
        series.points = madePoints(pointsOf(whole));
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

ChartSpec distributionChart(const char* id, const QString& title)
{
    ChartSpec spec;
    spec.id = QString::fromLatin1(id);
    spec.title = title;
    spec.note = tr("Cells selected in the table, at most %1; else the fullest.").arg(mostShown);
    spec.emptyText = tr("No spawn has succeeded yet.");
    return spec;
}

} // namespace

ShownCells shownByDefault(const SpawnSummary& summary)
{
    std::int64_t most = 0;
    for (const auto& cell : summary.cells) {
        most = isMeasured(cell) ? std::max(most, cell.cell.memoryBytes) : most;
    }
    std::vector<std::size_t> fullest;
    for (std::size_t i = 0; i < summary.cells.size(); ++i) {
        if (isMeasured(summary.cells[i]) && summary.cells[i].cell.memoryBytes == most) {
            fullest.push_back(i);
        }
    }
    // With few threads first, lest one mechanism on many takes all the places.
    std::ranges::stable_sort(fullest, {}, [&](std::size_t i) { return summary.cells[i].cell.threads; });
    fullest.resize(std::min(fullest.size(), mostShown));
    return {fullest.begin(), fullest.end()};
}

ChartSpec percentilesChart(const SpawnSummary& summary, const ShownCells& shown)
{
    auto spec = distributionChart("percentiles", tr("Time of a spawn by percentile"));
    spec.x.title = tr("Share of spawns that took no longer");
    spec.x.quantity = Quantity::Percent;
    spec.x.minimum = 0;
    spec.x.maximum = 100;
    spec.y = latencyAxis();
    spec.lastName = tr("slowest");
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
    auto spec = distributionChart("histogram", tr("How the times of spawns are spread"));
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

} // namespace assay::spawnpage
