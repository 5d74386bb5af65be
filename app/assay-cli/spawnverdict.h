// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "spawn/spawnsummary.h"

namespace assay::cli {

/// What a run that was recorded to its end makes of the process: exitFailed if a spawn failed, a cell could
/// not be measured, or children were left unreaped.
ExitCode verdictOf(const spawn::SpawnSummary& summary);

} // namespace assay::cli
