// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/step.h"

namespace assay::load {

/// What one round of a user is made of on average, loops unrolled.
struct RoundEstimate
{
    double requests = 0;
    double pauseNs = 0;
};

RoundEstimate estimateRound(const std::vector<Step>& steps);

} // namespace assay::load
