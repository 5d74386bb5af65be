// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plantablemodel.h"

namespace assay::models {

/// The rows of an open profile: from one arrival rate to another within a time.
class RateRowsModel : public PlanTableModel
{
    Q_OBJECT

public:
    explicit RateRowsModel(LoadPlanEditor& editor);

protected:
    const std::vector<Column>& columns() const override;
    int itemCount() const override;
    QString display(int row, int column) const override;
    Result<void> change(load::LoadPlan& plan, int row, int column, const QVariant& value) const override;
    void insertItem(load::LoadPlan& plan, int row) const override;
    void removeItem(load::LoadPlan& plan, int row) const override;
    void swapItems(load::LoadPlan& plan, int row, int other) const override;
    std::string listPath() const override { return "profile.rates"; }
    QString itemName() const override { return tr("rate row"); }
};

} // namespace assay::models
