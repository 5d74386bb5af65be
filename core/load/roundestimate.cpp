// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/roundestimate.h"

#include <algorithm>

namespace assay::load {

namespace {

double meanPauseNs(const ThinkTime& think)
{
    switch (think.kind) {
    case ThinkTime::Kind::None:
        return 0;
    case ThinkTime::Kind::Uniform:
        return static_cast<double>(think.minNs) / 2 + static_cast<double>(think.maxNs) / 2;
    default:
        return static_cast<double>(think.meanNs);
    }
}

void add(RoundEstimate& round, const std::vector<Step>& steps, double times)
{
    for (const auto& step : steps) {
        if (const auto* http = std::get_if<HttpStep>(&step.item)) {
            if (http->enabled) {
                round.requests += times;
                round.pauseNs += times * std::max(0.0, meanPauseNs(http->think));
            }
        } else if (const auto& loop = std::get<LoopStep>(step.item); loop.enabled && loop.count > 0) {
            add(round, loop.steps, times * static_cast<double>(loop.count));
        }
    }
}

} // namespace

RoundEstimate estimateRound(const std::vector<Step>& steps)
{
    RoundEstimate round;
    add(round, steps, 1);
    return round;
}

} // namespace assay::load
