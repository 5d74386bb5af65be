// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/records.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace assay::models {

/// The kept failures of a run, oldest first; rows are only ever appended while a run is shown.
class FailuresModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Time,
        Kind,
        Label,
        Status,
        User,
        Message,
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// `labels`: names by label number.
    void reset(QStringList labels);
    void append(const std::vector<session::FailureDetail>& failures);
    const session::FailureDetail& failure(int row) const { return m_failures[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString labelName(std::uint32_t label) const;

    QStringList m_labels;
    std::vector<session::FailureDetail> m_failures;
};

} // namespace assay::models
