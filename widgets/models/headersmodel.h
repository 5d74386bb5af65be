// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plantablemodel.h"

namespace assay::models {

/// The headers of one request.
class HeadersModel : public PlanTableModel
{
    Q_OBJECT

public:
    explicit HeadersModel(LoadPlanEditor& editor);

    /// Shows the list of this step; a path that leads to no request shows nothing.
    void setStep(const StepPath& path);

protected:
    const std::vector<Column>& columns() const override;
    int itemCount() const override;
    QString display(int row, int column) const override;
    Result<void> change(load::LoadPlan& plan, int row, int column, const QVariant& value) const override;
    void insertItem(load::LoadPlan& plan, int row) const override;
    void removeItem(load::LoadPlan& plan, int row) const override;
    void swapItems(load::LoadPlan& plan, int row, int other) const override;
    std::string listPath() const override;
    QString itemName() const override { return tr("header"); }

private:
    const std::vector<load::Header>& items() const;
    std::vector<load::Header>* items(load::LoadPlan& plan) const;

    StepPath m_step;
};

} // namespace assay::models
