// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "spawn/spawnrun.h"

#include <QStringList>

#include <set>

namespace assay::spawnpage {

/// Indices of the cells whose distributions are drawn; empty: shownByDefault().
using ShownCells = std::set<std::size_t>;

/// The charts of a spawn run, made from its rows alone: live, reopened and exported charts are these. Any
/// thread.
QList<charts::ChartSpec> spawnCharts(const SpawnData& data, const ShownCells& shown);

/// Their ids in the order of spawnCharts(): rates, threads, memory, heat, percentiles, histogram, rounds.
QStringList spawnChartIds();
/// What a chart tells, for help.
QString spawnChartMeaning(const QString& chartId);

/// Spawns a second, a bar a cell with its interval: a group for the circumstances, a colour a mechanism.
charts::ChartSpec ratesChart(const spawn::SpawnSummary& summary);
charts::ChartSpec threadsChart(const spawn::SpawnSummary& summary);
charts::ChartSpec memoryChart(const spawn::SpawnSummary& summary);
/// Threads across, everything else down.
charts::ChartSpec heatChart(const spawn::SpawnSummary& summary);
charts::ChartSpec percentilesChart(const spawn::SpawnSummary& summary, const ShownCells& shown);
charts::ChartSpec histogramChart(const spawn::SpawnSummary& summary, const ShownCells& shown);
/// Each round's rate relative to its cell's median, and the control cell's: whether the machine stood still.
charts::ChartSpec roundsChart(const SpawnData& data);

/// The measured cells with the most memory, at most eight: where mechanisms differ most.
ShownCells shownByDefault(const spawn::SpawnSummary& summary);

} // namespace assay::spawnpage
