// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/demoplan.h"

namespace assay::load {

LoadPlan demoPlan()
{
    LoadPlan plan;
    plan.name = "Demo: 50 users, pool of 8";
    plan.target.enabled = true;
    plan.target.pool = 8;
    plan.target.service = "20ms";
    HttpStep step;
    step.label = "page";
    step.url = "http://${target}/";
    plan.steps.push_back({step});
    plan.profile.users.push_back({.users = 50, .rampUpNs = 30 * nsPerSecond, .holdNs = 30 * nsPerSecond});
    return plan;
}

} // namespace assay::load
