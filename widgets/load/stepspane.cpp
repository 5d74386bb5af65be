// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/stepspane.h"

#include "load/stepdetail.h"

#include <QAction>
#include <QHeaderView>
#include <QScrollArea>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace assay::loadpage {

using models::StepPath;
using models::StepsModel;

StepsPane::StepsPane(models::LoadPlanEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_model(editor)
    , m_view(new QTreeView(this))
    , m_detail(new StepDetail(editor, this))
    , m_splitter(new QSplitter(this))
{
    setUpView();

    auto* left = new QWidget(m_splitter);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeToolBar());
    column->addWidget(m_view);

    auto* scroll = new QScrollArea(m_splitter);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_detail);
    m_splitter->addWidget(left);
    m_splitter->addWidget(scroll);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 4);
    m_splitter->setChildrenCollapsible(false);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_splitter);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& index) {
            if (index.isValid()) { // a reset model says "none" before the selection is restored
                m_selected = m_model.pathOf(index);
                m_detail->setStep(m_selected);
            }
            updateActions();
        });
    connect(&m_model, &QAbstractItemModel::modelReset, this, &StepsPane::restoreSelection);
    connect(&editor, &models::LoadPlanEditor::planReset, this, [this] {
        m_selected.clear();
        restoreSelection();
    });
    restoreSelection();
}

void StepsPane::setUpView()
{
    m_view->setModel(&m_model);
    m_view->setObjectName(QStringLiteral("stepsView"));
    m_view->setAccessibleName(tr("Steps of the plan"));
    m_view->setItemsExpandable(false);
    m_view->setAllColumnsShowFocus(true);
    m_view->setUniformRowHeights(true);
    m_view->setAlternatingRowColors(true);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(StepsModel::LabelColumn, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(StepsModel::MethodColumn, QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(StepsModel::TargetColumn, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(StepsModel::ThinkColumn, QHeaderView::ResizeToContents);
}

QToolBar* StepsPane::makeToolBar()
{
    auto* bar = new QToolBar(tr("Steps"), this);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    addAction(
        bar, tr("Add request"), tr("Adds a request behind the selected step."), {}, &StepsModel::addRequest);
    addAction(bar, tr("Add loop"), tr("Adds a loop, whose steps are repeated."), {}, &StepsModel::addLoop);
    bar->addSeparator();
    m_duplicate = addAction(bar, tr("Duplicate"), tr("Copies the selected step behind itself."),
        QKeySequence(Qt::CTRL | Qt::Key_D), &StepsModel::duplicate);
    m_remove = addAction(
        bar, tr("Remove"), tr("Removes the selected step."), QKeySequence::Delete, &StepsModel::remove);
    bar->addSeparator();
    m_up = new QAction(tr("↑"), this);
    m_up->setToolTip(tr("Moves the step up (Alt+Up)."));
    m_up->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Up));
    m_down = new QAction(tr("↓"), this);
    m_down->setToolTip(tr("Moves the step down (Alt+Down)."));
    m_down->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Down));
    connect(m_up, &QAction::triggered, this, [this] { select(m_model.moveBy(current(), -1)); });
    connect(m_down, &QAction::triggered, this, [this] { select(m_model.moveBy(current(), 1)); });
    m_indent = addAction(bar, tr("Into loop"), tr("Moves the step into the loop above it (Alt+Right)."),
        QKeySequence(Qt::ALT | Qt::Key_Right), &StepsModel::indent);
    m_outdent = addAction(bar, tr("Out of loop"), tr("Moves the step out of its loop (Alt+Left)."),
        QKeySequence(Qt::ALT | Qt::Key_Left), &StepsModel::outdent);
    for (auto* action : {m_up, m_down}) {
        bar->insertAction(m_indent, action);
        m_view->addAction(action);
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    const auto nameButton = [bar](QAction* action, const QString& name) {
        bar->widgetForAction(action)->setAccessibleName(name);
    };
    nameButton(m_up, tr("Move step up"));
    nameButton(m_down, tr("Move step down"));
    for (auto* action : bar->actions()) {
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action))) {
            button->setFocusPolicy(Qt::TabFocus);
            if (button->accessibleName().isEmpty()) {
                button->setAccessibleName(action->text());
            }
        }
    }
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    return bar;
}

QAction* StepsPane::addAction(QToolBar* bar, const QString& text, const QString& tip,
    const QKeySequence& keys, StepPath (StepsModel::*edit)(const StepPath&))
{
    QAction* action = bar->addAction(text);
    action->setToolTip(tip);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this, edit] { select((m_model.*edit)(current())); });
    m_view->addAction(action);
    return action;
}

StepPath StepsPane::current() const
{
    return m_model.pathOf(m_view->currentIndex());
}

void StepsPane::select(const StepPath& path)
{
    m_selected = path;
    const QModelIndex index = m_model.indexOf(path);
    m_view->setCurrentIndex(index);
    m_detail->setStep(path);
    updateActions();
}

void StepsPane::restoreSelection()
{
    m_view->expandAll();
    StepPath path = m_selected;
    while (!path.empty() && !m_model.indexOf(path).isValid()) {
        if (path.back() > 0) {
            --path.back();
        } else {
            path.pop_back();
        }
    }
    select(path.empty() && m_model.rowCount() > 0 ? StepPath{0} : path);
}

void StepsPane::updateActions()
{
    const StepPath path = current();
    const bool any = !path.empty();
    const int siblings = any ? m_model.rowCount(m_view->currentIndex().parent()) : 0;
    m_duplicate->setEnabled(any);
    m_remove->setEnabled(any);
    m_up->setEnabled(any && path.back() > 0);
    m_down->setEnabled(any && path.back() + 1 < siblings);
    m_indent->setEnabled(m_model.canIndent(path));
    m_outdent->setEnabled(path.size() > 1);
}

void StepsPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool narrow = width() < fontMetrics().averageCharWidth() * 90;
    m_splitter->setOrientation(narrow ? Qt::Vertical : Qt::Horizontal);
}

} // namespace assay::loadpage
