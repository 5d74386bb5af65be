// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/planpane.h"

#include "load/planpreview.h"
#include "load/profilepane.h"
#include "load/settingspane.h"
#include "load/stepspane.h"
#include "load/tablepane.h"
#include "panes/fieldform.h"
#include "theme/paletteicon.h"

#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace assay::loadpage {

using panes::makeHint;

namespace {

enum Tab
{
    StepsTab,
    ProfileTab,
    VariablesTab,
    SettingsTab
};

} // namespace

PlanPane::PlanPane(models::LoadPlanEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_variables(editor)
    , m_tabs(new QTabWidget(this))
    , m_steps(new StepsPane(editor, m_tabs))
    , m_profile(new ProfilePane(editor, m_tabs))
    , m_settings(new SettingsPane(editor, m_tabs))
    , m_preview(new PlanPreview(editor, this))
    , m_splitter(new QSplitter(this))
{
    auto* variables = new QWidget(m_tabs);
    auto* variablesColumn = new QVBoxLayout(variables);
    variablesColumn->addWidget(
        makeHint(tr("A variable is written once and used in URLs, headers, bodies and checks as ${name}. "
                    "Built in are ${user} and ${iteration}, counted from 1."),
            variables));
    variablesColumn->addWidget(
        new TablePane(m_variables, editor, "variables", tr("Variables"), {}, variables), 1);

    m_tabs->setObjectName(QStringLiteral("planTabs"));
    m_tabs->setAccessibleName(tr("Parts of the plan"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_steps, tr("Steps"));
    m_tabs->addTab(m_profile, tr("Users over time"));
    m_tabs->addTab(variables, tr("Variables"));
    m_tabs->addTab(m_settings, tr("Settings"));

    m_splitter->addWidget(m_tabs);
    m_splitter->addWidget(m_preview);
    m_splitter->setStretchFactor(0, 5);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_splitter);

    connect(m_tabs, &QTabWidget::currentChanged, this, &PlanPane::placePreview);
    connect(m_profile, &ProfilePane::rejected, this, &PlanPane::rejected);
    connect(&m_variables, &models::PlanTableModel::rejected, this, &PlanPane::rejected);
    connect(&editor, &models::LoadPlanEditor::planChanged, this, &PlanPane::refresh);
    refresh();
}

void PlanPane::refresh()
{
    setEnabled(m_editor.experimentId() != 0 && m_editor.unreadable().isEmpty());
    const auto& plan = m_editor.plan();
    const bool faulty[] = {m_editor.hasFaultUnder("steps"), m_editor.hasFaultUnder("profile"),
        m_editor.hasFaultUnder("variables"), false};
    bool settings = false;
    for (const auto& fault : m_editor.faults()) {
        settings = settings
            || (!fault.field.starts_with("steps") && !fault.field.starts_with("profile")
                && !fault.field.starts_with("variables"));
    }
    for (int tab = StepsTab; tab <= SettingsTab; ++tab) {
        const bool mark = tab == SettingsTab ? settings : faulty[tab];
        m_tabs->setTabIcon(tab, mark ? theme::icon("warning") : QIcon());
    }
    m_tabs->setTabText(VariablesTab,
        plan.variables.empty() ? tr("Variables") : tr("Variables (%1)").arg(plan.variables.size()));
}

void PlanPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placePreview();
}

void PlanPane::placePreview()
{
    // Too narrow for both side by side: the preview gives way except where the profile is edited.
    const bool narrow = width() < fontMetrics().averageCharWidth() * 110;
    m_splitter->setOrientation(narrow ? Qt::Vertical : Qt::Horizontal);
    m_preview->setVisible(!narrow || m_tabs->currentIndex() == ProfileTab);
}

} // namespace assay::loadpage
