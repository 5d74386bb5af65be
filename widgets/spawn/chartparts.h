// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "spawn/spawnsummary.h"

#include <vector>

/// What the files that make charts of a spawn run share.
namespace assay::spawnpage {

/// In the context of these charts.
QString chartText(const char* text);

bool isMeasured(const spawn::CellSummary& cell);
std::vector<spawn::Cell> cellsIn(const spawn::SpawnSummary& summary);
charts::Points madePoints(QList<QPointF> points);

} // namespace assay::spawnpage
