// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/availability.h"
#include "spawn/spawnsummary.h"

#include <string>

namespace assay::cli {

/// The result for people: a table of cells, the reading, the notices.
std::string spawnReport(const spawn::SpawnSummary& summary);

/// Mechanisms, axes and presets with what this machine offers, as text and as JSON.
std::string spawnListText(const spawn::Machine& machine);
json::value spawnListJson(const spawn::Machine& machine);

/// What a plan would do: its cells, and which of them cannot run here.
std::string spawnPreview(const spawn::SpawnPlan& plan, const spawn::Machine& machine);

} // namespace assay::cli
