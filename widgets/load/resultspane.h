// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadfeed.h"
#include "panes/runpane.h"

class QComboBox;

namespace assay::loadpage {

class FailuresPane;
class LoadFigures;
class SummaryPane;

/// What a load run measured: figures, notices, charts, the summary, the failures.
class ResultsPane : public panes::RunPane
{
    Q_OBJECT

public:
    explicit ResultsPane(const QString& sessionPath, QWidget* parent = nullptr);

    SummaryPane* summary() const { return m_summary; }
    FailuresPane* failures() const { return m_failures; }
    QComboBox* scopeBox() const { return m_scope; }

Q_SIGNALS:
    void snapshotShown(const assay::loadpage::LoadSnapshotPtr& snapshot);

protected:
    panes::RunSource sourceOf(std::int64_t runId) const override { return loadRunSource(runId); }
    void clearRun() override;
    void take(const panes::RunSnapshotPtr& any) override;
    QStringList noticesOf(const panes::RunSnapshot& any) const override;

private:
    void makeScope();
    void showScope();

    LoadSnapshotPtr m_snapshot;
    QComboBox* m_scope;
    LoadFigures* m_figures;
    SummaryPane* m_summary;
    FailuresPane* m_failures;
};

} // namespace assay::loadpage
