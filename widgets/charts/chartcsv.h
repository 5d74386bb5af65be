// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "charts/chartspec.h"
#include "charts/range.h"

QT_BEGIN_NAMESPACE
class QIODevice;
QT_END_NAMESPACE

/// The data of a chart as text for other programs: a heading with units, then one row an x with a column a
/// series; decimal points whatever the user's locale, every digit that the value has.
namespace assay::charts {

/// RFC 4180 with plain line feeds. `part` narrows x. Returns the number of rows. Rows are written as they are
/// made: memory doesn't grow with their number.
Result<qint64> writeCsv(const ChartSpec& spec, std::optional<Range> part, QIODevice& device);

/// The same into a file that appears only complete.
Result<qint64> saveCsv(const ChartSpec& spec, std::optional<Range> part, const QString& path);

/// Columns separated by tabs, as spreadsheets take it from the clipboard.
QString tabSeparated(const ChartSpec& spec, std::optional<Range> part);

} // namespace assay::charts
