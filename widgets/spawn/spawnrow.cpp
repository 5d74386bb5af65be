// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnrow.h"

#include "document/qtext.h"
#include "spawn/cellnames.h"
#include "spawn/chartparts.h"
#include "spawn/failurecause.h"

#include <QCoreApplication>
#include <QStringList>

namespace assay::spawnpage {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("SpawnRow", text);
}

QString reasonOf(const spawn::CellSummary& cell)
{
    if (!cell.unavailable.empty()) {
        return qtext(cell.unavailable);
    }
    if (cell.spawnsPerSecond.value > 0) {
        return {};
    }
    if (!cell.problems.empty()) {
        return qtext(cell.problems.front());
    }
    return cell.failures.empty() ? tr("Not measured yet.") : tr("No spawn succeeded.");
}

SpawnRow rowOf(const spawn::CellSummary& cell, const CellNames& names)
{
    SpawnRow row;
    row.cell = names.name(cell.cell);
    row.key = qtext(cellKey(cell.cell));
    row.reason = reasonOf(cell);
    row.rate = cell.spawnsPerSecond;
    row.isNoisy = cell.noisy;
    for (std::size_t i = 0; i < row.times.size(); ++i) {
        const auto& histogram = cell.phases[i];
        row.times[i] = {
            histogram.percentileNs(50), histogram.percentileNs(99), histogram.maxNs(), !histogram.empty()};
    }
    QStringList failures;
    for (const auto& [error, count] : cell.failures) {
        row.failures += count;
        QString line = QStringLiteral("%1 × %2").arg(count).arg(qtext(spawn::errnoName(error)));
        if (const auto cause = cell.failureCauses.find(error); cause != cell.failureCauses.end()) {
            line += QStringLiteral(": ") + qtext(cause->second);
        }
        failures.append(line);
    }
    row.failureText = failures.join(u'\n');
    row.cpuUserS = cell.cpuUserS;
    row.cpuSystemS = cell.cpuSystemS;
    row.pageTableBytes = cell.memory.pageTables;
    row.hugeCoverage = cell.hugeCoverage();
    row.zombies = cell.zombies;
    row.leaked = cell.leaked;
    return row;
}

} // namespace

std::vector<SpawnRow> rowsOf(const spawn::SpawnSummary& summary)
{
    const CellNames names(cellsIn(summary));
    std::vector<SpawnRow> rows;
    for (const auto& cell : summary.cells) {
        rows.push_back(rowOf(cell, names));
    }
    return rows;
}

} // namespace assay::spawnpage
