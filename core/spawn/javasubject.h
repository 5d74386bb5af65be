// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/availability.h"

#include <string>
#include <vector>

namespace assay::spawn {

/// The JVM with the cell's heap, pages and launch mechanism, running the subject that is Java source, behind
/// a watcher.
std::vector<std::string> javaCommand(const Cell& cell, const SubjectPrograms& programs);

} // namespace assay::spawn
