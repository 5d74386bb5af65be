// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawntablemodel.h"

#include "base/csv.h"
#include "base/units.h"
#include "document/qtext.h"
#include "theme/signalcolours.h"

#include <QFont>
#include <QLocale>
#include <QSize>

#include <cmath>

namespace assay::spawnpage {

namespace {

const QString none = QStringLiteral("–");

bool isTime(int column)
{
    return column >= SpawnTableModel::CallP50 && column <= SpawnTableModel::WholeMax;
}

const SpawnRow::Times& timesOf(const SpawnRow& row, int column)
{
    return row.times[static_cast<std::size_t>(column - SpawnTableModel::CallP50) / 3];
}

std::int64_t timeOf(const SpawnRow& row, int column)
{
    const auto& times = timesOf(row, column);
    const std::int64_t figures[] = {times.p50Ns, times.p99Ns, times.maxNs};
    return figures[(column - SpawnTableModel::CallP50) % 3];
}

QString rateText(double rate)
{
    return QLocale().toString(rate, 'f', rate < 100 ? 1 : 0);
}

QString secondsText(double seconds)
{
    return qtext(humanDuration(std::llround(seconds * 1e9)));
}

} // namespace

void SpawnTableModel::setRows(std::vector<SpawnRow> rows)
{
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    // A changed baseline changes the speed-ups of all.
    const auto at = static_cast<std::size_t>(m_baseline);
    const bool all = at < rows.size() && rows[at].rate != m_rows[at].rate;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (all || rows[i] != m_rows[i]) {
            m_rows[i] = std::move(rows[i]);
            const int row = static_cast<int>(i);
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        }
    }
}

void SpawnTableModel::setBaseline(int row)
{
    if (row == m_baseline) {
        return;
    }
    m_baseline = row;
    if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

std::optional<double> SpawnTableModel::speedUp(int row) const
{
    const auto base = static_cast<std::size_t>(m_baseline);
    const auto& shown = m_rows[static_cast<std::size_t>(row)];
    if (m_baseline < 0 || base >= m_rows.size() || !m_rows[base].isMeasured() || !shown.isMeasured()) {
        return std::nullopt;
    }
    return shown.rate.value / m_rows[base].rate.value;
}

int SpawnTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SpawnTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SpawnTableModel::number(int at, int column) const
{
    const auto& row = m_rows[static_cast<std::size_t>(at)];
    const auto if_ = [](bool known, auto value) { return known ? QVariant(double(value)) : QVariant(); };
    if (isTime(column)) {
        return if_(timesOf(row, column).known, timeOf(row, column));
    }
    const bool measured = row.isMeasured();
    switch (column) {
    case CellName:
        return at;
    case Rate:
        return if_(measured, row.rate.value);
    case IntervalText:
        return if_(measured, row.rate.high - row.rate.low);
    case SpeedUp: {
        const auto factor = speedUp(at);
        return if_(factor.has_value(), factor.value_or(0));
    }
    case Failures:
        return if_(measured || row.failures > 0, row.failures);
    case CpuUser:
        return if_(measured, row.cpuUserS);
    case CpuSystem:
        return if_(measured, row.cpuSystemS);
    case PageTables:
        return if_(measured && row.pageTableBytes > 0, row.pageTableBytes);
    case HugeCoverage:
        return if_(row.hugeCoverage.has_value(), row.hugeCoverage.value_or(0));
    case Zombies:
        return if_(measured, row.zombies);
    case Leaked:
        return if_(measured && row.leaked >= 0, row.leaked);
    default:
        return {};
    }
}

QString SpawnTableModel::displayText(int at, int column) const
{
    const auto& row = m_rows[static_cast<std::size_t>(at)];
    if (column == CellName) {
        return row.cell;
    }
    const QVariant value = number(at, column);
    if (!value.isValid()) {
        return column == Rate && !row.reason.isEmpty() ? row.reason : none;
    }
    const QLocale locale;
    if (isTime(column)) {
        return qtext(humanDuration(timeOf(row, column)));
    }
    switch (column) {
    case Rate:
        return rateText(row.rate.value) + (row.isNoisy ? QStringLiteral(" ~") : QString());
    case IntervalText:
        return rateText(row.rate.low) + QStringLiteral(" … ") + rateText(row.rate.high);
    case SpeedUp:
        return locale.toString(value.toDouble(), 'f', value.toDouble() < 0.1 ? 4 : 2) + QStringLiteral(" ×");
    case CpuUser:
    case CpuSystem:
        return secondsText(value.toDouble());
    case PageTables:
        return qtext(humanSize(row.pageTableBytes));
    case HugeCoverage:
        return locale.toString(100 * value.toDouble(), 'f', 0) + QStringLiteral(" %");
    default:
        return locale.toString(value.toLongLong());
    }
}

QVariant SpawnTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return displayText(index.row(), index.column());
    case SortRole:
        return number(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            (index.column() == CellName || (index.column() == Rate && !row.isMeasured()) ? Qt::AlignLeft
                                                                                         : Qt::AlignRight)
            | Qt::AlignVCenter);
    case Qt::SizeHintRole:
        // A reason spans the columns (see TablePane): it must not make this one wide.
        return index.column() == Rate && !row.isMeasured() ? QVariant(QSize(1, 1)) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(index.row() == m_baseline);
        return font;
    }
    case Qt::ForegroundRole:
        if (!row.isMeasured()) {
            return QBrush(theme::mutedColour());
        }
        if (index.column() == Failures && row.failures > 0) {
            return QBrush(theme::errorColour());
        }
        if (index.column() == Rate && row.isNoisy) {
            return QBrush(theme::warningColour());
        }
        return {};
    case Qt::ToolTipRole:
        if (!row.reason.isEmpty()) {
            return row.reason;
        }
        if (index.column() == Failures && !row.failureText.isEmpty()) {
            return row.failureText;
        }
        if (index.column() == Rate && row.isNoisy) {
            return tr("Noisy: the 95 % interval is wider than a tenth of the median.");
        }
        return index.column() == CellName ? QVariant(row.key) : QVariant();
    default:
        return {};
    }
}

} // namespace assay::spawnpage
