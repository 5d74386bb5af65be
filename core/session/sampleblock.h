// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/sample.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::session {

/// Most samples that one block may hold; decode refuses more.
constexpr std::size_t maxBlockSamples = 1U << 16;

/// Packs samples column by column: sorted by user and start so that a user's next start is predicted from its
/// previous end, deltas as variable-length integers, zstd over all, checksummed. Lossless except for order.
std::string encodeSampleBlock(std::span<const Sample> samples);

/// The samples ordered by start (then user, then label). Refuses whatever is damaged, with a reason.
Result<std::vector<Sample>> decodeSampleBlock(std::string_view bytes);

} // namespace assay::session
