// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadverdict.h"

#include <algorithm>

namespace assay::cli {

namespace {

bool saysHowManyMayFail(const load::LoadPlan& plan)
{
    return std::any_of(plan.thresholds.begin(), plan.thresholds.end(), [](const std::string& text) {
        const auto threshold = load::Threshold::parse(text);
        return threshold && threshold->aboutFailures();
    });
}

} // namespace

ExitCode verdictOf(const load::LoadPlan& plan, const load::LoadSummary& summary)
{
    const bool tooMany = summary.whole.failureTotal() > 0 && !saysHowManyMayFail(plan);
    return summary.passed() && !tooMany ? exitOk : exitFailed;
}

} // namespace assay::cli
