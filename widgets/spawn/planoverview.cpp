// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/planoverview.h"

#include "base/units.h"
#include "document/counted.h"
#include "document/qtext.h"
#include "panes/runbar.h"

#include <QGuiApplication>

#include <algorithm>

namespace assay::spawnpage {

PlanOverview::PlanOverview(SpawnPlanEditor& editor)
    : m_editor(editor)
    , m_machine(spawn::Machine::inspect())
{
    connect(&editor, &models::PlanEditor::planChanged, this, &PlanOverview::renew);
    // Who comes back may have grown the pool in a terminal, or freed memory.
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive) {
            inspectMachine();
        }
    });
}

void PlanOverview::inspectMachine()
{
    m_machine = spawn::Machine::inspect();
    renew();
}

void PlanOverview::renew()
{
    m_cells.clear();
    m_reasons.clear();
    m_estimate = {};
    // A plan at fault may name more cells than can be counted.
    if (m_editor.experimentId() != 0 && m_editor.unreadable().isEmpty() && m_editor.faults().empty()) {
        m_cells = cellsOf(m_editor.plan());
        for (const auto& cell : m_cells) {
            const auto reason = whyUnavailable(cell, m_machine);
            m_reasons.push_back(reason ? qtext(*reason) : QString());
        }
        m_estimate = estimatePlan(m_editor.plan(), m_cells, m_machine);
    }
    Q_EMIT changed();
}

QString PlanOverview::sentence() const
{
    if (m_cells.empty()) {
        return {};
    }
    QStringList parts{counted(m_estimate.cells, tr("cell"), tr("cells"))};
    if (m_estimate.runnable < m_estimate.cells) {
        parts.append(tr("%1 of them cannot run here").arg(m_estimate.cells - m_estimate.runnable));
    }
    if (m_estimate.runnable > 0) {
        parts.append(tr("about %1").arg(panes::secondsText(std::max(1.0, inSeconds(m_estimate.lengthNs)))));
    }
    if (m_estimate.peakMemoryBytes > 0) {
        parts.append(tr("up to %1 of memory").arg(qtext(humanSize(m_estimate.peakMemoryBytes))));
    }
    return parts.join(QStringLiteral(" · "));
}

QString PlanOverview::growPoolCommand() const
{
    const spawn::Cell* largest = nullptr;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const auto& cell = m_cells[i];
        const bool pooled = cell.pages == spawn::PageSize::Huge2M || cell.pages == spawn::PageSize::Huge1G;
        const auto& pool = cell.pages == spawn::PageSize::Huge1G ? m_machine.pool1G : m_machine.pool2M;
        if (pooled && pool.exists && !m_reasons[i].isEmpty()
            && (!largest || cell.memoryBytes > largest->memoryBytes)) {
            largest = &cell;
        }
    }
    return largest ? qtext(spawn::growPoolCommand(*largest, m_machine)) : QString();
}

} // namespace assay::spawnpage
