// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"
#include "base/randomstream.h"

#include <cstdint>

namespace assay::load {

/// Draws the length of one pause; never negative.
std::int64_t drawPauseNs(const ThinkTime& time, RandomStream& random);

} // namespace assay::load
