// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plantablemodel.h"

namespace assay::models {

/// The user variables of a plan: name and value.
class VariablesModel : public PlanTableModel
{
    Q_OBJECT

public:
    explicit VariablesModel(LoadPlanEditor& editor);

protected:
    const std::vector<Column>& columns() const override;
    int itemCount() const override;
    QString display(int row, int column) const override;
    Result<void> change(load::LoadPlan& plan, int row, int column, const QVariant& value) const override;
    void insertItem(load::LoadPlan& plan, int row) const override;
    void removeItem(load::LoadPlan& plan, int row) const override;
    void swapItems(load::LoadPlan& plan, int row, int other) const override;
    std::string listPath() const override;
    QString itemName() const override { return tr("variable"); }
};

} // namespace assay::models
