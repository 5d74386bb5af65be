// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"
#include "load/loadrunner.h"
#include "session/sample.h"

#include <string>
#include <vector>

namespace assay::test {

/// A plan of one GET, `requests` in all, one user, short timeouts, that tests change as they need.
load::LoadPlan onePagePlan(const std::string& url, std::int64_t requests = 1);

/// What a run came to, with everything that it recorded.
struct RecordedRun
{
    load::LoadRunner::Outcome outcome;
    std::vector<session::Sample> samples;
    std::vector<session::IntervalPoint> intervals; ///< of all labels together
    std::vector<session::FailureDetail> failures;
    std::vector<std::string> notices;
};

/// Runs the plan into a session file of its own and reads it back; fails the test if it cannot run.
RecordedRun runRecorded(const load::LoadPlan& plan);

} // namespace assay::test
