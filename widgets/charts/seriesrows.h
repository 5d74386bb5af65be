// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/dataextent.h"

#include <vector>

namespace assay::charts {

/// The points of all series as rows of a table, in order of x: one row an x, a value a series or none. Where
/// a series has several points at one x (dots), there are several rows. Nothing is decimated or hidden.
class SeriesRows
{
public:
    explicit SeriesRows(const ChartSpec& spec, std::optional<Range> part = {});

    struct Row
    {
        double x = 0;
        std::vector<std::optional<double>> values; ///< one a series, in the spec's order
    };

    /// Fills `row` with the next row; false after the last.
    bool next(Row& row);

private:
    struct Cursor
    {
        QList<QPointF> points; ///< shared with the spec unless it had to be sorted
        qsizetype at = 0;
        qsizetype end = 0;
    };
    std::vector<Cursor> m_cursors;
};

/// The unit in which a quantity is written into data files, the same for every chart: seconds for times,
/// milliseconds for durations. Shown value = value / factor.
struct DataUnit
{
    double factor = 1;
    const char* name = ""; ///< "s", "ms", "1/s", "B", "%"; empty for a count
};
DataUnit dataUnit(Quantity quantity);

/// The spec with the ends of intervals as series of their own, as tables show them.
ChartSpec withIntervals(const ChartSpec& spec);

/// The name of a place on an axis of categories.
QString categoryName(const Axis& axis, double x);

/// "Response time p99 (ms)": heading of a column, of x when there is no series.
QString columnTitle(const ChartSpec& spec, const Series* series);

} // namespace assay::charts
