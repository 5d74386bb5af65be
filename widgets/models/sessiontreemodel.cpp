// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sessiontreemodel.h"

#include "document/counted.h"
#include "document/qtext.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace assay::models {

using session::RunState;

QString runStateText(RunState state)
{
    switch (state) {
    case RunState::Running:
        return SessionTreeModel::tr("running");
    case RunState::Finished:
        return SessionTreeModel::tr("finished");
    case RunState::Stopped:
        return SessionTreeModel::tr("stopped");
    case RunState::Failed:
        return SessionTreeModel::tr("failed");
    case RunState::Interrupted:
        return SessionTreeModel::tr("interrupted");
    }
    return {};
}

QString startText(const std::string& startedUtc)
{
    const QDateTime start = QDateTime::fromString(qtext(startedUtc), Qt::ISODateWithMs).toLocalTime();
    if (!start.isValid()) {
        return {};
    }
    const QLocale locale;
    const QString time = start.toString(QStringLiteral("HH:mm:ss"));
    return start.date() == QDate::currentDate()
        ? time
        : locale.toString(start.date(), QLocale::ShortFormat) + u' ' + time;
}

SessionTreeModel::SessionTreeModel(Headline headline)
    : m_headline(std::move(headline))
{ }

SessionTreeModel::~SessionTreeModel() = default;

SessionTreeModel::RunRow SessionTreeModel::rowFor(const session::Run& run, int number) const
{
    RunRow row{run.id, run.experimentId, run.state, tr("Run %1").arg(number), {}};
    const QString start = startText(run.startedUtc);
    if (!start.isEmpty()) {
        row.title += QStringLiteral(" · ") + start;
    }
    QStringList parts;
    if (run.state != RunState::Finished) {
        parts.append(runStateText(run.state));
    }
    if (run.state != RunState::Running && m_headline) {
        parts.append(m_headline(run));
    }
    if (!run.note.empty()) {
        parts.append(qtext(run.note).simplified());
    }
    parts.removeAll(QString());
    row.detail = parts.join(QStringLiteral(" · "));
    return row;
}

SessionTreeModel::ExperimentRow SessionTreeModel::rowFor(
    const session::Experiment& experiment, const std::vector<session::Run>& runs) const
{
    ExperimentRow row{experiment.id, qtext(experiment.name), {}, {}};
    int number = 0;
    for (const auto& run : runs) {
        if (run.experimentId == experiment.id) {
            row.runs.insert(row.runs.begin(), rowFor(run, ++number));
        }
    }
    row.detail = number == 0 ? tr("not run yet") : counted(number, tr("run"), tr("runs"));
    return row;
}

void SessionTreeModel::setContents(
    const std::vector<session::Experiment>& experiments, const std::vector<session::Run>& runs)
{
    // Rows that are gone first, then the others at their places.
    for (int row = static_cast<int>(m_rows.size()) - 1; row >= 0; --row) {
        const auto id = m_rows[static_cast<std::size_t>(row)].id;
        if (std::none_of(
                experiments.begin(), experiments.end(), [id](const auto& e) { return e.id == id; })) {
            beginRemoveRows({}, row, row);
            m_rows.erase(m_rows.begin() + row);
            endRemoveRows();
        }
    }
    for (std::size_t i = 0; i < experiments.size(); ++i) {
        const int row = static_cast<int>(i);
        ExperimentRow next = rowFor(experiments[i], runs);
        if (i < m_rows.size() && m_rows[i].id == next.id) {
            updateExperiment(row, std::move(next));
        } else {
            beginInsertRows({}, row, row);
            m_rows.insert(m_rows.begin() + row, std::move(next));
            endInsertRows();
        }
    }
}

void SessionTreeModel::updateExperiment(int row, ExperimentRow next)
{
    auto& current = m_rows[static_cast<std::size_t>(row)];
    if (current.name != next.name || current.detail != next.detail) {
        current.name = next.name;
        current.detail = next.detail;
        Q_EMIT dataChanged(index(row, 0), index(row, 0));
    }
    updateRuns(row, std::move(next.runs));
}

