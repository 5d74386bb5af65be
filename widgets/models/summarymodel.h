// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/summaryrow.h"

#include <QAbstractTableModel>

#include <vector>

namespace assay::models {

/// The summary table: a row a label, "All requests" last. Display texts are localised and have units;
/// SortRole gives plain numbers.
class SummaryModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Label,
        Requests,
        Failed,
        FailedPercent,
        Throughput,
        Mean,
        P50,
        P90,
        P95,
        P99,
        Max,
        ResponseP99,
        Received,
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Changes only what differs, so that a live table keeps its selection.
    void setRows(std::vector<SummaryRow> rows);
    const std::vector<SummaryRow>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Header and rows, tab-separated, for the clipboard.
    QString toText() const;

private:
    std::vector<SummaryRow> m_rows;
};

/// "12.3 ms"; an en dash when there is none.
QString latencyText(double ns, bool known);

} // namespace assay::models
