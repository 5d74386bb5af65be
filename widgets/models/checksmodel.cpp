// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/checksmodel.h"

#include "document/qtext.h"

namespace assay::models {

ChecksModel::ChecksModel(LoadPlanEditor& editor)
    : StepListModel(editor, &load::HttpStep::checks, "checks", {load::Check::Kind::Status, "200"})
{ }

QStringList ChecksModel::kindNames()
{
    return {tr("Status is"), tr("Body contains"), tr("Body lacks")};
}

const std::vector<PlanTableModel::Column>& ChecksModel::columns() const
{
    static const std::vector<Column> all{{tr("Check"), tr("What is looked at."), {}},
        {tr("Expected"), tr("Status codes such as 200-299,304, or a text that may hold ${name}."), {}}};
    return all;
}

QString ChecksModel::display(int row, int column) const
{
    return column == 0 ? kindName(item(row).kind) : qtext(item(row).expected);
}

Result<void> ChecksModel::change(load::LoadPlan& plan, int row, int column, const QVariant& value) const
{
    auto& changed = item(plan, row);
    if (column == 1) {
        changed.expected = utf8(value.toString());
        return {};
    }
    const auto kind = kindNames().indexOf(value.toString());
    if (kind < 0) {
        return usageError("Choose one of the kinds of check from the list.");
    }
    changed.kind = static_cast<load::Check::Kind>(kind);
    return {};
}

} // namespace assay::models
