// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panes/runpage.h"
#include "spawn/spawnplaneditor.h"

namespace assay::spawnpage {

class PlanPane;
class ResultsPane;

/// The Spawn instrument: the plan above, the run below.
class SpawnPage : public panes::RunPage
{
    Q_OBJECT

public:
    SpawnPage(document::SessionDocument& document, document::RunControl& control, QWidget* parent);

    QString startObstacle() const override;

    SpawnPlanEditor& editor() { return m_editor; }
    PlanPane* planPane() const { return m_plan; }
    ResultsPane* results() const { return m_results; }

private:
    SpawnPlanEditor m_editor;
    PlanPane* m_plan;
    ResultsPane* m_results;
};

/// The Spawn instrument as the main window offers it.
document::Instrument spawnInstrument();

} // namespace assay::spawnpage
