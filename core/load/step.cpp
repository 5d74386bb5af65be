// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/step.h"

namespace assay::load {

namespace {

void collect(const std::vector<Step>& steps, std::vector<const HttpStep*>& found)
{
    for (const auto& step : steps) {
        if (const auto* http = std::get_if<HttpStep>(&step.item)) {
            if (http->enabled) {
                found.push_back(http);
            }
        } else if (const auto& loop = std::get<LoopStep>(step.item); loop.enabled) {
            collect(loop.steps, found);
        }
    }
}

} // namespace

// Written out, for clang 14 falls over a defaulted one that has to wait for Step to be complete.
bool LoopStep::operator==(const LoopStep& other) const
{
    return label == other.label && count == other.count && steps == other.steps && enabled == other.enabled;
}

std::vector<const HttpStep*> enabledSteps(const std::vector<Step>& steps)
{
    std::vector<const HttpStep*> found;
    collect(steps, found);
    return found;
}

} // namespace assay::load
