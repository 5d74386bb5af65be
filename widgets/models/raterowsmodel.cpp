// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/raterowsmodel.h"

#include "base/units.h"
#include "document/qtext.h"

#include <QLocale>

#include <cmath>
#include <optional>

namespace assay::models {

namespace {

/// Every digit that the plan holds. Without separators, so that it reads back.
QString rateText(double rate)
{
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(rate, 'f', QLocale::FloatingPointShortest);
}

/// As the user's locale writes numbers, or with a decimal point.
std::optional<double> readRate(const QString& text)
{
    bool ok = false;
    double rate = QLocale().toDouble(text.trimmed(), &ok);
    if (!ok) {
        rate = QLocale::c().toDouble(text.trimmed(), &ok);
    }
    return ok && std::isfinite(rate) && rate >= 0 ? std::optional(rate) : std::nullopt;
}

} // namespace

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
        return rateText(item.fromPerSecond);
    case 1:
        return rateText(item.toPerSecond);
    default:
        return qtext(formatDuration(item.durationNs));
    }
}

Result<void> RateRowsModel::change(load::LoadPlan& plan, int row, int column, const QVariant& value) const
{
    auto& item = plan.profile.rates[static_cast<std::size_t>(row)];
    if (column == 2) {
        return readDuration(value, item.durationNs);
    }
    const auto rate = readRate(value.toString());
    if (!rate) {
        return usageError("The arrival rate must be a number, such as 100 or 0.5.");
    }
    (column == 0 ? item.fromPerSecond : item.toPerSecond) = *rate;
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
