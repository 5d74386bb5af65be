// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/steplistmodel.h"

namespace assay::models {

/// The headers of one request.
class HeadersModel : public StepListModel<load::Header>
{
    Q_OBJECT

public:
    explicit HeadersModel(LoadPlanEditor& editor);

protected:
    const std::vector<Column>& columns() const override;
    QString display(int row, int column) const override;
    Result<void> change(load::LoadPlan& plan, int row, int column, const QVariant& value) const override;
    QString itemName() const override { return tr("header"); }
};

} // namespace assay::models
