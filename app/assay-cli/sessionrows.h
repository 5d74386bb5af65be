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

} // namespace assay::cli
