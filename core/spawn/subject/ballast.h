// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/cell.h"

namespace assay::spawn {

/// Makes this process as big as the cell asks, for good. The errno of what the kernel refused, else 0.
int fillBallast(const Cell& cell);

} // namespace assay::spawn
