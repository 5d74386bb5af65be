// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/timechart.h"
#include "models/loadplaneditor.h"

#include <QWidget>

class QLabel;

namespace assay::loadpage {

/// What the plan will do: its users or arrivals over time, drawn while it is edited, and plain warnings where
/// it will not do what its author may think.
class PlanPreview : public QWidget
{
    Q_OBJECT

public:
    explicit PlanPreview(models::LoadPlanEditor& editor, QWidget* parent = nullptr);

    const charts::ChartSpec& spec() const { return m_chart->spec(); }
    QString warnings() const;

private:
    void refresh();

    models::LoadPlanEditor& m_editor;
    charts::TimeChart* m_chart;
    QLabel* m_facts;
    QLabel* m_warnings;
    QLabel* m_faults;
};

/// The chart of a profile, for the preview and for tests.
charts::ChartSpec previewChart(const load::LoadPlan& plan);

} // namespace assay::loadpage
