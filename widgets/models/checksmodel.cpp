// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/checksmodel.h"

#include "document/qtext.h"

namespace assay::models {

ChecksModel::ChecksModel(LoadPlanEditor& editor)
    : PlanTableModel(editor)
{
    connect(&editor, &LoadPlanEditor::stepsReset, this, &ChecksModel::refresh);
    connect(&editor, &LoadPlanEditor::stepChanged, this, [this](const StepPath& path) {
        if (path == m_step) {
            refresh();
        }
    });
}

QStringList ChecksModel::kindNames()
{
    return {tr("Status is"), tr("Body contains"), tr("Body lacks")};
}

void ChecksModel::setStep(const StepPath& path)
{
    m_step = path;
    refresh();
}

const std::vector<load::Check>& ChecksModel::items() const
{
    static const std::vector<load::Check> none;
    const auto* request = findRequest(editor().plan(), m_step);
    return request ? request->checks : none;
}

std::vector<load::Check>* ChecksModel::items(load::LoadPlan& plan) const
{
    auto* request = findRequest(plan, m_step);
    return request ? &request->checks : nullptr;
}

const std::vector<PlanTableModel::Column>& ChecksModel::columns() const
{
    static const std::vector<Column> all{{tr("Check"), tr("What is looked at."), {}},
        {tr("Expected"), tr("Status codes such as 200-299,304, or a text that may hold ${name}."), {}}};
    return all;
}

int ChecksModel::itemCount() const
{
    return static_cast<int>(items().size());
}

QString ChecksModel::display(int row, int column) const
{
    const auto& item = items()[static_cast<std::size_t>(row)];
    return column == 0 ? kindName(item.kind) : qtext(item.expected);
}

Result<void> ChecksModel::change(load::LoadPlan& plan, int row, int column, const QVariant& value) const
{
    auto& item = (*items(plan))[static_cast<std::size_t>(row)];
    if (column == 1) {
        item.expected = utf8(value.toString());
        return {};
    }
    const auto kind = kindNames().indexOf(value.toString());
    if (kind < 0) {
        return usageError("Choose one of the kinds of check from the list.");
    }
    item.kind = static_cast<load::Check::Kind>(kind);
    return {};
}

void ChecksModel::insertItem(load::LoadPlan& plan, int row) const
{
    if (auto* list = items(plan)) {
        list->insert(list->begin() + std::min<std::ptrdiff_t>(row, std::ssize(*list)),
            load::Check{load::Check::Kind::Status, "200"});
    }
}

void ChecksModel::removeItem(load::LoadPlan& plan, int row) const
{
    if (auto* list = items(plan)) {
        list->erase(list->begin() + row);
    }
}

void ChecksModel::swapItems(load::LoadPlan& plan, int row, int other) const
{
    if (auto* list = items(plan)) {
        std::swap((*list)[static_cast<std::size_t>(row)], (*list)[static_cast<std::size_t>(other)]);
    }
}

std::string ChecksModel::listPath() const
{
    return faultPath(m_step) + ".checks";
}

} // namespace assay::models
