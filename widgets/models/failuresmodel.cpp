// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/failuresmodel.h"

#include "base/clock.h"
#include "document/qtext.h"

#include <QLocale>

namespace assay::models {

void FailuresModel::reset(QStringList labels)
{
    beginResetModel();
    m_labels = std::move(labels);
    m_failures.clear();
    endResetModel();
}

void FailuresModel::append(const std::vector<session::FailureDetail>& failures)
{
    if (failures.empty()) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(failures.size()) - 1);
    m_failures.insert(m_failures.end(), failures.begin(), failures.end());
    endInsertRows();
}

int FailuresModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_failures.size());
}

int FailuresModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString FailuresModel::labelName(std::uint32_t label) const
{
    return static_cast<qsizetype>(label) < m_labels.size() ? m_labels[static_cast<qsizetype>(label)]
                                                           : QString::number(label);
}

QVariant FailuresModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto& failure = m_failures[static_cast<std::size_t>(index.row())];
    const double seconds = static_cast<double>(failure.timeNs) / nsPerSecond;
    if (role == SortRole) {
        switch (index.column()) {
        case Time:
            return seconds;
        case Status:
            return failure.status;
        case User:
            return failure.user;
        default:
            role = Qt::DisplayRole;
        }
    }
    if (role == Qt::TextAlignmentRole) {
        const bool number = index.column() == Time || index.column() == Status || index.column() == User;
        return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    switch (index.column()) {
    case Time:
        return QLocale().toString(seconds, 'f', 3) + QStringLiteral(" s");
    case Kind:
        return qtext(session::failureTitle(failure.kind));
    case Label:
        return labelName(failure.label);
    case Status:
        return failure.status == 0 ? QStringLiteral("–") : QString::number(failure.status);
    case User:
        return failure.user + 1;
    default:
        return qtext(failure.message);
    }
}

QVariant FailuresModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    const QString titles[ColumnCount] = {
        tr("Time"), tr("Failure"), tr("Label"), tr("Status"), tr("User"), tr("What happened")};
    return titles[section];
}

} // namespace assay::models
