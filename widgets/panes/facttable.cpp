// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/facttable.h"

#include "base/units.h"
#include "document/qtext.h"
#include "models/sessiontreemodel.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace assay::panes {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("FactTable", text);
}

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

} // namespace

void FactTable::heading(const QString& text)
{
    m_html = html() + QStringLiteral("<h4>%1</h4><table>").arg(text.toHtmlEscaped());
    m_inTable = true;
}

void FactTable::row(const QString& name, const QString& value)
{
    if (!value.isEmpty()) {
        m_html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                      .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    }
}

void FactTable::facts(const QJsonObject& facts, const QString& prefix)
{
    for (auto fact = facts.begin(); fact != facts.end(); ++fact) {
        QString name = prefix + QString(fact.key()).replace(u'_', u' ');
        if (fact.value().isObject()) {
            this->facts(fact.value().toObject(), name + u' ');
        } else if (name.endsWith(u" bytes") && fact.value().isDouble()) {
            name.replace(u" bytes"_qs, u" size"_qs);
            row(capitalised(name), qtext(humanSize(std::llround(fact.value().toDouble()))));
        } else {
            row(capitalised(name), valueText(fact.value()));
        }
    }
}

void addRunFacts(FactTable& table, const session::Run& run)
{
    table.heading(tr("Run"));
    table.row(tr("State"), models::runStateText(run.state));
    table.row(tr("End"), qtext(run.endReason));
    table.row(tr("Started"), models::startText(run.startedUtc));
    table.row(tr("Started (UTC)"), qtext(run.startedUtc));
    table.row(tr("Planned length"), run.plannedNs > 0 ? qtext(humanDuration(run.plannedNs)) : QString());
    table.row(tr("Real length"), run.lengthNs > 0 ? qtext(humanDuration(run.lengthNs)) : QString());
    table.row(tr("Recorded by"), tr("Assay %1").arg(qtext(run.programVersion)));
}

void addHostFacts(FactTable& table, const session::Run& run)
{
    const QJsonObject host = QJsonDocument::fromJson(QByteArray::fromStdString(run.host)).object();
    if (!host.isEmpty()) {
        table.heading(tr("Machine"));
        table.facts(host);
    }
}

} // namespace assay::panes
