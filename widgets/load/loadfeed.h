// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/rundata.h"
#include "panes/runfeed.h"

namespace assay::loadpage {

/// A load run as it stood at one moment.
struct LoadSnapshot : panes::RunSnapshot
{
    std::vector<models::SummaryRow> whole;
    std::vector<models::SummaryRow> hold; ///< empty if the run has no hold phase
    std::vector<session::FailureDetail> newFailures; ///< since the snapshot before
    std::uint32_t usersPeak = 0;
    std::uint32_t usersPeakInHold = 0;
    std::uint64_t unserved = 0;
    std::uint64_t dropped = 0;
    std::uint64_t retries = 0;
    double stealPercent = 0; ///< highest seen on this machine
};
using LoadSnapshotPtr = std::shared_ptr<const LoadSnapshot>;

/// Its snapshots are LoadSnapshots.
panes::RunSource loadRunSource(std::int64_t runId);

} // namespace assay::loadpage
