// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plantablemodel.h"

namespace assay::models {

/// The checks on the response of one request.
class ChecksModel : public PlanTableModel
{
    Q_OBJECT

public:
    explicit ChecksModel(LoadPlanEditor& editor);

    /// What column 0 can hold, in the order of load::Check::Kind.
    static QStringList kindNames();
    static QString kindName(load::Check::Kind kind) { return kindNames().at(static_cast<int>(kind)); }

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
    QString itemName() const override { return tr("check"); }

private:
    const std::vector<load::Check>& items() const;
    std::vector<load::Check>* items(load::LoadPlan& plan) const;

    StepPath m_step;
};

} // namespace assay::models
