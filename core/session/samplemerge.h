// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/sample.h"

#include <filesystem>
#include <functional>

namespace SQLite {
class Database;
}

namespace assay::session {

/// Decoded samples that mergeSamples() keeps at most (beside the two blocks at hand): about 80 MB.
constexpr std::size_t maxMergedSamples = 1U << 20;

/// Visits all samples of a run in order of start (then user, then label), across blocks that overlap, until
/// `visit` returns false. Blocks are opened when their first sample is due; when a slow request has left many
/// of them half read, the least urgent are dropped and decoded again later, so that memory stays bounded
/// whatever the run was like. Throws SQLite::Exception.
Result<void> mergeSamples(SQLite::Database& database, const std::filesystem::path& file, std::int64_t runId,
    const std::function<bool(const Sample&)>& visit, std::size_t budget = maxMergedSamples);

} // namespace assay::session
