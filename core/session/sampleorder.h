// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sample.h"

#include <cstdint>
#include <vector>

namespace assay::session {

/// How the samples of a block follow one another. Each is predicted from the one before it: in the order of
/// users that is mostly the same user's last request, in the order of intended starts the arrival before.
enum class SampleOrder : std::uint8_t
{
    ByUser,
    ByIntended
};

/// Sorts them so that they pack best, and says how.
SampleOrder sortForPacking(std::vector<Sample>& samples);

} // namespace assay::session
