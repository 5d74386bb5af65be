// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace assay::cli {

/// Counts SIGINT, SIGTERM and SIGHUP (if it ends) from now on instead of dying of them: the
/// first asks to stop gracefully, the second to give up. SIGPIPE is ignored, since a reader of our output may
/// leave, and SIGXFSZ: a file that may not grow is a write error, which ends the recording in words.
void catchStopSignals();

/// Whether SIGHUP asks for the end too: nohup has it ignored.
bool hangUpEnds();

/// How many came so far.
int stopSignals();

} // namespace assay::cli
