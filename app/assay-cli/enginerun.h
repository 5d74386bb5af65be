// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "session/records.h"
#include "session/sessionfile.h"
#include "statelines.h"

#include <string>
#include <vector>

namespace assay::cli {

/// How an experiment's run ended, whatever its instrument.
struct EngineOutcome
{
    std::int64_t runId = 0;
    session::RunState state = session::RunState::Finished;
    std::string endReason;
    std::vector<std::string> notices;
    ExitCode verdict = exitOk; ///< of a run that did not fail
};

/// Runs an experiment of its instrument and tells its state. Stops when a signal or a line "stop" asks for
/// it. An Error: the run could not begin. One function a file.
Result<EngineOutcome> runLoadExperiment(
    StateLines& lines, session::SessionFile& file, const session::Experiment& experiment);
Result<EngineOutcome> runSpawnExperiment(
    StateLines& lines, session::SessionFile& file, const session::Experiment& experiment);

} // namespace assay::cli
