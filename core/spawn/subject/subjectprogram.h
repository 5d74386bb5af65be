// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/subject/spawner.h"

namespace assay::spawn {

/// The main program of a subject: keeps to the protocol of subjectspec.h with the mechanisms that `factory`
/// offers. Its exit code.
int runSubject(int argumentCount, char** arguments, SpawnerFactory factory);

} // namespace assay::spawn
