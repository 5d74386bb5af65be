// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/charttablemodel.h"

namespace assay::charts {

ChartTableModel::ChartTableModel(const ChartSpec& chart, std::optional<Range> part, QObject* parent)
    : QAbstractTableModel(parent)
    , m_x(chart.x)
{
    const ChartSpec spec = withIntervals(chart);
    m_titles.append(columnTitle(spec, nullptr));
    m_factors.push_back(dataUnit(spec.x.quantity).factor);
    for (const Series& series : spec.series) {
        m_titles.append(columnTitle(spec, &series));
        m_factors.push_back(dataUnit(axisOf(spec, series).quantity).factor);
    }
    SeriesRows rows(spec, part);
    SeriesRows::Row row;
    while (rows.next(row))
        m_rows.push_back(row);
}

int ChartTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ChartTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
}

std::optional<double> ChartTableModel::valueAt(const QModelIndex& index) const
{
    const SeriesRows::Row& row = m_rows.at(static_cast<size_t>(index.row()));
    const auto column = static_cast<size_t>(index.column());
    const std::optional<double> value = column == 0 ? row.x : row.values.at(column - 1);
    return value ? std::optional(*value / m_factors.at(column)) : value;
}

QVariant ChartTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    const std::optional<double> value = valueAt(index);
    if (!value)
        return {};
    if (role == SortRole)
        return *value;
    if (index.column() == 0 && !m_x.categories.isEmpty())
        return categoryName(m_x, *value);
    return m_locale.toString(*value, 'g', 10);
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (orientation == Qt::Vertical)
        return section + 1;
    return m_titles.value(section);
}

} // namespace assay::charts
