// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plantablemodel.h"

namespace assay::models {

/// The rows of a closed profile: users, start delay, ramp up, hold, ramp down.
class UserRowsModel : public PlanTableModel
{
    Q_OBJECT

public:
    explicit UserRowsModel(LoadPlanEditor& editor);

protected:
    const std::vector<Column>& columns() const override;
    int itemCount() const override;
    QString display(int row, int column) const override;
    QVariant editValue(int row, int column) const override;
    Result<void> change(load::LoadPlan& plan, int row, int column, const QVariant& value) const override;
    void insertItem(load::LoadPlan& plan, int row) const override;
    void removeItem(load::LoadPlan& plan, int row) const override;
    void swapItems(load::LoadPlan& plan, int row, int other) const override;
    std::string listPath() const override { return "profile.users"; }
    QString itemName() const override { return tr("ramp row"); }
};

} // namespace assay::models
