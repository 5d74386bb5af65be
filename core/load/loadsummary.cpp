// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadsummary.h"

#include "base/clock.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace assay::load {

namespace {

double milliseconds(double ns)
{
    return ns / static_cast<double>(nsPerMs);
}

/// null for each figure when there is no value: 0 would look like a measurement.
json::object latencyJson(const stats::LatencyHistogram& histogram)
{
    struct Named
    {
        const char* name;
        double percent;
    };
    static constexpr std::array<Named, 5> percentiles{
        {{"p50", 50}, {"p90", 90}, {"p95", 95}, {"p99", 99}, {"p999", 99.9}}};
    const auto figure = [&](double ns) {
        return histogram.empty() ? json::value{} : json::value(milliseconds(ns));
    };
    json::object object;
    object["min"] = figure(static_cast<double>(histogram.minNs()));
    object["mean"] = figure(histogram.meanNs());
    for (const auto& [name, percent] : percentiles) {
        object[name] = figure(static_cast<double>(histogram.percentileNs(percent)));
    }
    object["max"] = figure(static_cast<double>(histogram.maxNs()));
    return object;
}

json::object failuresJson(const PhaseSummary& phase)
{
    json::object object;
    object["total"] = phase.failureTotal();
    for (std::size_t i = 1; i < session::failureKindCount; ++i) {
        object[session::failureName(static_cast<session::FailureKind>(i))] = phase.failures[i];
    }
    return object;
}

} // namespace

void PhaseSummary::add(const session::Sample& sample)
{
    ++samples;
    if (sample.failure != session::FailureKind::None) {
        ++failures[static_cast<std::size_t>(sample.failure)];
    }
    if (sample.status != 0) {
        ++statuses[sample.status];
    }
    if (sample.hasLatency()) {
        service.record(sample.serviceNs);
        response.record(sample.responseNs());
    }
    bytesReceived += sample.bytesIn;
    bytesSent += sample.bytesOut;
}

void PhaseSummary::merge(const PhaseSummary& other)
{
    samples += other.samples;
    completed += other.completed;
    for (std::size_t i = 0; i < failures.size(); ++i) {
        failures[i] += other.failures[i];
    }
    for (const auto& [status, count] : other.statuses) {
        statuses[status] += count;
    }
    service.merge(other.service);
    response.merge(other.response);
    bytesReceived += other.bytesReceived;
    bytesSent += other.bytesSent;
    retries += other.retries;
}

std::uint64_t PhaseSummary::failureTotal() const
{
    return std::accumulate(failures.begin(), failures.end(), std::uint64_t{0});
}

double PhaseSummary::throughputPerSecond() const
{
    return durationNs > 0
        ? static_cast<double>(completed) * static_cast<double>(nsPerSecond) / static_cast<double>(durationNs)
        : 0;
}

json::object PhaseSummary::toJson() const
{
    json::object object;
    object["samples"] = samples;
    object["completed"] = completed;
    object["failures"] = failuresJson(*this);
    object["throughput_per_s"] = throughputPerSecond();
    object["latency_ms"] = latencyJson(service);
    object["response_from_intended_ms"] = latencyJson(response);
    json::object byStatus;
    for (const auto& [status, count] : statuses) {
        byStatus[std::to_string(status)] = count;
    }
    object["statuses"] = std::move(byStatus);
    object["bytes_received"] = bytesReceived;
    object["bytes_sent"] = bytesSent;
    object["retries"] = retries;
    object["duration_s"] = inSeconds(durationNs);
    return object;
}

bool LoadSummary::passed() const
{
    return std::all_of(thresholds.begin(), thresholds.end(),
        [](const ThresholdResult& result) { return result.verdict.passed; });
}

void LoadSummary::addCut(std::vector<CutRequest> requests, const HoldPhase& held)
{
    cutRequests = std::move(requests);
    const auto inHold =
        std::partition(cutRequests.begin(), cutRequests.end(), [&](const CutRequest& request) {
            return request.intendedNs >= held.startNs && request.intendedNs < held.endNs;
        });
    cut = cutRequests.size();
    cutInHold = static_cast<std::uint64_t>(inHold - cutRequests.begin());
    const auto usualNs = whole.service.percentileNs(99);
    for (std::size_t i = 0; i < cutRequests.size(); ++i) {
        const auto waitedNs = cutRequests[i].waitedNs;
        longestCutNs = std::max(longestCutNs, waitedNs);
        unanswered += waitedNs > usualNs ? 1 : 0;
        unansweredInHold += waitedNs > usualNs && i < cutInHold ? 1 : 0;
    }
}

json::object LoadSummary::toJson() const
{
    auto object = whole.toJson();
    object["users_peak"] = usersPeak;
    object["dropped"] = dropped;
    object["cut"] = cut;
    object["unanswered"] = unanswered;
    object["cut_longest_wait_ms"] =
        cut > 0 ? json::value(milliseconds(static_cast<double>(longestCutNs))) : json::value();
    object["arrivals"] = arrivals;
    object["unserved"] = unserved;
    object["late_starts"] = lateStarts;
    object["start_lag_ms"] = latencyJson(startLag);
    object["connections"] = {{"opened", connect.count()}, {"connect_ms", latencyJson(connect)},
        {"tls_handshakes", handshake.count()}, {"tls_resumed", resumedHandshakes},
        {"tls_ms", latencyJson(handshake)}};
    object["percentile_method"] = "nearest-rank";
    object["hold"] = nullptr;
    if (hold.durationNs > 0) {
        auto inHold = hold.toJson();
        inHold["users_peak"] = usersPeakInHold;
        inHold["dropped"] = droppedInHold;
        inHold["cut"] = cutInHold;
        inHold["unanswered"] = unansweredInHold;
        inHold["arrivals"] = arrivalsInHold;
        inHold["unserved"] = unservedInHold;
        object["hold"] = std::move(inHold);
    }
    json::object first;
    for (std::size_t i = 1; i < firstFailures.size(); ++i) {
        if (!firstFailures[i].empty()) {
            first[session::failureName(static_cast<session::FailureKind>(i))] = firstFailures[i];
        }
    }
    object["first_failures"] = std::move(first);
    json::array byLabel;
    for (const auto& label : labels) {
        auto row = label.whole.toJson();
        row["label"] = label.label;
        row["hold"] = hold.durationNs > 0 ? json::value(label.hold.toJson()) : json::value();
        byLabel.push_back(std::move(row));
    }
    object["labels"] = std::move(byLabel);
    json::array checked;
    for (const auto& result : thresholds) {
        checked.push_back({{"threshold", result.text}, {"passed", result.verdict.passed},
            {"actual", result.verdict.actual}});
    }
    object["thresholds"] = std::move(checked);
    object["notices"] = json::array(notices.begin(), notices.end());
    return object;
}

SummaryFigures LoadSummary::figures(bool inHold) const
{
    const auto& phase = inHold ? hold : whole;
    return {phase.durationNs, phase.samples, phase.failureTotal(), inHold ? arrivalsInHold : arrivals,
        inHold ? unservedInHold : unserved, phase.throughputPerSecond(), &phase.service, &phase.response,
        std::span{cutRequests}.first(inHold ? cutInHold : cut), inHold ? unansweredInHold : unanswered};
}

} // namespace assay::load
