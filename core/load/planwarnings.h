// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::load {

/// Plain sentences about what the plan will not do although its author may think so: "50 users" of which two
/// are ever active, a rate beyond what the cap of users can serve, a hold phase of no length, pauses longer
/// than the run. `serviceNs`: time of one request as measured before; without it, the embedded target's own,
/// else an assumption that the sentences name. Takes any plan; about what validate() refuses it says nothing.
std::vector<std::string> planWarnings(
    const LoadPlan& plan, std::optional<std::int64_t> serviceNs = std::nullopt);

} // namespace assay::load
