// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/seriesrows.h"

#include <QAbstractTableModel>
#include <QLocale>

namespace assay::charts {

/// The rows of a chart for a table view ("show as table"): what a chart tells those who can't see it. A
/// snapshot: it doesn't follow a running measurement.
class ChartTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit ChartTableModel(
        const ChartSpec& spec, std::optional<Range> part = {}, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: text in the user's locale. SortRole: the number.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    static constexpr int SortRole = Qt::UserRole;

private:
    std::optional<double> valueAt(const QModelIndex& index) const;

    Axis m_x;
    QStringList m_titles;
    std::vector<double> m_factors; ///< by column
    std::vector<SeriesRows::Row> m_rows;
    QLocale m_locale;
};

} // namespace assay::charts
