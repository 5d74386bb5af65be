// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/summaryrow.h"
#include "panes/figurestrip.h"

namespace assay::loadpage {

/// The figures of a load run.
class LoadFigures : public panes::FigureStrip
{
    Q_OBJECT

public:
    explicit LoadFigures(QWidget* parent = nullptr);

    void showFigures(const models::SummaryRow& all, std::uint32_t usersPeak);
};

} // namespace assay::loadpage
