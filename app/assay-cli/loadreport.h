// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadsummary.h"

#include <string>

namespace assay::cli {

/// A run's summary as text for a terminal: figures with their units, the hold phase beside the whole run.
std::string loadReport(const load::LoadSummary& summary);

} // namespace assay::cli
