// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/spawnrun.h"

#include <QStringList>

namespace assay::spawnpage {

/// What the reader must know beside the figures: how the run ended, what disturbed it.
QStringList runNotices(const SpawnSnapshot& snapshot);

/// One line for the session tree: "posix_spawn 1,240/s · 12 cells".
QString runHeadline(const session::Run& run);

/// How the run was made, as rich text.
QString runDetailsHtml(const session::Run& run);

} // namespace assay::spawnpage
