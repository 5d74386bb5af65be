// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnreport.h"

#include "document/counted.h"
#include "document/qtext.h"
#include "panes/endnotice.h"
#include "panes/facttable.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace assay::spawnpage {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("SpawnReport", text);
}

QJsonObject jsonObject(const std::string& text)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

} // namespace

QStringList runNotices(const SpawnSnapshot& snapshot)
{
    QStringList notices = panes::endNotice(snapshot.run);
    for (const auto& notice : snapshot.summary.notices) {
        notices.append(qtext(notice));
    }
    return notices;
}

QString runHeadline(const session::Run& run)
{
    const QJsonArray cells = jsonObject(run.summary).value(u"cells").toArray();
    double best = 0;
    QString mechanism;
    for (const auto& item : cells) {
        const QJsonObject cell = item.toObject();
        if (const double rate = cell.value(u"spawns_per_s").toDouble(); rate > best) {
            best = rate;
            mechanism = cell.value(u"mechanism").toString();
        }
    }
    if (best <= 0) {
        return {};
    }
    return tr("%1 %2/s").arg(mechanism, QLocale().toString(best, 'f', 0)) + QStringLiteral(" · ")
        + counted(cells.size(), tr("cell"), tr("cells"));
}

QString runDetailsHtml(const session::Run& run)
{
    panes::FactTable table;
    panes::addRunFacts(table, run);
    table.row(tr("Cells"), QString::number(run.labels.size()));
    panes::addHostFacts(table, run);
    return table.html();
}

} // namespace assay::spawnpage
