// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/headersmodel.h"

#include "document/qtext.h"

namespace assay::models {

HeadersModel::HeadersModel(LoadPlanEditor& editor)
    : StepListModel(editor, &load::HttpStep::headers, "headers", {"Accept", "*/*"})
{ }

const std::vector<PlanTableModel::Column>& HeadersModel::columns() const
{
    static const std::vector<Column> all{
        {tr("Header"),
            tr("Such as Accept. Content-Length is written by Assay; Host, User-Agent and Connection are too, "
               "unless you give your own."),
            "name"},
        {tr("Value"), tr("May hold ${name} of a variable."), "value"}};
    return all;
}

QString HeadersModel::display(int row, int column) const
{
    return qtext(column == 0 ? item(row).name : item(row).value);
}

Result<void> HeadersModel::change(load::LoadPlan& plan, int row, int column, const QVariant& value) const
{
    auto& changed = item(plan, row);
    (column == 0 ? changed.name : changed.value) = utf8(value.toString());
    return {};
}

} // namespace assay::models
