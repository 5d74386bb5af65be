// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"

namespace assay::load {

/// The demo that needs nothing but this machine: 0 → 50 users in 30 s, held 30 s, against the embedded target
/// with a pool of 8 and 20 ms of service. Throughput stops rising at 8 users (8 / 20 ms = 400 a second) while
/// response times go on growing.
LoadPlan demoPlan();

} // namespace assay::load
