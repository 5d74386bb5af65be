// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"

#include <string>
#include <vector>

namespace assay::models {

/// Where a step stands in a plan's tree: {2, 0} is the first step of the loop that is the third step.
using StepPath = std::vector<int>;

/// nullptr if there is no such step.
const load::Step* findStep(const load::LoadPlan& plan, const StepPath& path);
load::Step* findStep(load::LoadPlan& plan, const StepPath& path);
/// The HTTP request there, nullptr if it is a loop or missing.
const load::HttpStep* findRequest(const load::LoadPlan& plan, const StepPath& path);
load::HttpStep* findRequest(load::LoadPlan& plan, const StepPath& path);
/// The list that holds the step, or would hold it.
std::vector<load::Step>* findSiblings(load::LoadPlan& plan, const StepPath& path);

/// The path as faults name it: "steps[2].steps[0]".
std::string faultPath(const StepPath& path);

/// Whether both lists hold loops and requests at the same places.
bool sameShape(const std::vector<load::Step>& a, const std::vector<load::Step>& b);

/// A label that no request of the plan has yet: "Request 3".
std::string freshLabel(const load::LoadPlan& plan, const std::string& stem);

} // namespace assay::models
