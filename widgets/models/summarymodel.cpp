// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/summarymodel.h"

#include "base/units.h"
#include "document/qtext.h"
#include "theme/signalcolours.h"

#include <QBrush>
#include <QFont>
#include <QLocale>

namespace assay::models {

namespace {

QString countText(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

double numberOf(const SummaryRow& row, int column)
{
    switch (column) {
    case SummaryModel::Requests:
        return static_cast<double>(row.requests);
    case SummaryModel::Failed:
        return static_cast<double>(row.failures);
    case SummaryModel::FailedPercent:
        return row.failedPercent();
    case SummaryModel::Throughput:
        return row.perSecond();
    case SummaryModel::Mean:
        return row.meanNs;
    case SummaryModel::P50:
        return static_cast<double>(row.p50Ns);
    case SummaryModel::P90:
        return static_cast<double>(row.p90Ns);
    case SummaryModel::P95:
        return static_cast<double>(row.p95Ns);
    case SummaryModel::P99:
        return static_cast<double>(row.p99Ns);
    case SummaryModel::Max:
        return static_cast<double>(row.maxNs);
    case SummaryModel::ResponseP99:
        return static_cast<double>(row.responseP99Ns);
    case SummaryModel::Received:
        return row.receivedPerSecond();
    default:
        return 0;
    }
}

QString displayText(const SummaryRow& row, int column)
{
    const QLocale locale;
    switch (column) {
    case SummaryModel::Label:
        return row.label;
    case SummaryModel::Requests:
        return countText(row.requests);
    case SummaryModel::Failed:
        return countText(row.failures);
    case SummaryModel::FailedPercent:
        return locale.toString(row.failedPercent(), 'f', 2) + QStringLiteral(" %");
    case SummaryModel::Throughput:
        return locale.toString(row.perSecond(), 'f', 1) + QStringLiteral("/s");
    case SummaryModel::Received:
        return qtext(humanSize(static_cast<std::int64_t>(row.receivedPerSecond()))) + QStringLiteral("/s");
    default:
        return latencyText(numberOf(row, column), row.latencies > 0);
    }
}

} // namespace

QString latencyText(double ns, bool known)
{
    return known ? qtext(humanDuration(static_cast<std::int64_t>(ns))) : QStringLiteral("–");
}

void SummaryModel::setRows(std::vector<SummaryRow> rows)
{
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!(rows[i] == m_rows[i])) {
            m_rows[i] = std::move(rows[i]);
            const int row = static_cast<int>(i);
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        }
    }
}

int SummaryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SummaryModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SummaryModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return displayText(row, index.column());
    case SortRole:
        return index.column() == Label ? QVariant(row.label) : QVariant(numberOf(row, index.column()));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            (index.column() == Label ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
        if (row.number == 0) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    case Qt::ForegroundRole:
        if ((index.column() == Failed || index.column() == FailedPercent) && row.failures > 0) {
            return QBrush(theme::errorColour());
        }
        return {};
    default:
        return {};
    }
}

QVariant SummaryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    const QString titles[ColumnCount] = {tr("Label"), tr("Requests"), tr("Failed"), tr("Failed %"),
        tr("Throughput"), tr("Mean"), tr("p50"), tr("p90"), tr("p95"), tr("p99"), tr("Max"),
        tr("p99 from intended"), tr("Received")};
    switch (role) {
    case Qt::DisplayRole:
        return titles[section];
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((section == Label ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (section == ResponseP99) {
            return tr("99 % of the requests had ended within this time of the moment the plan wanted them to "
                      "begin. Where it is larger than p99, requests had to wait before they could be sent.");
        }
        if (section >= Mean && section <= Max) {
            return tr(
                "Service time: from sending the request to the last byte of its response, nearest rank. Of "
                "responses, failed checks included, and of response timeouts; what was refused or broken off "
                "is counted, not timed.");
        }
        return {};
    default:
        return {};
    }
}

QString SummaryModel::toText() const
{
    QString text;
    for (int row = -1; row < rowCount(); ++row) {
        for (int column = 0; column < ColumnCount; ++column) {
            text += row < 0 ? headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                            : data(index(row, column), Qt::DisplayRole).toString();
            text += column + 1 < ColumnCount ? u'\t' : u'\n';
        }
    }
    return text;
}

} // namespace assay::models
