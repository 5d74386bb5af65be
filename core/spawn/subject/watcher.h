// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace assay::spawn {

/// Starts a second process of this program, which ends everything that this one has started when the engine
/// is gone. A thread could watch too, but a process with two threads forks in another way than one with a
/// single thread; and a fork of this process would share its pages, which makes the next fork dearer.
/// errno on failure, else 0.
int startWatcher();

/// Starts one and becomes that program, which need not care then. Returns only on failure, with the exit
/// code.
int becomeWatched(char** command);

/// The whole life of a subject's watcher; returns its exit code.
int watchEngine(pid_t subject);

} // namespace assay::spawn
