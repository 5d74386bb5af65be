// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::spawn {

struct SpawnSummary;

/// What the numbers say, one sentence a finding, by fixed rules: the fastest mechanism, the best number of
/// threads, growth with memory, what huge pages bring, limits that were hit, and what to do about it. Only
/// differences that exceed the cells' intervals are told. Cells are compared where they differ in nothing
/// else.
std::vector<std::string> readingOf(const SpawnSummary& summary);

/// What makes the figures less certain: drift, noisy cells, children left or leaked into.
std::vector<std::string> noticesOf(const SpawnSummary& summary);

} // namespace assay::spawn
