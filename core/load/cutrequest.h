// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace assay::load {

/// A request that was given up in flight when the run ended. Nobody knows how long it would have taken, only
/// that it was longer than it had waited.
struct CutRequest
{
    std::int64_t intendedNs = 0; ///< when the plan wanted it to begin
    std::int64_t waitedNs = 0; ///< since it was sent, or begun if it never was
    std::int64_t responseWaitedNs = 0; ///< since its intended start
};

} // namespace assay::load
