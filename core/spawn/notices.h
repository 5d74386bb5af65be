// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::spawn {

struct SpawnSummary;

/// What makes the figures less certain: drift, children left or leaked into, rounds that failed.
std::vector<std::string> noticesOf(const SpawnSummary& summary);

} // namespace assay::spawn
