// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/worker.h"

#include <vector>

namespace assay::load {

/// How many worker threads the plan gets: its own number, else half of this machine's processors (the other
/// half is for a server on the same machine and for writing results), never more than users.
int workerCount(const LoadPlan& plan);

/// Deals the plan's users, or its arrivals, out to `workers` in turn.
std::vector<WorkerShare> shareOut(const LoadPlan& plan, int workers);

} // namespace assay::load
