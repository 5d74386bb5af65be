// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/userrowsmodel.h"

#include "base/units.h"
#include "document/qtext.h"

#include <QLocale>

namespace assay::models {

namespace {

constexpr std::int64_t load::UserRow::*const durations[] = {&load::UserRow::startDelayNs,
    &load::UserRow::rampUpNs, &load::UserRow::holdNs, &load::UserRow::rampDownNs};

} // namespace

UserRowsModel::UserRowsModel(LoadPlanEditor& editor)
    : PlanTableModel(editor)
{
    connect(&editor, &LoadPlanEditor::profileChanged, this, &UserRowsModel::refresh);
}

const std::vector<PlanTableModel::Column>& UserRowsModel::columns() const
{
    static const std::vector<Column> all{
        {tr("Users"), tr("How many virtual users this row adds."), "users", true},
        {tr("Start after"), tr("Pause before the first of them starts, such as 10s."), "startDelay", true},
        {tr("Ramp up"), tr("Time in which they start one after the other, such as 30s."), "rampUp", true},
        {tr("Hold"), tr("Time with all of them active, such as 1m30s."), "hold", true},
        {tr("Ramp down"), tr("Time in which they leave one after the other."), "rampDown", true}};
    return all;
}

int UserRowsModel::itemCount() const
{
    return static_cast<int>(editor().plan().profile.users.size());
}

QString UserRowsModel::display(int row, int column) const
{
    const auto& item = editor().plan().profile.users[static_cast<std::size_t>(row)];
    return column == 0 ? QLocale().toString(static_cast<qlonglong>(item.users))
                       : qtext(formatDuration(item.*durations[column - 1]));
}

QVariant UserRowsModel::editValue(int row, int column) const
{
    const auto& item = editor().plan().profile.users[static_cast<std::size_t>(row)];
    return column == 0 ? QVariant(static_cast<int>(std::min<std::int64_t>(item.users, load::maxPlannedUsers)))
                       : display(row, column);
}

Result<void> UserRowsModel::change(load::LoadPlan& plan, int row, int column, const QVariant& value) const
{
    auto& item = plan.profile.users[static_cast<std::size_t>(row)];
    if (column > 0) {
        return readDuration(value, item.*durations[column - 1]);
    }
    bool ok = false;
    const qlonglong users = value.toLongLong(&ok);
    if (!ok || users < 0) {
        return usageError("The number of users must be a whole number, such as 50.");
    }
    item.users = users;
    return {};
}

void UserRowsModel::insertItem(load::LoadPlan& plan, int row) const
{
    auto& rows = plan.profile.users;
    load::UserRow added{10, 0, 10 * nsPerSecond, 30 * nsPerSecond, 0};
    rows.insert(rows.begin() + std::min<std::ptrdiff_t>(row, std::ssize(rows)), added);
}

void UserRowsModel::removeItem(load::LoadPlan& plan, int row) const
{
    plan.profile.users.erase(plan.profile.users.begin() + row);
}

void UserRowsModel::swapItems(load::LoadPlan& plan, int row, int other) const
{
    std::swap(plan.profile.users[static_cast<std::size_t>(row)],
        plan.profile.users[static_cast<std::size_t>(other)]);
}

} // namespace assay::models
