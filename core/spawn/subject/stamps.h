// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/subjectspec.h"

namespace assay::spawn {

/// Maps the stamp file that stands on descriptor 1; errno on failure, else 0. Once, before stampSlot().
int mapStamps(int slots);
/// Shared with every child, whatever way it was started.
StampSlot& stampSlot(int slot);

} // namespace assay::spawn
