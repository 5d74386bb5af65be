// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rowwriter.h"
#include "session/runreader.h"

#include <optional>

namespace assay::cli {

/// The name of label 0.
constexpr const char* allLabels = "all";

/// Writes a run's samples, or its intervals, to stdout; of one label if it is given.
Result<void> writeSamples(const session::SessionFile& file, const session::Run& run,
    std::optional<std::uint32_t> label, RowWriter::Format format);
Result<void> writeIntervals(const session::SessionFile& file, const session::Run& run,
    std::optional<std::uint32_t> label, RowWriter::Format format);

/// Writes a line of CSV for each run, or for one if `run` is not 0, to stdout.
Result<void> writeRuns(const session::SessionFile& file, std::int64_t run);

} // namespace assay::cli
