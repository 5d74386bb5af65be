// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/instrument.h"
#include "document/runcontrol.h"
#include "models/planeditor.h"
#include "panes/runbar.h"

class QAction;
class QSplitter;

namespace assay::panes {

class RunPane;

/// What the pages of all instruments have in common: a plan above, a run bar, a run below, and the actions
/// that go with them. Subclasses bring the panes.
class RunPage : public document::InstrumentPage
{
    Q_OBJECT

public:
    void showExperiment(std::int64_t experimentId) override;
    void showRun(std::int64_t runId) override;
    std::int64_t experimentId() const override { return m_planEditor->experimentId(); }
    std::int64_t runId() const override;
    QString startObstacle() const override;
    QString commandLine() const override;
    QString commandObstacle() const override;
    QList<charts::ChartSpec> charts() const override;
    QString currentChart() const override;
    std::optional<charts::Band> visibleRange() const override;
    QList<QWidget*> panes() const override;
    QList<QAction*> viewActions() const override { return m_viewActions; }

protected:
    RunPage(document::SessionDocument& document, document::RunControl& control, QWidget* parent);

    struct Parts
    {
        models::PlanEditor* editor = nullptr; ///< the page's own
        QWidget* plan = nullptr;
        QWidget* planFocus = nullptr; ///< what of the plan F6 goes to
        RunPane* run = nullptr;
        RunBar::Words words;
        QString logarithmic; ///< text of the action
    };
    /// Call once, in the subclass's constructor.
    void build(const Parts& parts);
    void warn(const QString& sentence);
    /// startObstacle() may say something else now.
    void obstacleChanged();

    document::SessionDocument& document() const { return m_document; }

private:
    void makeActions(const QString& logarithmic);
    void connectDocument();
    void connectRunPane();
    void followRuns();
    void restorePlan(const std::string& text);
    void shareRoom(bool withResults);
    QString runTitle(std::int64_t runId) const;
    std::int64_t latestRun(std::int64_t experimentId) const;

    document::SessionDocument& m_document;
    document::RunControl& m_control;
    models::PlanEditor* m_planEditor = nullptr;
    QWidget* m_plan = nullptr;
    QWidget* m_planFocus = nullptr;
    RunBar* m_bar = nullptr;
    RunPane* m_run = nullptr;
    QSplitter* m_splitter;
    QAction* m_planAction = nullptr;
    QList<QAction*> m_viewActions;
    bool m_roomForResults = true;
};

} // namespace assay::panes