void SessionTreeModel::updateRuns(int row, std::vector<RunRow> next)
{
    auto& current = m_rows[static_cast<std::size_t>(row)].runs;
    const QModelIndex parent = index(row, 0);
    for (int i = static_cast<int>(current.size()) - 1; i >= 0; --i) {
        const auto id = current[static_cast<std::size_t>(i)].id;
        if (std::none_of(next.begin(), next.end(), [id](const auto& run) { return run.id == id; })) {
            beginRemoveRows(parent, i, i);
            current.erase(current.begin() + i);
            endRemoveRows();
        }
    }
    for (std::size_t i = 0; i < next.size(); ++i) {
        const int at = static_cast<int>(i);
        if (i >= current.size() || current[i].id != next[i].id) {
            beginInsertRows(parent, at, at);
            current.insert(current.begin() + at, std::move(next[i]));
            endInsertRows();
        } else if (!(current[i] == next[i])) {
            current[i] = std::move(next[i]);
            Q_EMIT dataChanged(index(at, 0, parent), index(at, 0, parent));
        }
    }
}

QModelIndex SessionTreeModel::experimentIndex(std::int64_t experimentId) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].id == experimentId) {
            return index(static_cast<int>(i), 0);
        }
    }
    return {};
}

QModelIndex SessionTreeModel::runIndex(std::int64_t runId) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        for (std::size_t j = 0; j < m_rows[i].runs.size(); ++j) {
            if (m_rows[i].runs[j].id == runId) {
                return index(static_cast<int>(j), 0, index(static_cast<int>(i), 0));
            }
        }
    }
    return {};
}

// A run's index carries the id of its experiment, an experiment's carries none: rows move, ids do not.
QModelIndex SessionTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column != 0 || row >= rowCount(parent)) {
        return {};
    }
    const auto* experiment = experimentAt(parent);
    return createIndex(row, column, experiment ? static_cast<quintptr>(experiment->id) : 0);
}

QModelIndex SessionTreeModel::parent(const QModelIndex& index) const
{
    return index.isValid() && index.internalId() != 0
        ? experimentIndex(static_cast<std::int64_t>(index.internalId()))
        : QModelIndex();
}

int SessionTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_rows.size());
    }
    const auto* experiment = experimentAt(parent);
    return experiment ? static_cast<int>(experiment->runs.size()) : 0;
}

const SessionTreeModel::ExperimentRow* SessionTreeModel::experimentAt(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    return index.isValid() && index.internalId() == 0 && row < m_rows.size() ? &m_rows[row] : nullptr;
}

const SessionTreeModel::RunRow* SessionTreeModel::runAt(const QModelIndex& index) const
{
    const auto* experiment = index.isValid() ? experimentAt(index.parent()) : nullptr;
    const auto row = static_cast<std::size_t>(index.row());
    return experiment && row < experiment->runs.size() ? &experiment->runs[row] : nullptr;
}

QVariant SessionTreeModel::data(const QModelIndex& index, int role) const
{
    const auto* experiment = experimentAt(index);
    const auto* run = experiment ? nullptr : runAt(index);
    if (!experiment && !run) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return experiment ? experiment->name : run->title;
    case DetailRole:
        return experiment ? experiment->detail : run->detail;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return QStringList{
            experiment ? experiment->name : run->title, experiment ? experiment->detail : run->detail}
            .join(QStringLiteral(", "));
    case ExperimentIdRole:
        return static_cast<qint64>(experiment ? experiment->id : run->experimentId);
    case RunIdRole:
        return static_cast<qint64>(experiment ? 0 : run->id);
    case StateRole:
        return experiment ? -1 : static_cast<int>(run->state);
    default:
        return {};
    }
}

bool SessionTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const auto* experiment = experimentAt(index);
    const QString name = value.toString().trimmed();
    if (!experiment || role != Qt::EditRole || name.isEmpty()) {
        return false;
    }
    Q_EMIT renameRequested(experiment->id, name);
    return true;
}

Qt::ItemFlags SessionTreeModel::flags(const QModelIndex& index) const
{
    const auto flags = QAbstractItemModel::flags(index);
    return experimentAt(index) ? flags | Qt::ItemIsEditable : flags;
}

} // namespace assay::models
