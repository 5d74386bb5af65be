// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "load/loadrunner.h"

namespace assay::cli {

/// What a run that was recorded to its end makes of the process: exitFailed if a threshold was missed, or if
/// a request failed and no threshold on failures says how many may.
ExitCode verdictOf(const load::LoadPlan& plan, const load::LoadSummary& summary);

} // namespace assay::cli
