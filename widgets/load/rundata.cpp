// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/rundata.h"

#include "base/clock.h"
#include "document/qtext.h"
#include "load/storedhold.h"

#include <QCoreApplication>

#include <algorithm>

namespace assay::loadpage {

using session::IntervalPoint;
using session::RunReader;

namespace {

void addCounts(models::SummaryRow& row, const IntervalPoint& point)
{
    row.requests += point.completed;
    row.failures += point.failures;
    row.bytesIn += point.bytesIn;
    row.bytesOut += point.bytesOut;
    for (std::size_t kind = 1; kind < point.failuresByKind.size(); ++kind) {
        if (session::isTimeout(static_cast<session::FailureKind>(kind))) {
            row.timeouts += point.failuresByKind[kind];
        }
    }
}

} // namespace

RunFollower::RunFollower(std::int64_t runId)
    : m_runId(runId)
{ }

Result<void> RunFollower::update(const session::SessionFile& file)
{
    const RunReader reader(file);
    m_newFailures.clear();
    auto run = reader.run(m_runId);
    if (!run) {
        return run.error();
    }
    m_data.run = std::move(*run);
    m_labels.resize(m_data.run.labels.size() + 1);
    for (std::uint32_t label = 0; label < m_labels.size(); ++label) {
        if (auto updated = updateLabel(reader, label); !updated) {
            return updated;
        }
    }
    auto failures = reader.failures(m_runId, m_lastFailureId);
    if (!failures) {
        return failures.error();
    }
    m_newFailures = std::move(*failures);
    if (!m_newFailures.empty()) {
        m_lastFailureId = m_newFailures.back().id;
    }
    auto metrics = reader.metrics(m_runId, m_lastMetricNs);
    if (!metrics) {
        return metrics.error();
    }
    if (!metrics->empty()) {
        m_lastMetricNs = metrics->back().timeNs;
        m_data.metrics.insert(m_data.metrics.end(), metrics->begin(), metrics->end());
    }
    return {};
}

Result<void> RunFollower::updateLabel(const RunReader& reader, std::uint32_t number)
{
    Label& label = m_labels[number];
    auto points = reader.intervals(m_runId, number, label.readToNs);
    if (!points) {
        return points.error();
    }
    if (points->empty()) {
        return {};
    }
    const auto fromNs = label.readToNs;
    const auto toNs = points->back().startNs + 1; // intervals are taken by their start
    std::int64_t holdFromNs = 0;
    std::int64_t holdToNs = 0;
    for (const auto& point : *points) {
        addCounts(label.whole.counts, point);
        label.whole.lengthNs = std::max(label.whole.lengthNs, point.startNs + point.lengthNs);
        if (isInHold(point)) {
            addCounts(label.hold.counts, point);
            label.hold.lengthNs += point.lengthNs;
            holdFromNs = holdToNs == 0 ? point.startNs : holdFromNs;
            holdToNs = point.startNs + 1;
        }
    }
    label.readToNs = points->back().startNs + std::max<std::int64_t>(points->back().lengthNs, 1);
    if (number == 0) {
        m_data.intervals.insert(m_data.intervals.end(), points->begin(), points->end());
    }
    if (auto added = addLatencies(reader, number, label.whole, fromNs, toNs); !added) {
        return added;
    }
    return addLatencies(reader, number, label.hold, holdFromNs, holdToNs);
}

bool RunFollower::isInHold(const IntervalPoint& point) const
{
    return point.startNs >= m_data.run.holdStartNs && point.startNs + point.lengthNs <= m_data.run.holdEndNs;
}

Result<void> RunFollower::addLatencies(
    const RunReader& reader, std::uint32_t label, Phase& phase, std::int64_t fromNs, std::int64_t toNs)
{
    if (fromNs >= toNs) {
        return {};
    }
    auto service = reader.histogram(m_runId, label, RunReader::LatencyKind::Service, fromNs, toNs);
    if (!service) {
        return service.error();
    }
    phase.service.merge(*service);
    auto response =
        reader.histogram(m_runId, label, RunReader::LatencyKind::ResponseFromIntended, fromNs, toNs);
    if (!response) {
        return response.error();
    }
    phase.response.merge(*response);
    return {};
}

models::SummaryRow RunFollower::rowOf(std::uint32_t number, bool holdOnly) const
{
    const Label& label = m_labels[number];
    const Phase& phase = holdOnly ? label.hold : label.whole;
    models::SummaryRow row = phase.counts;
    row.number = number;
    row.label = number == 0 ? QCoreApplication::translate("SummaryModel", "All requests")
                            : qtext(m_data.run.labels[number - 1]);
    // A label that was idle in some intervals has none of its own there: all share the length of "all".
    const Phase& all = holdOnly ? m_labels[0].hold : m_labels[0].whole;
    row.seconds = static_cast<double>(all.lengthNs) / nsPerSecond;
    row.latencies = phase.service.count();
    row.meanNs = phase.service.meanNs();
    row.minNs = phase.service.minNs();
    row.p50Ns = phase.service.percentileNs(50);
    row.p90Ns = phase.service.percentileNs(90);
    row.p95Ns = phase.service.percentileNs(95);
    row.p99Ns = phase.service.percentileNs(99);
    row.maxNs = phase.service.maxNs();
    row.responseP99Ns = phase.response.percentileNs(99);
    return row;
}

std::vector<models::SummaryRow> RunFollower::summary(bool holdOnly) const
{
    if (auto stored = holdOnly ? storedHold(m_data.run) : std::nullopt) {
        return std::move(stored->rows);
    }
    std::vector<models::SummaryRow> rows;
    for (std::uint32_t label = 1; label < m_labels.size(); ++label) {
        rows.push_back(rowOf(label, holdOnly));
    }
    if (!m_labels.empty()) {
        rows.push_back(rowOf(0, holdOnly));
    }
    return rows;
}

std::uint32_t RunFollower::usersPeak(bool holdOnly) const
{
    if (const auto stored = holdOnly ? storedHold(m_data.run) : std::nullopt) {
        return stored->usersPeak;
    }
    std::uint32_t peak = 0;
    for (const auto& point : m_data.intervals) {
        peak = !holdOnly || isInHold(point) ? std::max(peak, point.users) : peak;
    }
    return peak;
}

} // namespace assay::loadpage
