// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/availability.h"
#include "spawn/roundresult.h"
#include "spawn/subjectprocess.h"

#include <optional>

namespace assay::spawn {

/// Before those that are reported, in each round, for up to a second.
constexpr std::int64_t warmUpSpawns = 10;

/// Measures one cell once, in a subject started for it and gone afterwards. Waits for it, at most the work's
/// duration and `timeoutNs`; whatever goes wrong becomes the result's problem. nullopt when cancelled.
std::optional<RoundResult> measureRound(const Cell& cell, const Work& work, const SubjectPrograms& programs,
    std::int64_t timeoutNs, const CancelCheck& cancelled);

} // namespace assay::spawn
