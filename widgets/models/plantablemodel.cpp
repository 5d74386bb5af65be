// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plantablemodel.h"

#include "base/units.h"
#include "document/qtext.h"
#include "theme/signalcolours.h"

#include <QBrush>

#include <algorithm>

namespace assay::models {

PlanTableModel::PlanTableModel(LoadPlanEditor& editor)
    : m_editor(editor)
{
    connect(&editor, &LoadPlanEditor::planReset, this, [this] {
        beginResetModel();
        m_rows = itemCount();
        endResetModel();
    });
}

int PlanTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int PlanTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

std::string PlanTableModel::cellPath(const QModelIndex& index) const
{
    const auto& field = columns()[static_cast<std::size_t>(index.column())].field;
    return listPath() + "[" + std::to_string(index.row()) + "]" + (field.empty() ? "" : "." + field);
}

QVariant PlanTableModel::data(const QModelIndex& index, int role) const
{
    // Between a change of the plan and its signal the list may be shorter than the table.
    if (!index.isValid() || index.row() >= itemCount()) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return display(index.row(), index.column());
    case Qt::EditRole:
        return editValue(index.row(), index.column());
    case Qt::ToolTipRole: {
        const QString fault = m_editor.faultText(cellPath(index));
        return fault.isEmpty() ? columns()[static_cast<std::size_t>(index.column())].tip : fault;
    }
    case Qt::ForegroundRole:
        return m_editor.faultText(cellPath(index)).isEmpty() ? QVariant() : QBrush(theme::errorColour());
    case Qt::TextAlignmentRole:
        return columns()[static_cast<std::size_t>(index.column())].rightAligned
            ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter)
            : QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    default:
        return {};
    }
}

bool PlanTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || index.row() >= itemCount()) {
        return false;
    }
    load::LoadPlan trial = m_editor.plan();
    if (auto changed = change(trial, index.row(), index.column(), value); !changed) {
        Q_EMIT rejected(qtext(changed.error().message));
        return false;
    }
    m_editor.edit(tr("Change %1").arg(columns()[static_cast<std::size_t>(index.column())].title.toLower()),
        qtext(cellPath(index)), [&trial](load::LoadPlan& plan) { plan = std::move(trial); });
    return true;
}

QVariant PlanTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    const auto& column = columns()[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.tip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((column.rightAligned ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

Qt::ItemFlags PlanTableModel::flags(const QModelIndex& index) const
{
    return QAbstractTableModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

int PlanTableModel::addRow(int row)
{
    const int at = row < 0 || row >= m_rows ? m_rows : row + 1;
    m_editor.edit(
        tr("Add %1").arg(itemName()), {}, [this, at](load::LoadPlan& plan) { insertItem(plan, at); });
    return at;
}

void PlanTableModel::removeRows(QList<int> rows)
{
    std::sort(rows.begin(), rows.end(), std::greater<>());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    m_editor.edit(tr("Remove %1").arg(itemName()), {}, [this, &rows](load::LoadPlan& plan) {
        for (const int row : std::as_const(rows)) {
            removeItem(plan, row);
        }
    });
}

int PlanTableModel::moveRow(int row, int by)
{
    const int other = row + by;
    if (row < 0 || row >= m_rows || other < 0 || other >= m_rows) {
        return row;
    }
    m_editor.edit(tr("Move %1").arg(itemName()), {},
        [this, row, other](load::LoadPlan& plan) { swapItems(plan, row, other); });
    return other;
}

void PlanTableModel::refresh()
{
    const int rows = itemCount();
    if (rows > m_rows) {
        beginInsertRows({}, m_rows, rows - 1);
        m_rows = rows;
        endInsertRows();
    } else if (rows < m_rows) {
        beginRemoveRows({}, rows, m_rows - 1);
        m_rows = rows;
        endRemoveRows();
    }
    if (m_rows > 0) {
        Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
    }
}

Result<void> readDuration(const QVariant& value, std::int64_t& target)
{
    auto duration = parseDuration(utf8(value.toString().trimmed()));
    if (!duration) {
        return duration.error();
    }
    target = *duration;
    return {};
}

} // namespace assay::models
