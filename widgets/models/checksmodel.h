// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/steplistmodel.h"

namespace assay::models {

/// The checks on the response of one request.
class ChecksModel : public StepListModel<load::Check>
{
    Q_OBJECT

public:
    explicit ChecksModel(LoadPlanEditor& editor);

    /// What column 0 can hold, in the order of load::Check::Kind.
    static QStringList kindNames();
    static QString kindName(load::Check::Kind kind) { return kindNames().at(static_cast<int>(kind)); }

protected:
    const std::vector<Column>& columns() const override;
    QString display(int row, int column) const override;
    Result<void> change(load::LoadPlan& plan, int row, int column, const QVariant& value) const override;
    QString itemName() const override { return tr("check"); }
};

} // namespace assay::models
