// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/runreport.h"

#include "base/units.h"
#include "document/qtext.h"
#include "models/sessiontreemodel.h"

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

class Table
{
public:
    void heading(const QString& text) { m_html += QStringLiteral("<h4>%1</h4>").arg(text.toHtmlEscaped()); }
    void row(const QString& name, const QString& value)
    {
        if (!value.isEmpty()) {
            m_html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                          .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
        }
    }
    void begin() { m_html += QStringLiteral("<table>"); }
    void end() { m_html += QStringLiteral("</table>"); }
    QString html() const { return m_html; }

private:
    QString m_html;
};

QString valueText(const QJsonValue& value)
{
    if (value.isArray()) {
        QStringList parts;
        for (const auto& part : value.toArray()) {
            parts.append(valueText(part));
        }
        return parts.join(QStringLiteral(", "));
    }
    return value.isString() ? value.toString() : value.toVariant().toString();
}

QString capitalised(QString name)
{
    name.replace(0, 1, name.left(1).toUpper());
    return name;
}

/// Facts whose names this program need not know: a key becomes words, an object a run of rows.
void addFacts(Table& table, const QJsonObject& facts, const QString& prefix)
{
    for (auto fact = facts.begin(); fact != facts.end(); ++fact) {
        QString name = prefix + QString(fact.key()).replace(u'_', u' ');
        if (fact.value().isObject()) {
            addFacts(table, fact.value().toObject(), name + u' ');
        } else if (name.endsWith(u" bytes") && fact.value().isDouble()) {
            name.replace(u" bytes"_qs, u" size"_qs);
            table.row(capitalised(name), qtext(humanSize(std::llround(fact.value().toDouble()))));
        } else {
            table.row(capitalised(name), valueText(fact.value()));
        }
    }
}

void addRun(Table& table, const session::Run& run, const QJsonObject& summary)
{
    const QLocale locale;
    table.heading(tr("Run"));
    table.begin();
    table.row(tr("State"), models::runStateText(run.state));
    table.row(tr("End"), qtext(run.endReason));
    table.row(tr("Started"), models::startText(run.startedUtc));
    table.row(tr("Started (UTC)"), qtext(run.startedUtc));
    table.row(tr("Planned length"), run.plannedNs > 0 ? qtext(humanDuration(run.plannedNs)) : QString());
    table.row(tr("Real length"), run.lengthNs > 0 ? qtext(humanDuration(run.lengthNs)) : QString());
    if (run.holdEndNs > run.holdStartNs) {
        table.row(tr("Hold phase"),
            tr("from %1 to %2")
                .arg(qtext(formatDuration(run.holdStartNs)), qtext(formatDuration(run.holdEndNs))));
    }
    table.row(tr("Samples kept"), locale.toString(static_cast<qulonglong>(run.sampleCount)));
    for (const char* count : {"dropped", "cut", "retries", "unserved", "late_starts"}) {
        const double value = summary.value(QLatin1String(count)).toDouble();
        if (value > 0) {
            table.row(
                capitalised(QString::fromLatin1(count).replace(u'_', u' ')), locale.toString(value, 'f', 0));
        }
    }
    table.row(tr("Recorded by"), tr("Assay %1").arg(qtext(run.programVersion)));
    table.end();
}

void addThresholds(Table& table, const QJsonArray& thresholds)
{
    if (thresholds.isEmpty()) {
        return;
    }
    table.heading(tr("Thresholds"));
    table.begin();
    for (const auto& item : thresholds) {
        const QJsonObject threshold = item.toObject();
        table.row(threshold.value(u"threshold").toString(),
            (threshold.value(u"passed").toBool() ? tr("passed: %1") : tr("missed: %1"))
                .arg(valueText(threshold.value(u"actual"))));
    }
    table.end();
}

void addConnections(Table& table, const QJsonObject& connections)
{
    if (connections.isEmpty()) {
        return;
    }
    const auto median = [&](QStringView key) {
        return milliseconds(connections.value(key).toObject().value(u"p50").toDouble());
    };
    table.heading(tr("Connections"));
    table.begin();
    table.row(tr("Opened"), QLocale().toString(connections.value(u"opened").toDouble(), 'f', 0));
    table.row(tr("Median time to connect"), median(u"connect_ms"));
    if (connections.value(u"tls_handshakes").toDouble() > 0) {
        table.row(tr("Median TLS handshake"), median(u"tls_ms"));
    }
    table.end();
}

} // namespace

QStringList runNotices(const LoadSnapshot& snapshot)
{
    const session::Run& run = snapshot.run;
    QStringList notices;
    if (!run.endReason.empty()) {
        notices.append(qtext(run.endReason));
    } else if (run.state == session::RunState::Interrupted) {
        notices.append(
            tr("The program that recorded this run vanished before its end. What is shown is what it had "
               "written."));
    }
    const QJsonObject summary = jsonObject(run.summary);
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
    Table table;
    addRun(table, run, summary);
    addThresholds(table, summary.value(u"thresholds").toArray());
    addConnections(table, summary.value(u"connections").toObject());
    if (const QJsonObject host = jsonObject(run.host); !host.isEmpty()) {
        table.heading(tr("Machine"));
        table.begin();
        addFacts(table, host, {});
        table.end();
    }
    return table.html();
}

} // namespace assay::loadpage
