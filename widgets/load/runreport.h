// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadfeed.h"

#include <QString>
#include <QStringList>

namespace assay::loadpage {

/// What disturbed the run or limits what its figures say: drops, a late generator, time stolen by the host,
/// an early end. Sentences, to be shown beside the figures.
QStringList runNotices(const LoadSnapshot& snapshot);

/// One line for the session tree: "412/s · p95 23 ms · 0.1 % failed"; from the stored summary.
QString runHeadline(const session::Run& run);

/// Everything about how the run was made, as HTML: times, end, program, machine, connections, thresholds.
QString runDetailsHtml(const session::Run& run);

} // namespace assay::loadpage
