// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/headersmodel.h"

#include "document/qtext.h"

namespace assay::models {

HeadersModel::HeadersModel(LoadPlanEditor& editor)
    : PlanTableModel(editor)
{
    connect(&editor, &LoadPlanEditor::stepsReset, this, &HeadersModel::refresh);
    connect(&editor, &LoadPlanEditor::stepChanged, this, [this](const StepPath& path) {
        if (path == m_step) {
            refresh();
        }
    });
}

void HeadersModel::setStep(const StepPath& path)
{
    m_step = path;
    refresh();
}

const std::vector<load::Header>& HeadersModel::items() const
{
    static const std::vector<load::Header> none;
    const auto* request = findRequest(editor().plan(), m_step);
    return request ? request->headers : none;
}

std::vector<load::Header>* HeadersModel::items(load::LoadPlan& plan) const
{
    auto* request = findRequest(plan, m_step);
    return request ? &request->headers : nullptr;
}

const std::vector<PlanTableModel::Column>& HeadersModel::columns() const
{
    static const std::vector<Column> all{
        {tr("Header"), tr("Such as Accept. Host, Content-Length and Connection are written by Assay."),
            "name"},
        {tr("Value"), tr("May hold ${name} of a variable."), "value"}};
    return all;
}

int HeadersModel::itemCount() const
{
    return static_cast<int>(items().size());
}

QString HeadersModel::display(int row, int column) const
{
    const auto& item = items()[static_cast<std::size_t>(row)];
    return qtext(column == 0 ? item.name : item.value);
}

Result<void> HeadersModel::change(load::LoadPlan& plan, int row, int column, const QVariant& value) const
{
    auto& item = (*items(plan))[static_cast<std::size_t>(row)];
    (column == 0 ? item.name : item.value) = utf8(value.toString());
    return {};
}

void HeadersModel::insertItem(load::LoadPlan& plan, int row) const
{
    if (auto* list = items(plan)) {
        list->insert(
            list->begin() + std::min<std::ptrdiff_t>(row, std::ssize(*list)), load::Header{"Accept", "*/*"});
    }
}

void HeadersModel::removeItem(load::LoadPlan& plan, int row) const
{
    if (auto* list = items(plan)) {
        list->erase(list->begin() + row);
    }
}

void HeadersModel::swapItems(load::LoadPlan& plan, int row, int other) const
{
    if (auto* list = items(plan)) {
        std::swap((*list)[static_cast<std::size_t>(row)], (*list)[static_cast<std::size_t>(other)]);
    }
}

std::string HeadersModel::listPath() const
{
    return faultPath(m_step) + ".headers";
}

} // namespace assay::models
