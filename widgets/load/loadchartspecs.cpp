// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadchartspecs.h"

#include "document/qtext.h"
#include "load/scalingpoints.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace assay::loadpage {

using charts::Axis;
using charts::ChartSpec;
using charts::Points;
using charts::Quantity;
using charts::Series;
using charts::Shape;
using session::IntervalPoint;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("LoadCharts", text);
}

/// Palette places: one thing has one colour in every chart.
enum Colour
{
    Blue,
    Orange,
    Green,
    Pink,
    Brown,
    Purple,
    Red,
    Grey
};

double middleOf(const IntervalPoint& point)
{
    return static_cast<double>(point.startNs) + static_cast<double>(point.lengthNs) / 2;
}

/// Counts as rates a second. What is left at a run's end may be a nanosecond long, and a count divided by
/// that is no rate: an interval of less than half the usual length is taken together with the one before it.
template <typename Count> Points ratesOf(const RunData& data, Count count)
{
    auto points = std::make_shared<QList<QPointF>>();
    points->reserve(static_cast<qsizetype>(data.intervals.size()));
    const auto usualNs = data.intervals.empty() ? 0 : data.intervals.front().lengthNs;
    double total = 0;
    std::int64_t startNs = 0;
    for (const auto& interval : data.intervals) {
        const bool merged = interval.lengthNs < usualNs / 2 && !points->isEmpty();
        if (!merged) {
            total = 0;
            startNs = interval.startNs;
        }
        total += static_cast<double>(count(interval));
        const auto lengthNs = static_cast<double>(interval.startNs + interval.lengthNs - startNs);
        const QPointF point(
            static_cast<double>(startNs) + lengthNs / 2, lengthNs > 0 ? total * 1e9 / lengthNs : 0);
        if (merged) {
            points->back() = point;
        } else {
            points->append(point);
        }
    }
    return points;
}

template <typename Value> Points pointsOf(const RunData& data, Value value)
{
    auto points = std::make_shared<QList<QPointF>>();
    points->reserve(static_cast<qsizetype>(data.intervals.size()));
    for (const auto& interval : data.intervals) {
        points->append({middleOf(interval), value(interval)});
    }
    return points;
}

/// As pointsOf(), without the intervals in which nothing had a latency: a gap is no 0 ms.
template <typename Value> Points latencyPoints(const RunData& data, Value value)
{
    auto points = std::make_shared<QList<QPointF>>();
    points->reserve(static_cast<qsizetype>(data.intervals.size()));
    for (const auto& interval : data.intervals) {
        if (interval.latencyCount > 0) {
            points->append({middleOf(interval), static_cast<double>(value(interval))});
        }
    }
    return points;
}

ChartSpec timeChart(const RunData& data, const char* id, const char* title)
{
    ChartSpec spec;
    spec.id = QString::fromLatin1(id);
    spec.title = tr(title);
    spec.x = {.title = tr("Time"), .quantity = Quantity::Time};
    if (data.run.holdEndNs > data.run.holdStartNs) {
        spec.bands.append({static_cast<double>(data.run.holdStartNs), static_cast<double>(data.run.holdEndNs),
            tr("hold phase")});
    }
    const bool live = data.run.state == session::RunState::Running;
    spec.emptyText = live ? tr("Waiting for the first interval of 200 ms …") : tr("Nothing was recorded.");
    return spec;
}

Series line(const char* id, const QString& name, int colour, Points points)
{
    return {.id = QString::fromLatin1(id),
        .name = name,
        .shape = Shape::Line,
        .colour = colour,
        .points = std::move(points)};
}

bool isProcessorState(const session::MetricValue& metric)
{
    return metric.source == "host" && metric.name.starts_with("cpu_") && metric.unit == "%";
}

struct ProcessorState
{
    const char* metric;
    const char* title;
    Colour colour;
};

/// Bottom to top. Idle is what remains to 100 %.
constexpr ProcessorState processorStates[] = {{"cpu_user", "user", Blue}, {"cpu_nice", "nice", Purple},
    {"cpu_system", "system", Orange}, {"cpu_irq", "interrupts", Brown},
    {"cpu_softirq", "soft interrupts", Pink}, {"cpu_iowait", "waiting for disk", Grey},
    {"cpu_steal", "stolen by the host", Red}};

} // namespace

