// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/planestimate.h"
#include "spawn/spawnplaneditor.h"

namespace assay::spawnpage {

/// What the plan that is being edited comes to on this machine: its cells, why some cannot run, how long it
/// takes. Renewed after each edit. GUI thread.
class PlanOverview : public QObject
{
    Q_OBJECT

public:
    explicit PlanOverview(SpawnPlanEditor& editor);

    const spawn::Machine& machine() const { return m_machine; }
    /// Looks at the machine again, e.g. since its pool of huge pages has grown.
    void inspectMachine();

    /// Empty while the plan is at fault.
    const std::vector<spawn::Cell>& cells() const { return m_cells; }
    /// A sentence a cell, empty where it can run.
    const std::vector<QString>& reasons() const { return m_reasons; }
    const spawn::PlanEstimate& estimate() const { return m_estimate; }

    /// "12 cells · about 40 s · up to 1 GiB".
    QString sentence() const;
    /// The one command that makes the pool of huge pages big enough for all cells; empty when none needs it.
    QString growPoolCommand() const;

Q_SIGNALS:
    void changed();

private:
    void renew();

    SpawnPlanEditor& m_editor;
    spawn::Machine m_machine;
    std::vector<spawn::Cell> m_cells;
    std::vector<QString> m_reasons;
    spawn::PlanEstimate m_estimate;
};

} // namespace assay::spawnpage
