// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/cellround.h"
#include "spawn/spawnsummary.h"
#include "temporarydirectory.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::test {

/// The programs that this build made, and the installed java.
spawn::SubjectPrograms builtPrograms();
/// This machine with them.
spawn::Machine machineHere();

/// So few spawns that a test takes no time.
spawn::Work fewSpawns(std::int64_t count = 20);
spawn::Cell cellOf(spawn::Mechanism mechanism, std::vector<std::string> child = {});

/// measureRound() with a generous limit that is never cancelled.
spawn::RoundResult measured(const spawn::Cell& cell, const spawn::Work& work = fewSpawns());

/// A file with that content and those permissions.
std::string writeProgram(const TemporaryDirectory& folder, const std::string& name,
    const std::string& content, unsigned mode = 0755);

/// A measured cell made of numbers: `wholeNs` is each spawn's whole time, the rate follows from it.
spawn::CellSummary summaryCell(spawn::Cell cell, std::int64_t wholeNs);

} // namespace assay::test
