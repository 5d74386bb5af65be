// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnpage.h"

#include "spawn/planpane.h"
#include "spawn/resultspane.h"

#include <QTabWidget>

namespace assay::spawnpage {

namespace {

panes::RunBar::Words runWords()
{
    const auto counts = [](const document::EngineRun::Progress& progress) {
        QStringList parts;
        if (progress.total > 0) {
            parts.append(SpawnPage::tr("measurement %1 of %2")
                             .arg(std::min(progress.completed + 1, progress.total))
                             .arg(progress.total));
        }
        if (!progress.cell.isEmpty()) {
            parts.append(progress.cell);
        }
        return parts;
    };
    return {SpawnPage::tr("Stopping: the cell that is being measured is left out …"), counts};
}

} // namespace

SpawnPage::SpawnPage(document::SessionDocument& document, document::RunControl& control, QWidget* parent)
    : RunPage(document, control, parent)
    , m_editor(document)
    , m_plan(new PlanPane(m_editor, this))
    , m_results(new ResultsPane(document.path(), this))
{
    connect(m_plan, &PlanPane::rejected, this, &SpawnPage::warn);
    Parts parts;
    parts.editor = &m_editor;
    parts.plan = m_plan;
    parts.planFocus = m_plan->tabs();
    parts.run = m_results;
    parts.words = runWords();
    parts.logarithmic = tr("&Logarithmic rates");
    build(parts);
    connect(&m_plan->overview(), &PlanOverview::changed, this, &SpawnPage::obstacleChanged);
}

QString SpawnPage::startObstacle() const
{
    const QString obstacle = RunPage::startObstacle();
    const auto& estimate = m_plan->overview().estimate();
    if (obstacle.isEmpty() && estimate.cells > 0 && estimate.runnable == 0) {
        return tr("Not ready to run: no cell of this plan can run here. %1")
            .arg(m_plan->overview().reasons().front());
    }
    return obstacle;
}

} // namespace assay::spawnpage
