// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/aggregator.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace assay::load {

namespace {

void sumUp(session::IntervalCounts& sum, const session::IntervalCounts& part)
{
    sum.started += part.started;
    sum.completed += part.completed;
    sum.failures += part.failures;
    sum.retries += part.retries;
    sum.bytesIn += part.bytesIn;
    sum.bytesOut += part.bytesOut;
    for (std::size_t i = 0; i < sum.failuresByKind.size(); ++i) {
        sum.failuresByKind[i] += part.failuresByKind[i];
    }
}

} // namespace

/// One interval while its samples come in, by label.
struct Aggregator::Interval
{
    struct Label
    {
        session::IntervalCounts counts;
        stats::LatencyHistogram service;
        stats::LatencyHistogram response;
    };

    Interval(std::size_t labelCount, std::size_t workers)
        : labels(labelCount)
        , peakUsers(workers)
    { }

    void clear()
    {
        for (auto& label : labels) {
            label.counts = {};
            label.service.clear();
            label.response.clear();
        }
        std::fill(peakUsers.begin(), peakUsers.end(), 0);
    }

    void add(std::size_t label, const session::Sample& sample)
    {
        auto& [counts, service, response] = labels[label];
        ++counts.completed;
        if (sample.failure != session::FailureKind::None) {
            ++counts.failures;
            ++counts.failuresByKind[static_cast<std::size_t>(sample.failure)];
        }
        counts.bytesIn += sample.bytesIn;
        counts.bytesOut += sample.bytesOut;
        if (sample.hasLatency()) {
            service.record(sample.serviceNs);
            response.record(sample.responseNs());
        }
    }

    std::vector<Label> labels; ///< [0] is all
    std::vector<std::uint32_t> peakUsers; ///< by worker
};

Aggregator::Aggregator(const std::vector<std::string>& labels, Frame frame,
    std::vector<std::unique_ptr<BatchExchange>>& exchanges, session::RunRecorder* recorder)
    : m_labelCount(labels.size() + 1)
    , m_frame(frame)
    , m_exchanges(exchanges)
    , m_recorder(recorder)
    , m_throughNs(exchanges.size())
    , m_users(exchanges.size())
    , m_usersKnownTo(exchanges.size())
{
    for (const auto& label : labels) {
        m_summary.labels.push_back({label, {}, {}});
    }
}

Aggregator::~Aggregator() = default;

std::uint32_t Aggregator::activeUsers() const
{
    return std::accumulate(m_users.begin(), m_users.end(), 0U);
}

HoldPhase Aggregator::hold() const
{
    const auto stopAtNs = m_frame.stopAtNs.load(std::memory_order_relaxed);
    const auto& planned = m_frame.hold;
    return {planned.startNs, std::clamp(stopAtNs, planned.startNs, planned.endNs)};
}

Result<void> Aggregator::collect()
{
    for (std::size_t worker = 0; worker < m_exchanges.size(); ++worker) {
        while (auto* batch = m_exchanges[worker]->takeFull()) {
            takeBatch(worker, *batch);
            m_exchanges[worker]->giveEmpty(batch);
        }
    }
    const auto throughNs = *std::min_element(m_throughNs.begin(), m_throughNs.end());
    if (throughNs != std::numeric_limits<std::int64_t>::max()) { // the last interval is finish()'s
        writeIntervals(throughNs);
    }
    return m_recorded;
}

void Aggregator::takeBatch(std::size_t worker, SampleBatch& batch)
{
    for (const auto& sample : batch.samples) {
        addSample(sample);
    }
    for (const auto& failure : batch.failures) {
        if (auto& first = m_summary.firstFailures[static_cast<std::size_t>(failure.kind)]; first.empty()) {
            first = failure.message;
        }
    }
    addCounts(worker, batch);
    m_throughNs[worker] = batch.throughNs;
    keep(batch);
}

void Aggregator::keep(const SampleBatch& batch)
{
    if (m_recorder) {
        keep(m_recorder->addSamples(batch.samples));
    }
    for (const auto& failure : batch.failures) {
        if (m_recorder) {
            keep(m_recorder->addFailure(failure));
        }
    }
}

void Aggregator::keep(const Result<void>& recorded)
{
    if (!recorded) {
        m_recorded = recorded;
        m_recorder = nullptr;
    }
}

void Aggregator::addSample(const session::Sample& sample)
{
    auto& byLabel = m_summary.labels[sample.label - 1];
    byLabel.whole.add(sample);
    ++byLabel.whole.completed;
    if (inHold(sample.intendedNs)) {
        byLabel.hold.add(sample);
    }
    byLabel.hold.completed += inHold(sample.endNs()) ? 1 : 0;
    if (m_recorder) {
        intervalAt(sample.endNs() / intervalNs).add(sample.label, sample);
    }
    if (sample.startNs > sample.intendedNs) {
        m_summary.startLag.record(sample.startNs - sample.intendedNs);
    }
    // Where nothing was sent and no handshake begun, the attempt came to no connection.
    if (sample.connectNs > 0 && (sample.serviceNs > 0 || sample.tlsNs > 0)) {
        m_summary.connect.record(sample.connectNs);
    }
    if (sample.tlsNs > 0) {
        m_summary.handshake.record(sample.tlsNs);
    }
}

