// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "load/loadrunner.h"

namespace assay::cli {

/// What a run that was recorded to its end makes of the process: exitFailed if a threshold was missed, if no
/// request ended at all, or if one failed or was never answered and no threshold on failures (or, of the
/// latter, on cut) says how many may.
ExitCode verdictOf(const load::LoadPlan& plan, const load::LoadSummary& summary);

} // namespace assay::cli
