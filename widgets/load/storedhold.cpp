// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/storedhold.h"

#include "document/qtext.h"
#include "session/failurekind.h"
#include "session/sample.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace assay::loadpage {

namespace {

constexpr double mostCount = 1e15; // exact in a double; what lies beyond is no count

std::uint64_t count(const QJsonObject& object, QStringView key)
{
    const double value = object.value(key).toDouble();
    return value > 0 && value < mostCount ? static_cast<std::uint64_t>(value) : 0;
}

std::int64_t nanoseconds(const QJsonObject& latencies, QStringView key)
{
    const double ns = latencies.value(key).toDouble() * 1e6;
    return ns > 0 && ns < 1e18 ? static_cast<std::int64_t>(std::llround(ns)) : 0;
}

void readFailures(models::SummaryRow& row, const QJsonObject& failures)
{
    row.failures = count(failures, u"total");
    std::uint64_t untimed = 0;
    for (std::size_t i = 1; i < session::failureKindCount; ++i) {
        const auto kind = static_cast<session::FailureKind>(i);
        const auto ofKind = count(failures, qtext(session::failureName(kind)));
        session::Sample sample;
        sample.failure = kind;
        untimed += sample.hasLatency() ? 0 : ofKind;
        row.timeouts += session::isTimeout(kind) ? ofKind : 0;
    }
    row.latencies = row.requests - std::min(untimed, row.requests);
}

models::SummaryRow rowOf(const QJsonObject& phase, std::uint32_t number, const QString& label)
{
    models::SummaryRow row;
    row.number = number;
    row.label = label;
    row.seconds = phase.value(u"duration_s").toDouble();
    row.requests = count(phase, u"samples");
    if (phase.contains(u"completed")) {
        row.completed = count(phase, u"completed");
    }
    readFailures(row, phase.value(u"failures").toObject());
    row.bytesIn = count(phase, u"bytes_received");
    row.bytesOut = count(phase, u"bytes_sent");
    const QJsonObject latency = phase.value(u"latency_ms").toObject();
    row.meanNs = latency.value(u"mean").toDouble() * 1e6;
    row.minNs = nanoseconds(latency, u"min");
    row.p50Ns = nanoseconds(latency, u"p50");
    row.p90Ns = nanoseconds(latency, u"p90");
    row.p95Ns = nanoseconds(latency, u"p95");
    row.p99Ns = nanoseconds(latency, u"p99");
    row.maxNs = nanoseconds(latency, u"max");
    row.responseP99Ns = nanoseconds(phase.value(u"response_from_intended_ms").toObject(), u"p99");
    return row;
}

} // namespace

std::optional<StoredHold> storedHold(const session::Run& run)
{
    const QJsonObject summary = QJsonDocument::fromJson(QByteArray::fromStdString(run.summary)).object();
    const QJsonObject hold = summary.value(u"hold").toObject();
    const QJsonArray labels = summary.value(u"labels").toArray();
    if (hold.isEmpty() || labels.size() != std::ssize(run.labels)) {
        return std::nullopt;
    }
    StoredHold stored;
    for (qsizetype i = 0; i < labels.size(); ++i) {
        const QJsonObject phase = labels[i].toObject().value(u"hold").toObject();
        stored.rows.push_back(
            rowOf(phase, static_cast<std::uint32_t>(i + 1), qtext(run.labels[static_cast<std::size_t>(i)])));
    }
    stored.rows.push_back(rowOf(hold, 0, QCoreApplication::translate("SummaryModel", "All requests")));
    stored.usersPeak = static_cast<std::uint32_t>(count(hold, u"users_peak"));
    return stored;
}

} // namespace assay::loadpage
