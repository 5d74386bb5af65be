// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/tablepane.h"

#include "document/qtext.h"
#include "panes/fieldform.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace assay::loadpage {

using panes::makeFaultLabel;
using panes::makeHint;
using panes::setFault;

TablePane::TablePane(models::PlanTableModel& model, models::LoadPlanEditor& editor, std::string faultPath,
    const QString& name, const QString& emptyHint, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_editor(editor)
    , m_faultPath(std::move(faultPath))
    , m_view(new QTableView(this))
    , m_emptyHint(makeHint(emptyHint, this))
    , m_fault(makeFaultLabel(this))
{
    m_view->setModel(&model);
    m_view->setAccessibleName(name);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
        | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_view->setTabKeyNavigation(false); // Tab leaves the table, so that the keyboard is never caught in it
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_view->setMinimumHeight(fontMetrics().height() * 5);

    auto* buttons = new QHBoxLayout;
    connect(addButton(tr("Add"), tr("Add a row to %1").arg(name), tr("Adds a row behind the current one.")),
        &QToolButton::clicked, this, &TablePane::addRow);
    m_remove =
        addButton(tr("Remove"), tr("Remove rows of %1").arg(name), tr("Removes the selected rows (Del)."));
    m_up = addButton(QStringLiteral("↑"), tr("Move row of %1 up").arg(name), tr("Moves the row up."));
    m_down = addButton(QStringLiteral("↓"), tr("Move row of %1 down").arg(name), tr("Moves the row down."));
    connect(m_remove, &QToolButton::clicked, this, &TablePane::removeRows);
    connect(m_up, &QToolButton::clicked, this, [this] { moveRow(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveRow(1); });
    for (auto* button : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly)) {
        buttons->addWidget(button);
    }
    buttons->addStretch();

    auto* remove = new QAction(m_view);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, &TablePane::removeRows);
    m_view->addAction(remove);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_emptyHint);
    column->addWidget(m_view, 1);
    column->addWidget(m_fault);
    column->addLayout(buttons);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &TablePane::updateState);
    connect(&model, &QAbstractItemModel::modelReset, this, &TablePane::updateState);
    connect(&editor, &models::LoadPlanEditor::planChanged, this, &TablePane::updateState);
    updateState();
}

QToolButton* TablePane::addButton(const QString& text, const QString& name, const QString& tip)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void TablePane::setFaultPath(std::string path)
{
    m_faultPath = std::move(path);
    updateState();
}

void TablePane::addRow()
{
    const int row = m_model.addRow(m_view->currentIndex().row());
    const QModelIndex index = m_model.index(row, 0);
    m_view->setCurrentIndex(index);
    m_view->setFocus();
    m_view->edit(index);
}

void TablePane::removeRows()
{
    QList<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        rows.append(index.row());
    }
    m_model.removeRows(rows);
}

void TablePane::moveRow(int by)
{
    const QModelIndex current = m_view->currentIndex();
    const int row = m_model.moveRow(current.row(), by);
    m_view->setCurrentIndex(m_model.index(row, std::max(current.column(), 0)));
}

void TablePane::updateState()
{
    const int rows = m_model.rowCount();
    const int row = m_view->currentIndex().row();
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < rows);
    m_emptyHint->setVisible(rows == 0 && !m_emptyHint->text().isEmpty());
    QStringList faults;
    for (const auto& fault : m_editor.faults()) {
        if (fault.field == m_faultPath) {
            faults.append(m_view->accessibleName() + u' ' + qtext(fault.message));
        } else if (fault.field.starts_with(m_faultPath + "[")) {
            const int faulty = qtext(fault.field.substr(m_faultPath.size() + 1)).section(u']', 0, 0).toInt();
            faults.append(tr("Row %1: %2").arg(faulty + 1).arg(qtext(fault.message)));
        }
    }
    setFault(m_fault, faults.mid(0, 3).join(u'\n'));
}

} // namespace assay::loadpage
