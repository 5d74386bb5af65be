// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/subject/spawner.h"

namespace assay::spawn {

/// All mechanisms of SubjectKind::Qt.
std::unique_ptr<Spawner> makeQtSpawner(const SubjectSpec& spec, const ChildCommand& command);

} // namespace assay::spawn
