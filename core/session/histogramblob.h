// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/latencyhistogram.h"

#include <string>
#include <string_view>

namespace assay::session {

/// A histogram as it stands in an interval's row: compressed, and nothing at all when it is empty.
std::string packHistogram(const stats::LatencyHistogram& histogram);

/// False if the bytes are damaged.
bool unpackHistogram(std::string_view bytes, stats::LatencyHistogram& histogram);

} // namespace assay::session
