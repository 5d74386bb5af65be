// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/summaryrow.h"
#include "session/records.h"

#include <optional>
#include <vector>

namespace assay::loadpage {

/// The figures of a run's hold phase as its engine summed them up: of the requests that began in it, the
/// throughput of those that ended in it.
struct StoredHold
{
    std::vector<models::SummaryRow> rows; ///< one a label, "all" last
    std::uint32_t usersPeak = 0;
};

/// Nothing while the run goes on, if it has no hold phase, or if its summary is missing or of another form.
std::optional<StoredHold> storedHold(const session::Run& run);

} // namespace assay::loadpage
