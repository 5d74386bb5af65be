// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/variablesmodel.h"

#include <QWidget>

class QSplitter;
class QTabWidget;

namespace assay::loadpage {

class PlanPreview;
class ProfilePane;
class SettingsPane;
class StepsPane;

/// The plan: its steps, its profile, its variables and settings in tabs, what it will do beside them.
class PlanPane : public QWidget
{
    Q_OBJECT

public:
    explicit PlanPane(models::LoadPlanEditor& editor, QWidget* parent = nullptr);

    StepsPane* stepsPane() const { return m_steps; }
    PlanPreview* preview() const { return m_preview; }
    QTabWidget* tabs() const { return m_tabs; }

Q_SIGNALS:
    /// A value that was typed cannot be taken.
    void rejected(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void placePreview();

    models::LoadPlanEditor& m_editor;
    models::VariablesModel m_variables;
    QTabWidget* m_tabs;
    StepsPane* m_steps;
    ProfilePane* m_profile;
    SettingsPane* m_settings;
    PlanPreview* m_preview;
    QSplitter* m_splitter;
};

} // namespace assay::loadpage