ChartSpec throughputChart(const RunData& data)
{
    ChartSpec spec = timeChart(data, "throughput", "Throughput and active users");
    spec.y = {.title = tr("Requests"), .quantity = Quantity::Rate, .minimum = 0};
    spec.right = Axis{.title = tr("Active users"), .quantity = Quantity::Count, .minimum = 0};
    if (data.intervals.empty()) {
        return spec;
    }
    spec.series.append(line("requests", tr("requests"), Blue,
        ratesOf(data, [](const IntervalPoint& point) { return point.completed; })));
    Series users = line("users", tr("active users"), Orange,
        pointsOf(data, [](const IntervalPoint& point) { return static_cast<double>(point.users); }));
    users.shape = Shape::Steps;
    users.onRightAxis = true;
    spec.series.append(users);
    const bool unserved = std::any_of(
        data.intervals.begin(), data.intervals.end(), [](const auto& point) { return point.unserved > 0; });
    if (unserved) {
        spec.series.append(line("unserved", tr("unserved arrivals"), Red,
            ratesOf(data, [](const IntervalPoint& point) { return point.unserved; })));
    }
    return spec;
}

ChartSpec latencyChart(const RunData& data)
{
    ChartSpec spec = timeChart(data, "latency", "Response time");
    spec.y = {.title = tr("Service time"), .quantity = Quantity::Duration, .minimum = 0};
    spec.note = tr(
        "Service time (sent to last byte) in each 200 ms, by nearest rank. Failures are counted, not timed, "
        "except failed checks and response timeouts");
    struct Percentile
    {
        const char* id;
        const char* title;
        std::int64_t IntervalPoint::*value;
        Colour colour;
    };
    constexpr Percentile percentiles[] = {{"p50", "p50 (median)", &IntervalPoint::p50Ns, Blue},
        {"p90", "p90", &IntervalPoint::p90Ns, Green}, {"p95", "p95", &IntervalPoint::p95Ns, Orange},
        {"p99", "p99", &IntervalPoint::p99Ns, Red}, {"max", "max", &IntervalPoint::maxNs, Grey}};
    for (const auto& percentile : percentiles) {
        Points points =
            latencyPoints(data, [&](const IntervalPoint& point) { return point.*percentile.value; });
        if (!points->isEmpty()) {
            spec.series.append(
                line(percentile.id, tr(percentile.title), percentile.colour, std::move(points)));
        }
    }
    return spec;
}

ChartSpec failuresChart(const RunData& data)
{
    ChartSpec spec = timeChart(data, "failures", "Failures and timeouts by class");
    spec.y = {.title = tr("Failures"), .quantity = Quantity::Rate, .minimum = 0};
    if (!data.intervals.empty()) {
        spec.emptyText = tr("No request failed.");
    }
    constexpr Colour colours[] = {Red, Orange, Purple, Brown, Pink, Blue, Green, Grey};
    for (std::size_t kind = 1; kind < session::failureKindCount; ++kind) {
        const bool occurred = std::any_of(data.intervals.begin(), data.intervals.end(),
            [kind](const auto& point) { return point.failuresByKind[kind] > 0; });
        if (!occurred) {
            continue;
        }
        const auto name = session::failureName(static_cast<session::FailureKind>(kind));
        const auto title = session::failureTitle(static_cast<session::FailureKind>(kind));
        spec.series.append({.id = qtext(name),
            .name = qtext(title),
            .shape = Shape::StackedArea,
            .colour = colours[(kind - 1) % std::size(colours)],
            .points =
                ratesOf(data, [kind](const IntervalPoint& point) { return point.failuresByKind[kind]; })});
    }
    if (spec.series.isEmpty()) {
        spec.bands.clear();
    }
    return spec;
}

ChartSpec bytesChart(const RunData& data)
{
    ChartSpec spec = timeChart(data, "bytes", "Bytes transferred");
    spec.y = {.title = tr("Bytes"), .quantity = Quantity::ByteRate, .minimum = 0};
    if (data.intervals.empty()) {
        return spec;
    }
    spec.series.append(line("received", tr("received"), Blue,
        ratesOf(data, [](const IntervalPoint& point) { return point.bytesIn; })));
    spec.series.append(line("sent", tr("sent"), Orange,
        ratesOf(data, [](const IntervalPoint& point) { return point.bytesOut; })));
    return spec;
}

