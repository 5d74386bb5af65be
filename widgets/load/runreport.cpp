// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/runreport.h"

#include "base/units.h"
#include "document/qtext.h"
#include "panes/endnotice.h"
#include "panes/facttable.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <cmath>

namespace assay::loadpage {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("RunReport", text);
}

QJsonObject jsonObject(const std::string& text)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

QString milliseconds(double ms)
{
    return qtext(humanDuration(static_cast<std::int64_t>(std::llround(ms * 1e6))));
}

void addLoadFacts(panes::FactTable& table, const session::Run& run, const QJsonObject& summary)
{
    const QLocale locale;
    if (run.holdEndNs > run.holdStartNs) {
        table.row(tr("Hold phase"),
            tr("from %1 to %2")
                .arg(qtext(formatDuration(run.holdStartNs)), qtext(formatDuration(run.holdEndNs))));
    }
    table.row(tr("Samples kept"), locale.toString(static_cast<qulonglong>(run.sampleCount)));
    const std::pair<const char*, QString> counts[] = {{"dropped", tr("Dropped")}, {"cut", tr("Cut")},
        {"retries", tr("Retries")}, {"unserved", tr("Unserved")}, {"late_starts", tr("Late starts")}};
    for (const auto& [key, name] : counts) {
        if (const double value = summary.value(QLatin1String(key)).toDouble(); value > 0) {
            table.row(name, locale.toString(value, 'f', 0));
        }
    }
}

void addThresholds(panes::FactTable& table, const QJsonArray& thresholds)
{
    if (thresholds.isEmpty()) {
        return;
    }
    table.heading(tr("Thresholds"));
    for (const auto& item : thresholds) {
        const QJsonObject threshold = item.toObject();
        table.row(threshold.value(u"threshold").toString(),
            (threshold.value(u"passed").toBool() ? tr("passed: %1") : tr("missed: %1"))
                .arg(threshold.value(u"actual").toString()));
    }
}

void addConnections(panes::FactTable& table, const QJsonObject& connections)
{
    if (connections.isEmpty()) {
        return;
    }
    const auto median = [&](QStringView key) {
        return milliseconds(connections.value(key).toObject().value(u"p50").toDouble());
    };
    table.heading(tr("Connections"));
    table.row(tr("Opened"), QLocale().toString(connections.value(u"opened").toDouble(), 'f', 0));
    table.row(tr("Median time to connect"), median(u"connect_ms"));
    if (connections.value(u"tls_handshakes").toDouble() > 0) {
        table.row(tr("Median TLS handshake"), median(u"tls_ms"));
    }
}

} // namespace

QStringList runNotices(const LoadSnapshot& snapshot)
{
    QStringList notices = panes::endNotice(snapshot.run);
    const QJsonObject summary = jsonObject(snapshot.run.summary);
    if (!summary.isEmpty()) {
        for (const auto& notice : summary.value(u"notices").toArray()) {
            notices.append(notice.toString());
        }
        return notices;
    }
    const QLocale locale;
    if (snapshot.dropped > 0) {
        notices.append(tr("%1 samples could not be kept: the disk or this machine is too slow for this rate.")
                           .arg(locale.toString(static_cast<qulonglong>(snapshot.dropped))));
    }
    if (snapshot.unserved > 0) {
        notices.append(tr("%1 arrivals found no free user and were not served. Raise the cap of users.")
                           .arg(locale.toString(static_cast<qulonglong>(snapshot.unserved))));
    }
    if (snapshot.stealPercent >= 5) {
        notices.append(
            tr("The host took up to %1 % of this machine's processor time. Latencies are longer for it.")
                .arg(locale.toString(snapshot.stealPercent, 'f', 0)));
    }
    return notices;
}

QString runHeadline(const session::Run& run)
{
    const QJsonObject summary = jsonObject(run.summary);
    if (summary.isEmpty()) {
        return {};
    }
    const QLocale locale;
    const double rate = summary.value(u"throughput_per_s").toDouble();
    QStringList parts{tr("%1/s").arg(locale.toString(rate, 'f', rate < 100 ? 1 : 0))};
    const QJsonObject latency = summary.value(u"latency_ms").toObject();
    if (latency.contains(u"p95")) {
        parts.append(tr("p95 %1").arg(milliseconds(latency.value(u"p95").toDouble())));
    }
    const double failed = summary.value(u"failures").toObject().value(u"total").toDouble();
    const double samples = summary.value(u"samples").toDouble();
    if (failed > 0 && samples > 0) {
        parts.append(tr("%1 % failed").arg(locale.toString(100 * failed / samples, 'g', 2)));
    }
    return parts.join(QStringLiteral(" · "));
}

QString runDetailsHtml(const session::Run& run)
{
    const QJsonObject summary = jsonObject(run.summary);
    panes::FactTable table;
    panes::addRunFacts(table, run);
    addLoadFacts(table, run, summary);
    addThresholds(table, summary.value(u"thresholds").toArray());
    addConnections(table, summary.value(u"connections").toObject());
    panes::addHostFacts(table, run);
    return table.html();
}

} // namespace assay::loadpage
