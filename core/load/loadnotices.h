// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"
#include "load/loadsummary.h"

#include <string>
#include <vector>

namespace assay::load {

/// Sentences about what a reader must know before trusting the figures: samples lost, the generator late,
/// users or arrivals that the plan wanted and that never came to be.
std::vector<std::string> loadNotices(const LoadPlan& plan, const LoadSummary& summary);

} // namespace assay::load
