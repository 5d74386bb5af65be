// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/plancellsmodel.h"

#include "document/qtext.h"
#include "theme/signalcolours.h"

#include <QBrush>

namespace assay::spawnpage {

PlanCellsModel::PlanCellsModel(PlanOverview& overview)
    : m_overview(overview)
{
    connect(&overview, &PlanOverview::changed, this, [this] {
        beginResetModel();
        m_names.clear();
        for (const auto& cell : m_overview.cells()) {
            m_names.push_back(qtext(cellKey(cell)));
        }
        m_reasons = m_overview.reasons();
        endResetModel();
    });
}

int PlanCellsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_names.size());
}

int PlanCellsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PlanCellsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Name) {
            return m_names[row];
        }
        return m_reasons[row].isEmpty() ? tr("can run") : m_reasons[row];
    case Qt::ToolTipRole:
        return m_reasons[row];
    case Qt::ForegroundRole:
        return m_reasons[row].isEmpty() ? QVariant() : QBrush(theme::mutedColour());
    default:
        return {};
    }
}

QVariant PlanCellsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole) {
        return section == Name ? tr("Cell") : tr("Here");
    }
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return QAbstractTableModel::headerData(section, orientation, role);
}

} // namespace assay::spawnpage
