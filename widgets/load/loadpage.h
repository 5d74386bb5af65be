// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/loadplaneditor.h"
#include "panes/runpage.h"

namespace assay::loadpage {

class PlanPane;
class ResultsPane;

/// The Load instrument: the plan above, the run below.
class LoadPage : public panes::RunPage
{
    Q_OBJECT

public:
    LoadPage(document::SessionDocument& document, document::RunControl& control, QWidget* parent);

    models::LoadPlanEditor& editor() { return m_editor; }
    PlanPane* planPane() const { return m_plan; }
    ResultsPane* results() const { return m_results; }

private:
    models::LoadPlanEditor m_editor;
    PlanPane* m_plan;
    ResultsPane* m_results;
};

/// The Load instrument as the main window offers it.
document::Instrument loadInstrument();

/// JSON text of the ready demo: 0 → 50 users in 30 s, held 30 s, against the built-in server with a pool of 8
/// and 20 ms of service, so that throughput stops rising at 8 users.
std::string demoPlan();

} // namespace assay::loadpage
