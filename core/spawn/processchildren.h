// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <sys/types.h>

namespace assay::spawn {

/// The processes that any of its threads started or adopted, zombies among them. None when it is gone, or
/// where the kernel keeps no list of them (Debian's does: CONFIG_PROC_CHILDREN).
std::vector<pid_t> childrenOf(pid_t process);

/// Kills its children, theirs and so on, in whatever session they are. It should be stopped meanwhile, else
/// it may start one that is missed.
void killDescendants(pid_t process);

} // namespace assay::spawn