void Aggregator::addCounts(std::size_t worker, const SampleBatch& batch)
{
    const bool held = inHold(batch.intervalIndex * intervalNs);
    for (std::size_t label = 1; label < m_labelCount; ++label) {
        auto& byLabel = m_summary.labels[label - 1];
        byLabel.whole.retries += batch.retries[label];
        byLabel.hold.retries += held ? batch.retries[label] : 0;
    }
    m_summary.arrivals += batch.arrivals;
    m_summary.arrivalsInHold += held ? batch.arrivals : 0;
    m_summary.unserved += batch.unserved;
    m_summary.unservedInHold += held ? batch.unserved : 0;
    m_summary.dropped += batch.dropped;
    m_summary.droppedInHold += held ? batch.dropped : 0;
    m_summary.resumedHandshakes += batch.resumedHandshakes;
    m_summary.lateStarts += batch.lateStarts;

    auto& interval = intervalAt(batch.intervalIndex);
    for (std::size_t label = 1; label < m_labelCount; ++label) {
        interval.labels[label].counts.started += batch.started[label];
        interval.labels[label].counts.retries += batch.retries[label];
    }
    interval.labels[0].counts.unserved += batch.unserved;
    interval.labels[0].counts.dropped += batch.dropped;
    interval.peakUsers[worker] = std::max(interval.peakUsers[worker], batch.peakUsers);
    addUsers(worker, batch);
}

/// A worker that came late, or found no empty batch, tells nothing of the intervals between: its users were
/// there all the same.
void Aggregator::addUsers(std::size_t worker, const SampleBatch& batch)
{
    auto& next = m_usersKnownTo[worker];
    const auto fill = [&](std::int64_t end, std::uint32_t users) {
        for (; next < end; ++next) {
            auto& peak = intervalAt(next).peakUsers[worker];
            peak = std::max(peak, users);
        }
    };
    fill(batch.intervalIndex, m_users[worker]);
    next = std::max(next, batch.intervalIndex + 1);
    m_users[worker] = batch.users;
    if (batch.throughNs != std::numeric_limits<std::int64_t>::max()) { // then it has none any more
        fill(batch.throughNs / intervalNs, batch.users);
    }
}

Aggregator::Interval& Aggregator::intervalAt(std::int64_t index)
{
    // A sample cannot end before what its worker has handed over, so index >= m_firstIndex; were it not so,
    // counting it in the oldest open interval is better than losing it.
    const auto position = static_cast<std::size_t>(std::max<std::int64_t>(index - m_firstIndex, 0));
    while (m_intervals.size() <= position) {
        if (m_spare.empty()) {
            m_spare.push_back(std::make_unique<Interval>(m_labelCount, m_exchanges.size()));
        }
        m_intervals.push_back(std::move(m_spare.back()));
        m_spare.pop_back();
    }
    return *m_intervals[position];
}

void Aggregator::writeIntervals(std::int64_t throughNs)
{
    while (!m_intervals.empty() && (m_firstIndex + 1) * intervalNs <= throughNs) {
        writeInterval(*m_intervals.front(), m_firstIndex * intervalNs, intervalNs);
        m_intervals.front()->clear();
        m_spare.push_back(std::move(m_intervals.front()));
        m_intervals.pop_front();
        ++m_firstIndex;
    }
}

void Aggregator::writeInterval(const Interval& interval, std::int64_t startNs, std::int64_t lengthNs)
{
    // The workers' peaks may be of different instants: all together were never more than there can be.
    const auto peaks = std::accumulate(interval.peakUsers.begin(), interval.peakUsers.end(), std::int64_t{0});
    const auto users = static_cast<std::uint32_t>(std::min(peaks, m_frame.mostUsers));
    m_summary.usersPeak = std::max(m_summary.usersPeak, users);
    if (inHold(startNs)) {
        m_summary.usersPeakInHold = std::max(m_summary.usersPeakInHold, users);
    }
    if (!m_recorder) {
        return;
    }
    auto all = interval.labels[0].counts;
    stats::LatencyHistogram service;
    stats::LatencyHistogram response;
    for (std::uint32_t label = 1; label < m_labelCount; ++label) {
        const auto& part = interval.labels[label];
        sumUp(all, part.counts);
        service.merge(part.service);
        response.merge(part.response);
        if (part.counts.started == 0 && part.counts.completed == 0) {
            continue;
        }
        auto counts = part.counts;
        counts.startNs = startNs;
        counts.lengthNs = lengthNs;
        counts.label = label;
        keep(m_recorder->addInterval(counts, part.service, part.response));
        if (!m_recorder) {
            return;
        }
    }
    all.startNs = startNs;
    all.lengthNs = lengthNs;
    all.users = users;
    keep(m_recorder->addInterval(all, service, response));
}

Result<void> Aggregator::finish(std::int64_t lengthNs)
{
    static_cast<void>(collect());
    writeIntervals(lengthNs);
    // What is left is shorter than a whole interval.
    while (!m_intervals.empty()) {
        const auto startNs = m_firstIndex * intervalNs;
        const auto restNs = std::clamp<std::int64_t>(lengthNs - startNs, 1, intervalNs);
        writeInterval(*m_intervals.front(), startNs, restNs);
        m_intervals.pop_front();
        ++m_firstIndex;
    }
    m_summary.whole.durationNs = lengthNs;
    m_summary.hold.durationNs =
        std::max<std::int64_t>(std::min(hold().endNs, lengthNs) - m_frame.hold.startNs, 0);
    for (auto& label : m_summary.labels) {
        m_summary.whole.merge(label.whole);
        m_summary.hold.merge(label.hold);
        label.whole.durationNs = m_summary.whole.durationNs;
        label.hold.durationNs = m_summary.hold.durationNs;
    }
    return m_recorded;
}

} // namespace assay::load
