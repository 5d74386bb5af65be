// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "host/systemfile.h"
#include "spawn/roundresult.h"

namespace assay::spawn {

/// Looks at a process from outside, so that the looking does not change it. What the kernel does not tell is
/// 0.
MemoryFacts readMemoryFacts(const host::SystemRoot& root, std::int64_t pid);

} // namespace assay::spawn
