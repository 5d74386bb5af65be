// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/raterowsmodel.h"

#include "base/units.h"
#include "document/qtext.h"

#include <QLocale>

namespace assay::models {

RateRowsModel::RateRowsModel(LoadPlanEditor& editor)
    : PlanTableModel(editor)
{
    connect(&editor, &LoadPlanEditor::profileChanged, this, &RateRowsModel::refresh);
}

const std::vector<PlanTableModel::Column>& RateRowsModel::columns() const
{
    static const std::vector<Column> all{
        {tr("From (1/s)"), tr("Arrivals a second when the row begins."), "fromPerSecond", true},
        {tr("To (1/s)"), tr("Arrivals a second when it ends; the same for a constant rate."), "toPerSecond",
            true},
        {tr("Duration"), tr("Length of the row, such as 1m."), "duration", true}};
    return all;
}

int RateRowsModel::itemCount() const
{
    return static_cast<int>(editor().plan().profile.rates.size());
}

QString RateRowsModel::display(int row, int column) const
{
    const auto& item = editor().plan().profile.rates[static_cast<std::size_t>(row)];
    switch (column) {
    case 0:
        return QLocale().toString(item.fromPerSecond, 'g', 6);
    case 1:
        return QLocale().toString(item.toPerSecond, 'g', 6);
    default:
        return qtext(formatDuration(item.durationNs));
    }
}

QVariant RateRowsModel::editValue(int row, int column) const
{
    const auto& item = editor().plan().profile.rates[static_cast<std::size_t>(row)];
    switch (column) {
    case 0:
        return item.fromPerSecond;
    case 1:
        return item.toPerSecond;
    default:
        return display(row, column);
    }
}

Result<void> RateRowsModel::change(load::LoadPlan& plan, int row, int column, const QVariant& value) const
{
    auto& item = plan.profile.rates[static_cast<std::size_t>(row)];
    if (column == 2) {
        return readDuration(value, item.durationNs);
    }
    bool ok = false;
    const double rate = value.toDouble(&ok);
    if (!ok || !(rate >= 0)) {
        return usageError("The arrival rate must be a number, such as 100.");
    }
    (column == 0 ? item.fromPerSecond : item.toPerSecond) = rate;
    return {};
}

void RateRowsModel::insertItem(load::LoadPlan& plan, int row) const
{
    auto& rows = plan.profile.rates;
    const std::ptrdiff_t at = std::min<std::ptrdiff_t>(row, std::ssize(rows));
    const double before = at > 0 ? rows[static_cast<std::size_t>(at - 1)].toPerSecond : 10;
    rows.insert(rows.begin() + at, {before, before, 30 * nsPerSecond});
}

void RateRowsModel::removeItem(load::LoadPlan& plan, int row) const
{
    plan.profile.rates.erase(plan.profile.rates.begin() + row);
}

void RateRowsModel::swapItems(load::LoadPlan& plan, int row, int other) const
{
    std::swap(plan.profile.rates[static_cast<std::size_t>(row)],
        plan.profile.rates[static_cast<std::size_t>(other)]);
}

} // namespace assay::models
