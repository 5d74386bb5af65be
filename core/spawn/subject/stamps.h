// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/subjectspec.h"

namespace assay::spawn {

/// Maps the stamp file that stands on descriptor 1; errno on failure, else 0. Once, before stampSlot().
/// Unless `childStamps`, children get /dev/null there: what they print is not to be taken for stamps.
int mapStamps(int slots, bool childStamps);
/// Puts /dev/null there; errno on failure, else 0.
int becomeNull(int descriptor, int way);
/// Shared with every child, whatever way it was started.
StampSlot& stampSlot(int slot);

} // namespace assay::spawn
