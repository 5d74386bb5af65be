// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/spawnrow.h"

#include <QAbstractTableModel>

namespace assay::spawnpage {

/// The result table: a row a cell, in the plan's order. Display texts are localised and have units; SortRole
/// gives plain numbers.
class SpawnTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        CellName,
        Rate,
        IntervalText,
        SpeedUp,
        CallP50,
        CallP99,
        CallMax,
        StartP50,
        StartP99,
        StartMax,
        WholeP50,
        WholeP99,
        WholeMax,
        Failures,
        CpuUser,
        CpuSystem,
        PageTables,
        HugeCoverage,
        Zombies,
        Leaked,
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Changes only what differs, so that a live table keeps its selection.
    void setRows(std::vector<SpawnRow> rows);
    const std::vector<SpawnRow>& rows() const { return m_rows; }
    /// Speed-ups are relative to this row's rate.
    void setBaseline(int row);
    int baseline() const { return m_baseline; }
    std::optional<double> speedUp(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Header and rows as they are shown, tab-separated, for the clipboard; `order`: the rows to take.
    QString toText(const QList<int>& order) const;
    /// Header with units and rows with plain numbers, as RFC 4180 wants it; empty where there is no figure.
    QString toCsv(const QList<int>& order) const;

private:
    QString displayText(int row, int column) const;
    QVariant number(int row, int column) const;

    std::vector<SpawnRow> m_rows;
    int m_baseline = 0;
};

} // namespace assay::spawnpage
