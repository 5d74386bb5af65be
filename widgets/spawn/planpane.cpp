// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/planpane.h"

#include "charts/flowlayout.h"
#include "document/qtext.h"
#include "panes/fieldform.h"
#include "panes/paddeddelegate.h"
#include "spawn/axisbox.h"
#include "spawn/listedit.h"
#include "spawn/poolpane.h"
#include "spawn/workform.h"
#include "theme/paletteicon.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace assay::spawnpage {

using panes::FieldForm;
using spawn::SpawnPlan;

namespace {

enum Tab
{
    AxesTab,
    ProcessTab,
    WorkTab,
    CellsTab
};
constexpr int mostRows = 10;

/// A page that scrolls when it is too small.
QScrollArea* scrolled(QWidget* page, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(page);
    return area;
}

} // namespace

PlanPane::PlanPane(SpawnPlanEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_overview(editor)
    , m_cells(m_overview)
    , m_tabs(new QTabWidget(this))
    , m_pool(new PoolPane(m_overview, this))
    , m_work(new WorkForm(editor, m_overview, this))
{
    m_tabs->setObjectName(QStringLiteral("planTabs"));
    m_tabs->setAccessibleName(tr("Parts of the plan"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeAxesTab(), tr("Mechanisms and memory"));
    m_tabs->addTab(makeProcessTab(), tr("Process and child"));
    m_tabs->addTab(m_work, tr("Work and rounds"));
    m_tabs->addTab(makeCellsTab(), tr("Cells"));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeHeader());
    column->addWidget(m_tabs, 1);
    column->addWidget(m_pool);

    connect(m_pool, &PoolPane::failed, this, &PlanPane::rejected);
    connect(&editor, &models::PlanEditor::planChanged, this, &PlanPane::refresh);
    connect(&m_overview, &PlanOverview::changed, this, &PlanPane::showOverview);
    refresh();
    showOverview();
}

QWidget* PlanPane::makeHeader()
{
    auto* header = new QWidget(this);
    auto* button = new QToolButton(header);
    button->setText(tr("Presets"));
    button->setObjectName(QStringLiteral("presets"));
    button->setToolTip(tr("Ready plans, each for one question, sized for this machine."));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    m_presets = new QMenu(button);
    m_presets->setToolTipsVisible(true);
    for (const auto& preset :
        spawn::spawnPresets(m_overview.machine().freeMemoryBytes, m_overview.machine().cpus)) {
        auto* action = m_presets->addAction(qtext(preset.title));
        action->setObjectName(qtext(preset.name));
        action->setToolTip(qtext(preset.question));
        connect(action, &QAction::triggered, this, [this, preset] { takePreset(preset); });
    }
    button->setMenu(m_presets);
    m_sentence = new QLabel(header);
    m_sentence->setObjectName(QStringLiteral("planSentence"));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setWordWrap(true);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(button);
    row->addWidget(m_sentence, 1);
    return header;
}

AxisBox* PlanPane::addAxis(charts::FlowLayout* flow, const QString& title, const QString& axis,
    std::vector<Choice> choices, const char* field, QWidget* parent)
{
    auto* model = new ChoicesModel(m_editor, m_overview.machine(), axis, std::move(choices));
    auto* box = new AxisBox(title, model, m_editor, field, mostRows, parent);
    flow->addWidget(box);
    m_axes.push_back(box);
    return box;
}

void PlanPane::addList(FieldForm* form, const QString& label, const QString& hint, const char* field,
    bool sizes, std::vector<std::int64_t> SpawnPlan::*values)
{
    auto* edit = new ListEdit(sizes ? ListEdit::Kind::Sizes : ListEdit::Kind::Counts, form);
    edit->setObjectName(QString::fromLatin1(field));
    edit->setMinimumWidth(fontMetrics().averageCharWidth() * 24);
    connect(
        edit, &ListEdit::valuesEdited, this, [this, field, values](const std::vector<std::int64_t>& list) {
            m_editor.edit(tr("Change %1").arg(QString::fromLatin1(field)), QString::fromLatin1(field),
                [&](SpawnPlan& plan) { plan.*values = list; });
        });
    connect(edit, &QLineEdit::editingFinished, &m_editor, &models::PlanEditor::endMerge);
    form->addField(label, edit, hint, [field] { return std::string(field); });
    m_refreshers.emplace_back([this, edit, values] { edit->setValues(m_editor.plan().*values); });
}

QWidget* PlanPane::makeAxesTab()
{
    auto* page = new QWidget(m_tabs);
    auto* flow = new charts::FlowLayout(fontMetrics().height(), page);
    addAxis(flow, tr("&Mechanisms"), tr("mechanisms"), mechanismChoices(), "mechanisms", page);
    auto* form = new FieldForm(page);
    addList(form, tr("T&hreads:"), tr("Numbers of threads that spawn at once, such as 1, 2, 4."), "threads",
        false, &SpawnPlan::threads);
    addList(form, tr("M&emory:"),
        tr("How much memory the process holds, such as 0, 256M, 1G; 0 is an empty heap."), "memory", true,
        &SpawnPlan::memoryBytes);
    m_forms.push_back(form);
    flow->addWidget(form);
    addAxis(flow, tr("&Fill of the memory"), tr("fill"), fillChoices(), "fill", page);
    addAxis(flow, tr("Pa&ges"), tr("pages"), pageChoices(), "pages", page);
    return scrolled(page, m_tabs);
}

QWidget* PlanPane::makeProcessTab()
{
    auto* page = new QWidget(m_tabs);
    auto* flow = new charts::FlowLayout(fontMetrics().height(), page);
    addAxis(flow, tr("Ma&ppings of the memory"), tr("slabs"), slabChoices(), "slabs", page);
    addAxis(flow, tr("&Closing of descriptors"), tr("closing"), closeChoices(), "close", page);
    addAxis(flow, tr("P&lacement"), tr("placement"), placementChoices(), "placement", page);
    addAxis(flow, tr("Flags of clone&3"), tr("flags of clone3"), cloneFlagChoices(), "flags", page);
    auto* form = new FieldForm(page);
    addList(form, tr("&Open files:"), tr("Descriptors that are open besides the process's own."), "openFiles",
        false, &SpawnPlan::openFiles);
    addList(form, tr("En&vironment:"), tr("Variables in the environment besides those inherited."),
        "environment", false, &SpawnPlan::environmentVariables);
    addChildren(form);
    m_forms.push_back(form);
    flow->addWidget(form);
    return scrolled(page, m_tabs);
}

void PlanPane::addChildren(FieldForm* form)
{
    m_children = new QPlainTextEdit(form);
    m_children->setObjectName(QStringLiteral("children"));
    m_children->setTabChangesFocus(true);
    m_children->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_children->setFixedHeight(fontMetrics().lineSpacing() * 4 + 2 * m_children->frameWidth());
    connect(m_children, &QPlainTextEdit::textChanged, this, [this] {
        m_editor.edit(tr("Change child programs"), QStringLiteral("children"),
            [&](SpawnPlan& plan) { plan.children = childrenFromText(m_children->toPlainText()); });
    });
    form->addField(tr("Chil&d programs:"), m_children,
        tr("One a line, with its arguments: a whole path such as /bin/true, or “built-in” for the small "
           "child that comes with Assay."),
        [] { return std::string("children"); });
    m_refreshers.emplace_back([this] {
        if (childrenFromText(m_children->toPlainText()) != m_editor.plan().children) {
            const QSignalBlocker quiet(m_children);
            m_children->setPlainText(childrenText(m_editor.plan().children));
        }
    });
}

QWidget* PlanPane::makeCellsTab()
{
    auto* view = new QTableView(m_tabs);
    view->setModel(&m_cells);
    view->setObjectName(QStringLiteral("planCells"));
    view->setAccessibleName(tr("Cells that the plan makes"));
    view->setItemDelegate(new panes::PaddedDelegate(view));
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setTabKeyNavigation(false);
    view->setShowGrid(false);
    view->verticalHeader()->hide();
    view->horizontalHeader()->setSectionResizeMode(PlanCellsModel::Name, QHeaderView::ResizeToContents);
    view->horizontalHeader()->setStretchLastSection(true);
    view->horizontalHeader()->setHighlightSections(false);
    return view;
}

void PlanPane::takePreset(const spawn::SpawnPreset& preset)
{
    m_editor.edit(tr("Use preset %1").arg(qtext(preset.title)), {}, [&](SpawnPlan& plan) {
        const auto name = plan.name; // the experiment keeps the name that the user gave it
        plan = preset.plan;
        plan.name = name;
    });
}

void PlanPane::refresh()
{
    setEnabled(m_editor.experimentId() != 0 && m_editor.unreadable().isEmpty());
    for (const auto& refresher : m_refreshers) {
        refresher();
    }
    for (auto* form : m_forms) {
        form->showFaults([this](const std::string& path) { return m_editor.faultText(path); });
    }
    const auto faulty = [this](std::initializer_list<const char*> fields) {
        for (const char* field : fields) {
            if (m_editor.hasFaultUnder(field)) {
                return theme::icon("warning");
            }
        }
        return QIcon();
    };
    m_tabs->setTabIcon(AxesTab, faulty({"mechanisms", "threads", "memory", "fill", "pages"}));
    m_tabs->setTabIcon(
        ProcessTab, faulty({"slabs", "close", "placement", "openFiles", "environment", "children"}));
    m_tabs->setTabIcon(
        WorkTab, faulty({"count", "duration", "rate", "rounds", "seed", "timeout", "baseline"}));
}

void PlanPane::showOverview()
{
    m_sentence->setText(m_overview.sentence());
    m_tabs->setTabText(
        CellsTab, m_overview.cells().empty() ? tr("Cells") : tr("Cells (%1)").arg(m_overview.cells().size()));
    for (auto* axis : m_axes) {
        axis->model()->refresh();
    }
}

QString PlanPane::sentence() const
{
    return m_sentence->text();
}

} // namespace assay::spawnpage
