// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/workform.h"

#include "document/qtext.h"
#include "panes/durationedit.h"
#include "panes/fieldform.h"
#include "panes/numberfield.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace assay::spawnpage {

using spawn::SpawnPlan;

WorkForm::WorkForm(SpawnPlanEditor& editor, PlanOverview& overview, QWidget* parent)
    : QScrollArea(parent)
    , m_editor(editor)
    , m_overview(overview)
    , m_form(new panes::FieldForm(this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    m_form->addHeading(tr("A round of a cell"));
    addNumber(
        tr("S&pawns:"), tr("So many of all threads together; “as many as fit” needs a duration."), "count",
        {0, double(spawn::maxRoundSpawns), 0, tr("as many as fit")},
        [](const SpawnPlan& plan) { return double(plan.work.count); },
        [](SpawnPlan& plan, double value) { plan.work.count = std::int64_t(value); });
    addDuration(tr("At most &for:"), tr("A round ends after this time; 0s sets no limit."), "duration",
        [](SpawnPlan& plan) -> std::int64_t& { return plan.work.durationNs; });
    addNumber(
        tr("R&ate a second:"),
        tr("Spawns begun a second by all threads together; “one after the other” begins the next when the "
           "last has ended."),
        "rate", {0, spawn::maxSpawnRate, 3, tr("one after the other")},
        [](const SpawnPlan& plan) { return plan.work.ratePerSecond; },
        [](SpawnPlan& plan, double value) { plan.work.ratePerSecond = value; });
    m_form->addHeading(tr("All of it"));
    addNumber(
        tr("&Rounds:"), tr("Each cell once a round, in an order drawn anew. Five or more tell noise."),
        "rounds", {1, double(spawn::maxSpawnRounds), 0, {}},
        [](const SpawnPlan& plan) { return double(plan.rounds); },
        [](SpawnPlan& plan, double value) { plan.rounds = std::int64_t(value); });
    addNumber(
        tr("S&eed:"), tr("Decides the order of the cells; the same seed gives the same order."), "seed",
        {0, 1e15, 0, {}}, [](const SpawnPlan& plan) { return double(plan.seed); },
        [](SpawnPlan& plan, double value) { plan.seed = std::uint64_t(value); });
    addDuration(tr("&Timeout:"), tr("A cell's round that takes longer beyond its duration is killed."),
        "timeout", [](SpawnPlan& plan) -> std::int64_t& { return plan.timeoutNs; });
    addBaseline();
    setWidget(m_form);
    connect(&editor, &models::PlanEditor::planChanged, this, &WorkForm::refresh);
    connect(&overview, &PlanOverview::changed, this, &WorkForm::refreshBaseline);
    refresh();
}

void WorkForm::addNumber(const QString& label, const QString& hint, const char* path, const Limits& limits,
    std::function<double(const SpawnPlan&)> get, std::function<void(SpawnPlan&, double)> set)
{
    auto* field = new panes::NumberField(m_form);
    field->setObjectName(QString::fromLatin1(path));
    field->setDecimals(limits.decimals);
    field->setRange(limits.least, limits.most);
    field->setSpecialValueText(limits.zeroText);
    connect(field, &QDoubleSpinBox::valueChanged, this, [this, path, set](double value) {
        m_editor.edit(
            tr("Change settings"), QString::fromLatin1(path), [&](SpawnPlan& plan) { set(plan, value); });
    });
    connect(field, &QDoubleSpinBox::editingFinished, &m_editor, &models::PlanEditor::endMerge);
    m_refreshers.push_back([field, get](const SpawnPlan& plan) {
        const QSignalBlocker quiet(field);
        field->setValue(get(plan));
    });
    m_form->addField(label, field, hint, [path] { return std::string(path); });
}

void WorkForm::addDuration(const QString& label, const QString& hint, const char* path,
    std::function<std::int64_t&(SpawnPlan&)> part)
{
    auto* field = new panes::DurationEdit(m_form);
    field->setObjectName(QString::fromLatin1(path));
    connect(field, &panes::DurationEdit::valueEdited, this, [this, path, part](qint64 ns) {
        m_editor.edit(
            tr("Change settings"), QString::fromLatin1(path), [&](SpawnPlan& plan) { part(plan) = ns; });
    });
    connect(field, &QLineEdit::editingFinished, &m_editor, &models::PlanEditor::endMerge);
    m_refreshers.push_back([field, part](const SpawnPlan& plan) {
        SpawnPlan copy = plan;
        field->setValueNs(part(copy));
    });
    m_form->addField(label, field, hint, [path] { return std::string(path); });
}

void WorkForm::addBaseline()
{
    m_baseline = new QComboBox(m_form);
    m_baseline->setObjectName(QStringLiteral("baseline"));
    m_baseline->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_baseline->setMinimumContentsLength(30);
    connect(m_baseline, &QComboBox::activated, this, [this](int row) {
        const std::string key = row <= 0 ? std::string() : utf8(m_baseline->itemText(row));
        m_editor.edit(tr("Change baseline"), {}, [&](SpawnPlan& plan) { plan.baseline = key; });
    });
    m_form->addField(tr("&Baseline:"), m_baseline,
        tr("The cell that speed-ups are relative to; can be changed after the run."),
        [] { return std::string("baseline"); });
}

void WorkForm::refreshBaseline()
{
    QStringList items{tr("the first cell")};
    for (const auto& cell : m_overview.cells()) {
        items.append(qtext(cellKey(cell)));
    }
    const QSignalBlocker quiet(m_baseline);
    m_baseline->clear();
    m_baseline->addItems(items);
    const auto at = items.indexOf(qtext(m_editor.plan().baseline));
    m_baseline->setCurrentIndex(std::max<int>(static_cast<int>(at), 0));
}

void WorkForm::refresh()
{
    for (const auto& refresher : m_refreshers) {
        refresher(m_editor.plan());
    }
    m_form->showFaults([this](const std::string& path) { return m_editor.faultText(path); });
}

} // namespace assay::spawnpage
