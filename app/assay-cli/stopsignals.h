// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace assay::cli {

/// Counts SIGINT and SIGTERM from now on instead of dying of them: the first asks to stop gracefully, the
/// second to give up. SIGPIPE is ignored, since a reader of our output may leave.
void catchStopSignals();

/// How many came so far.
int stopSignals();

} // namespace assay::cli
