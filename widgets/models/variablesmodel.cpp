// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/variablesmodel.h"

#include "document/qtext.h"

namespace assay::models {

VariablesModel::VariablesModel(LoadPlanEditor& editor)
    : PlanTableModel(editor)
{
    connect(&editor, &LoadPlanEditor::variablesChanged, this, &VariablesModel::refresh);
}

const std::vector<PlanTableModel::Column>& VariablesModel::columns() const
{
    static const std::vector<Column> all{
        {tr("Name"), tr("Used in URLs, headers, bodies and checks as ${name}."), {}},
        {tr("Value"), tr("May use variables of the rows above it."), {}}};
    return all;
}

int VariablesModel::itemCount() const
{
    return static_cast<int>(editor().plan().variables.size());
}

QString VariablesModel::display(int row, int column) const
{
    const auto& item = editor().plan().variables[static_cast<std::size_t>(row)];
    return qtext(column == 0 ? item.name : item.value);
}

Result<void> VariablesModel::change(load::LoadPlan& plan, int row, int column, const QVariant& value) const
{
    auto& item = plan.variables[static_cast<std::size_t>(row)];
    (column == 0 ? item.name : item.value) = utf8(value.toString());
    return {};
}

void VariablesModel::insertItem(load::LoadPlan& plan, int row) const
{
    auto& items = plan.variables;
    const load::Variable added{"variable" + std::to_string(items.size() + 1), ""};
    items.insert(items.begin() + std::min<std::ptrdiff_t>(row, std::ssize(items)), added);
}

void VariablesModel::removeItem(load::LoadPlan& plan, int row) const
{
    plan.variables.erase(plan.variables.begin() + row);
}

void VariablesModel::swapItems(load::LoadPlan& plan, int row, int other) const
{
    std::swap(plan.variables[static_cast<std::size_t>(row)], plan.variables[static_cast<std::size_t>(other)]);
}

std::string VariablesModel::listPath() const
{
    return "variables";
}

} // namespace assay::models