ChartSpec scalingChart(const RunData& data)
{
    ChartSpec spec;
    spec.id = QStringLiteral("scaling");
    spec.title = tr("Throughput against active users");
    spec.x = {.title = tr("Active users"), .quantity = Quantity::Count, .minimum = 0};
    spec.y = {.title = tr("Requests"), .quantity = Quantity::Rate, .minimum = 0};
    spec.right = Axis{.title = tr("Median service time"), .quantity = Quantity::Duration, .minimum = 0};
    spec.note = tr("A dot for each 200 ms; the lines are means by number of users");
    spec.emptyText = tr("Shows where throughput stops rising, once a run has been started.");
    ScalingPoints points = scalingPoints(data.intervals);
    if (points.throughput->isEmpty()) {
        return spec;
    }
    spec.series.append({.id = QStringLiteral("interval"),
        .name = tr("each 200 ms"),
        .shape = Shape::Dots,
        .colour = Grey,
        .points = std::move(points.throughput)});
    spec.series.append(line("mean", tr("requests"), Blue, std::move(points.meanThroughput)));
    Series latency = line("p50", tr("median service time"), Orange, std::move(points.meanLatency));
    latency.onRightAxis = true;
    spec.series.append(latency);
    return spec;
}

ChartSpec cpuChart(const RunData& data)
{
    ChartSpec spec = timeChart(data, "cpu", "Processors of this machine");
    spec.y = {.title = tr("Processor time"), .quantity = Quantity::Percent, .minimum = 0, .maximum = 100};
    std::map<std::string, std::shared_ptr<QList<QPointF>>> points;
    for (const auto& metric : data.metrics) {
        if (isProcessorState(metric)) {
            auto& list = points[metric.name];
            if (!list) {
                list = std::make_shared<QList<QPointF>>();
            }
            list->append({static_cast<double>(metric.timeNs), metric.value});
        }
    }
    for (const auto& state : processorStates) {
        if (const auto found = points.find(state.metric); found != points.end()) {
            spec.series.append({.id = QString::fromLatin1(state.metric),
                .name = tr(state.title),
                .shape = Shape::StackedArea,
                .colour = state.colour,
                .points = found->second});
        }
    }
    return spec;
}

QList<ChartSpec> loadCharts(const RunData& data)
{
    return {throughputChart(data), latencyChart(data), failuresChart(data), bytesChart(data),
        scalingChart(data), cpuChart(data)};
}

QStringList loadChartIds()
{
    return {QStringLiteral("throughput"), QStringLiteral("latency"), QStringLiteral("failures"),
        QStringLiteral("bytes"), QStringLiteral("scaling"), QStringLiteral("cpu")};
}

QString loadChartMeaning(const QString& chartId)
{
    static const std::map<QString, QString> meanings{
        {QStringLiteral("throughput"),
            tr("Requests that ended each second, and the users that were active. When users rise and "
               "requests no longer do, something is full.")},
        {QStringLiteral("latency"),
            tr("How long responses took. Half of them were faster than p50, one in a hundred was slower than "
               "p99. Use the logarithmic scale to see both at once.")},
        {QStringLiteral("failures"),
            tr("Requests that failed each second, by what went wrong. Refused and reset connections point to "
               "the server's limits, timeouts to its queues.")},
        {QStringLiteral("bytes"),
            tr("What went over the wire. A flat top near the speed of the network means that the network is "
               "the limit.")},
        {QStringLiteral("scaling"),
            tr("The same figures against the number of users instead of time. The knee of the blue line is "
               "the number of users from which more of them only wait longer.")},
        {QStringLiteral("cpu"),
            tr("What the processors of this machine did. If they are busy here, the generator itself may be "
               "the limit; stolen time means that another virtual machine took them.")}};
    const auto found = meanings.find(chartId);
    return found == meanings.end() ? QString() : found->second;
}

} // namespace assay::loadpage
