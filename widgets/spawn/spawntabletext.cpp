// SPDX-License-Identifier: GPL-3.0-or-later
// The headings of the result table, and the table as text and CSV.
#include "base/csv.h"
#include "base/units.h"
#include "document/qtext.h"
#include "spawn/spawntablemodel.h"

#include <algorithm>

namespace assay::spawnpage {

namespace {

using Model = SpawnTableModel;

/// Heading of a column in a CSV file, whose numbers have no unit of their own; and what its numbers are
/// divided by.
struct CsvColumn
{
    const char* name;
    double factor = 1;
};

constexpr CsvColumn csvColumns[Model::ColumnCount] = {{"cell"}, {"spawns_per_s"}, {"interval_width_per_s"},
    {"speed_up"}, {"call_p50_us", 1e3}, {"call_p99_us", 1e3}, {"call_max_us", 1e3}, {"start_p50_us", 1e3},
    {"start_p99_us", 1e3}, {"start_max_us", 1e3}, {"whole_p50_us", 1e3}, {"whole_p99_us", 1e3},
    {"whole_max_us", 1e3}, {"failures"}, {"cpu_user_s"}, {"cpu_system_s"}, {"page_table_bytes"},
    {"huge_coverage"}, {"zombies"}, {"leaked_descriptors"}};

void appendCsvNumber(std::string& line, const QVariant& number, double factor)
{
    line += ',';
    if (number.isValid()) {
        line += formatNumber(number.toDouble() / factor);
    }
}

} // namespace

QVariant SpawnTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    const QString titles[ColumnCount] = {tr("Cell"), tr("Spawns/s"), tr("95 % interval"), tr("Speed-up"),
        tr("Call p50"), tr("Call p99"), tr("Call max"), tr("Start p50"), tr("Start p99"), tr("Start max"),
        tr("Whole p50"), tr("Whole p99"), tr("Whole max"), tr("Failed"), tr("CPU user"), tr("CPU system"),
        tr("Page tables"), tr("Huge pages"), tr("Zombies"), tr("Leaked files")};
    if (role == Qt::DisplayRole) {
        return titles[section];
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue((section == CellName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::ToolTipRole) {
        return {};
    }
    if (section >= CallP50 && section <= WholeMax) {
        const QString phases[] = {tr("Until the call gave control back: so long the caller stood still."),
            tr("Until the child's first instruction."), tr("Until the child had been reaped.")};
        return phases[(section - CallP50) / 3];
    }
    switch (section) {
    case Rate:
        return tr("Median of the rounds; ~ marks a noisy cell.");
    case IntervalText:
        return tr("The median lies in it with 95 % certainty (bootstrap over the rounds).");
    case SpeedUp:
        return tr("Its rate divided by the rate of the baseline, which is set in bold.");
    case PageTables:
        return tr("What a fork has to copy.");
    case HugeCoverage:
        return tr("Share of the memory that the kernel says lies on huge pages.");
    case Leaked:
        return tr("Descriptors that a child got besides its three streams.");
    default:
        return {};
    }
}

QString SpawnTableModel::toText(const QList<int>& order) const
{
    QString text;
    for (int place = -1; place < order.size(); ++place) {
        for (int column = 0; column < ColumnCount; ++column) {
            text += place < 0 ? headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                              : data(index(order[place], column), Qt::DisplayRole).toString();
            text += column + 1 < ColumnCount ? u'\t' : u'\n';
        }
    }
    return text;
}

QString SpawnTableModel::toCsv(const QList<int>& order) const
{
    std::string text;
    for (const auto& column : csvColumns) {
        text += (text.empty() ? "" : ",") + std::string(column.name);
    }
    text += ",low_per_s,high_per_s,noisy,unavailable\n";
    for (const int place : order) {
        const auto& row = m_rows[static_cast<std::size_t>(place)];
        appendCsvField(text, utf8(row.key));
        for (int column = Rate; column < ColumnCount; ++column) {
            appendCsvNumber(text, data(index(place, column), SortRole), csvColumns[column].factor);
        }
        const bool known = row.isMeasured();
        appendCsvNumber(text, known ? QVariant(row.rate.low) : QVariant(), 1);
        appendCsvNumber(text, known ? QVariant(row.rate.high) : QVariant(), 1);
        text += row.isNoisy ? ",1," : ",0,";
        appendCsvField(text, utf8(row.reason));
        text += '\n';
    }
    return qtext(text);
}

} // namespace assay::spawnpage
