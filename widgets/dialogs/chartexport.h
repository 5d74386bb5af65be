// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartrenderer.h"

#include <QPalette>
#include <QStringList>

/// Charts to files and to the clipboard: what the export dialog and the command line have in common.
namespace assay::dialogs {

/// "png", "svg", "pdf", "csv".
QStringList exportFormats();

/// Where a chart goes: `path` itself, or, as one of several, with its id before the suffix:
/// "run.png" -> "run-latency.png".
QString exportPath(const QString& path, const QString& chartId, bool several);

/// Refuses a suffix that is no format.
Result<void> checkFormat(const QString& path);

/// Writes one chart in the format of the suffix of `path`.
Result<void> exportChart(
    const charts::ChartSpec& spec, const charts::RenderOptions& options, const QString& path);

/// Writes `specs` in the format of the suffix of `path`; gives the files. Stops at the first that fails.
/// `options.visible` applies to charts over time.
Result<QStringList> exportCharts(
    const QList<charts::ChartSpec>& specs, const charts::RenderOptions& options, const QString& path);

/// The picture at twice the usual density and the rows as text, in one.
void copyChartToClipboard(const QList<charts::ChartSpec>& specs, const QString& chartId,
    const std::optional<charts::Band>& visible, const QPalette& palette);

} // namespace assay::dialogs
