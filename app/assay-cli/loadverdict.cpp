// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadverdict.h"

#include <algorithm>

namespace assay::cli {

namespace {

/// Whether a threshold is about the figure that `about` asks for.
bool isJudged(const load::LoadPlan& plan, bool (load::Threshold::*about)() const)
{
    return std::any_of(plan.thresholds.begin(), plan.thresholds.end(), [about](const std::string& text) {
        const auto threshold = load::Threshold::parse(text);
        return threshold && ((*threshold).*about)();
    });
}

} // namespace

ExitCode verdictOf(const load::LoadPlan& plan, const load::LoadSummary& summary)
{
    if (!summary.passed() || summary.whole.samples == 0) {
        return exitFailed;
    }
    const bool failuresJudged = isJudged(plan, &load::Threshold::aboutFailures);
    const bool cutJudged = isJudged(plan, &load::Threshold::aboutCut);
    const bool failed = summary.whole.failureTotal() > 0 && !failuresJudged;
    const bool unanswered = summary.unanswered > 0 && !failuresJudged && !cutJudged;
    return failed || unanswered ? exitFailed : exitOk;
}

} // namespace assay::cli
