// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace assay::cli {

/// Counts SIGINT, SIGTERM and SIGHUP (unless it is ignored already) from now on instead of dying of them: the
/// first asks to stop gracefully, the second to give up. SIGPIPE is ignored, since a reader of our output may
/// leave, and SIGXFSZ: a file that may not grow is a write error, which ends the recording in words.
void catchStopSignals();

/// How many came so far.
int stopSignals();

} // namespace assay::cli
