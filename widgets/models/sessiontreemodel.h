// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/records.h"

#include <QAbstractItemModel>

#include <functional>
#include <vector>

namespace assay::models {

/// The experiments of a session and the runs of each, newest run first. Updated in place, so that a view
/// keeps its selection while a run goes on.
class SessionTreeModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    /// One line about an ended run, as its instrument tells it.
    using Headline = std::function<QString(const session::Run&)>;
    enum Role
    {
        DetailRole = Qt::UserRole, ///< second line: state, headline, note
        ExperimentIdRole, ///< of the row, or of the run's experiment
        RunIdRole, ///< 0 for an experiment
        StateRole ///< int(session::RunState); -1 for an experiment
    };

    explicit SessionTreeModel(Headline headline);
    ~SessionTreeModel() override;

    void setContents(
        const std::vector<session::Experiment>& experiments, const std::vector<session::Run>& runs);

    QModelIndex experimentIndex(std::int64_t experimentId) const;
    QModelIndex runIndex(std::int64_t runId) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex&) const override { return 1; }
    QVariant data(const QModelIndex& index, int role) const override;
    /// Renaming an experiment asks for it by signal: the document does it, undoably.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void renameRequested(qint64 experimentId, const QString& name);

private:
    struct RunRow
    {
        std::int64_t id = 0;
        std::int64_t experimentId = 0;
        session::RunState state = session::RunState::Finished;
        QString title;
        QString detail;
        bool operator==(const RunRow&) const = default;
    };
    struct ExperimentRow
    {
        std::int64_t id = 0;
        QString name;
        QString detail;
        std::vector<RunRow> runs;
    };

    ExperimentRow rowFor(const session::Experiment& experiment, const std::vector<session::Run>& runs) const;
    RunRow rowFor(const session::Run& run, int number) const;
    void updateExperiment(int row, ExperimentRow next);
    void updateRuns(int row, std::vector<RunRow> next);
    const ExperimentRow* experimentAt(const QModelIndex& index) const;
    const RunRow* runAt(const QModelIndex& index) const;

    Headline m_headline;
    std::vector<ExperimentRow> m_rows;
};

/// "finished", "running" …, for people.
QString runStateText(session::RunState state);
/// The start in local time: "14:02:31", with the date unless it is today's.
QString startText(const std::string& startedUtc);

} // namespace assay::models
