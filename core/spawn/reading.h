// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::spawn {

struct SpawnSummary;

/// What the numbers say, one sentence a finding, by fixed rules: the fastest mechanism, the best number of
/// threads, growth with memory, what huge pages bring, limits that were hit, and what to do about it. Only
/// differences that exceed the cells' intervals are told. Cells are compared where they differ in nothing
/// else; where there are many such comparisons, the fullest process with the fewest threads is told of, and
/// what holds for several mechanisms is said once.
std::vector<std::string> readingOf(const SpawnSummary& summary);

} // namespace assay::spawn
