// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

/// What a chart shows, as a value: no widget, no Qt Charts. The live chart, the reopened chart and the export
/// are made from the same spec.
namespace assay::charts {

enum class Scale
{
    Linear,
    Logarithmic
};

/// What the numbers on an axis are; decides unit prefixes and the text of values.
enum class Quantity
{
    Time, ///< x: nanoseconds from the start of the run
    Duration, ///< nanoseconds
    Count,
    Rate, ///< per second
    Bytes,
    ByteRate, ///< bytes per second
    Percent,
};

struct Axis
{
    QString title; ///< without the unit; the chart appends it once it knows the prefix
    Quantity quantity = Quantity::Count;
    Scale scale = Scale::Linear;
    std::optional<double> minimum; ///< fixed end, else from the data
    std::optional<double> maximum;
    QStringList categories; ///< names of the places 0, 1, 2 … on an axis that has no numbers
};

/// Ascending x, complete (not decimated). Shared, never changed once it is in a spec.
using Points = std::shared_ptr<const QList<QPointF>>;

enum class Shape
{
    Line,
    Steps, ///< value holds until the next point
    StackedArea, ///< drawn on top of the stacked areas before it (same x values)
    Dots,
    Bars, ///< side by side with the other bars at their x, a category
    Heat, ///< a row of cells coloured by their value: the n-th such series is the n-th category of y
};

struct Series
{
    QString id; ///< stable, for tests and CSV headers: "p99"
    QString name; ///< legend
    Shape shape = Shape::Line;
    int colour = 0; ///< index into the theme's palette, so that p99 has one colour everywhere
    bool onRightAxis = false;
    Points points;
    Points low = {}; ///< lower ends of the points' intervals, at the same x; none: no interval is drawn
    Points high = {};
    int dash = 0; ///< tells lines of one colour apart; 0: solid
};

/// A shaded stretch of the x axis, e.g. the hold phase.
struct Band
{
    double from = 0;
    double to = 0;
    QString label;
};

struct ChartSpec
{
    QString id; ///< stable: "throughput"
    QString title;
    Axis x;
    Axis y;
    std::optional<Axis> right; ///< second y axis
    QList<Series> series;
    QList<Band> bands;
    QString note; ///< a sentence under the title, e.g. the percentile method; may be empty
    QString lastName; ///< what the last values of the lines are, where the legend shows them: "slowest"
    QString emptyText; ///< shown instead of an empty plot: why there is nothing and what to do
};

} // namespace assay::charts
