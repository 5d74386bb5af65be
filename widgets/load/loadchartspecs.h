// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "load/rundata.h"

#include <QList>
#include <QStringList>

namespace assay::loadpage {

/// The charts of a load run, made from its rows alone: live, reopened and exported charts are these. Any
/// thread.
QList<charts::ChartSpec> loadCharts(const RunData& data);

/// Their ids in the order of loadCharts(): throughput, latency, failures, bytes, scaling, cpu.
QStringList loadChartIds();

/// The series of each, for the tour and the help: what the chart tells.
QString loadChartMeaning(const QString& chartId);

charts::ChartSpec throughputChart(const RunData& data);
charts::ChartSpec latencyChart(const RunData& data);
charts::ChartSpec failuresChart(const RunData& data);
charts::ChartSpec bytesChart(const RunData& data);
/// Throughput and response time against the number of active users: where it stops scaling.
charts::ChartSpec scalingChart(const RunData& data);
charts::ChartSpec cpuChart(const RunData& data);

} // namespace assay::loadpage
