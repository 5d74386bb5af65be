// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/instrument.h"
#include "document/runcontrol.h"
#include "models/loadplaneditor.h"

class QAction;
class QSplitter;

namespace assay::panes {
class RunBar;
}

namespace assay::loadpage {

class PlanPane;
class ResultsPane;

/// The Load instrument: the plan above, the run below.
class LoadPage : public document::InstrumentPage
{
    Q_OBJECT

public:
    LoadPage(document::SessionDocument& document, document::RunControl& control, QWidget* parent);

    void showExperiment(std::int64_t experimentId) override;
    void showRun(std::int64_t runId) override;
    std::int64_t experimentId() const override { return m_editor.experimentId(); }
    std::int64_t runId() const override;
    QString startObstacle() const override;
    QString commandLine() const override;
    QString commandObstacle() const override;
    QList<charts::ChartSpec> charts() const override;
    QString currentChart() const override;
    std::optional<charts::Band> visibleRange() const override;
    QList<QWidget*> panes() const override;
    QList<QAction*> viewActions() const override { return m_viewActions; }

    models::LoadPlanEditor& editor() { return m_editor; }
    PlanPane* planPane() const { return m_plan; }
    ResultsPane* results() const { return m_results; }

private:
    void makeActions();
    void connectDocument();
    void followRuns();
    void shareRoom(bool withResults);
    QString runTitle(std::int64_t runId) const;
    std::int64_t latestRun(std::int64_t experimentId) const;

    document::SessionDocument& m_document;
    document::RunControl& m_control;
    models::LoadPlanEditor m_editor;
    PlanPane* m_plan;
    panes::RunBar* m_bar;
    ResultsPane* m_results;
    QSplitter* m_splitter;
    QAction* m_planAction = nullptr;
    QList<QAction*> m_viewActions;
    bool m_roomForResults = true;
};

/// The Load instrument as the main window offers it.
document::Instrument loadInstrument();

/// JSON text of the ready demo: 0 → 50 users in 30 s, held 30 s, against the built-in server with a pool of 8
/// and 20 ms of service, so that throughput stops rising at 8 users.
std::string demoPlan();

} // namespace assay::loadpage
