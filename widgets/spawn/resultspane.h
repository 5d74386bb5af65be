// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panes/runpane.h"
#include "spawn/spawnrun.h"

namespace assay::panes {
class FigureStrip;
}

namespace assay::spawnpage {

class TablePane;

/// What a spawn run measured: figures, charts, the table of cells with the reading.
class ResultsPane : public panes::RunPane
{
    Q_OBJECT

public:
    explicit ResultsPane(const QString& sessionPath, QWidget* parent = nullptr);

    /// "102.3 × over fork + exec · empty".
    static QString speedUpText(double speedUp, const QString& baseline);

    TablePane* table() const { return m_table; }

protected:
    panes::RunSource sourceOf(std::int64_t runId) const override { return spawnRunSource(runId); }
    void clearRun() override;
    void take(const panes::RunSnapshotPtr& any) override;
    QStringList noticesOf(const panes::RunSnapshot& any) const override;

private:
    void showFigures();
    /// Draws the distributions of the cells that are selected.
    void showSelected();

    SpawnSnapshotPtr m_snapshot;
    panes::FigureStrip* m_figures;
    TablePane* m_table;
};

} // namespace assay::spawnpage
