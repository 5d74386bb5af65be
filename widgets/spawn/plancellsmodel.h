// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/planoverview.h"

#include <QAbstractTableModel>

namespace assay::spawnpage {

/// The cells that the plan makes, those that cannot run here grey and with the reason.
class PlanCellsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Name,
        Reason,
        ColumnCount
    };

    explicit PlanCellsModel(PlanOverview& overview);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    PlanOverview& m_overview;
    std::vector<QString> m_names;
    std::vector<QString> m_reasons;
};

} // namespace assay::spawnpage
