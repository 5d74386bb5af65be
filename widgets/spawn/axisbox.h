// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/choicesmodel.h"

#include <QWidget>

class QLabel;
class QListView;

namespace assay::spawnpage {

/// One axis of the plan as a check list under its title, with its fault beneath.
class AxisBox : public QWidget
{
    Q_OBJECT

public:
    /// `field`: as faults name it. At most `mostRows` rows are on show without scrolling.
    AxisBox(const QString& title, ChoicesModel* model, SpawnPlanEditor& editor, std::string field,
        int mostRows, QWidget* parent);

    QListView* view() const { return m_view; }
    ChoicesModel* model() const { return m_model; }

    QSize sizeHint() const override;

private:
    SpawnPlanEditor& m_editor;
    ChoicesModel* m_model;
    QListView* m_view;
    QLabel* m_fault;
};

} // namespace assay::spawnpage
