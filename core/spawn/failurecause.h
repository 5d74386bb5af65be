// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "host/systemfile.h"
#include "spawn/roundresult.h"

#include <string>
#include <string_view>

namespace assay::spawn {

/// "ENOMEM".
std::string errnoName(int error);

/// Why a spawn of this cell failed with that errno, as a sentence that names the limit or file behind it and
/// the remedy. Looks at this machine's limits, which are the subject's too.
std::string explainSpawnError(
    int error, const Cell& cell, const MemoryFacts& memory, const host::SystemRoot& root = "/");

/// The same for what a subject could not set up: "ballast", "files", "mechanism" …
std::string explainStageError(std::string_view stage, int error, const Cell& cell, const MemoryFacts& memory);

} // namespace assay::spawn
