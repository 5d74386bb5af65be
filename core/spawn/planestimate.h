// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/availability.h"
#include "spawn/spawnplan.h"

namespace assay::spawn {

/// What running a plan here would take, before anything has been measured.
struct PlanEstimate
{
    std::int64_t cells = 0;
    std::int64_t runnable = 0; ///< of these, what can run here
    std::int64_t lengthNs = 0; ///< rough: from figures of one machine, within a factor of three elsewhere
    std::int64_t peakMemoryBytes = 0; ///< touched by the largest cell that can run
};

/// Of one round of a cell, its start and the filling of its memory included.
std::int64_t estimateRoundNs(const Cell& cell, const Work& work);

/// `cells` are cellsOf(plan).
PlanEstimate estimatePlan(const SpawnPlan& plan, const std::vector<Cell>& cells, const Machine& machine);

} // namespace assay::spawn
