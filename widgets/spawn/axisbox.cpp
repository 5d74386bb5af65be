// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/axisbox.h"

#include "panes/fieldform.h"

#include <QListView>
#include <QVBoxLayout>

#include <algorithm>

namespace assay::spawnpage {

AxisBox::AxisBox(const QString& title, ChoicesModel* model, SpawnPlanEditor& editor, std::string field,
    int mostRows, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_model(model)
    , m_view(new QListView(this))
    , m_fault(panes::makeFaultLabel(this))
{
    model->setParent(this);
    m_view->setModel(model);
    m_view->setAccessibleName(title);
    m_view->setObjectName(QStringLiteral("axis.") + QString::fromStdString(field));
    m_view->setUniformItemSizes(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const int rows = std::min(model->rowCount(), mostRows);
    m_view->setFixedHeight(rows * m_view->sizeHintForRow(0) + 2 * m_view->frameWidth() + 2);
    m_view->setMinimumWidth(m_view->sizeHintForColumn(0) + fontMetrics().averageCharWidth() * 5);
    auto* name = panes::makeHeading(title, this);
    name->setBuddy(m_view);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(name);
    column->addWidget(m_view);
    column->addWidget(m_fault);
    column->addStretch();
    connect(&editor, &models::PlanEditor::planChanged, this,
        [this, field = std::move(field)] { panes::setFault(m_fault, m_editor.faultText(field)); });
}

QSize AxisBox::sizeHint() const
{
    // A long fault wraps rather than widen the box.
    return {m_view->minimumWidth(), layout()->sizeHint().height()};
}

} // namespace assay::spawnpage
