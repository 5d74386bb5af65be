// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/runreader.h"
#include "stats/percentile.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::cli {

struct ShowRequest
{
    std::optional<std::int64_t> run; ///< only this one, with its experiment
    bool json = false;
    std::vector<stats::PercentileMethod> methods; ///< exact percentiles of the run (else the last) by each
};

/// What a session holds: experiments, their runs, the summary of the run that was asked for or the last.
Result<std::string> describeSession(const session::SessionFile& file, const ShowRequest& request);

} // namespace assay::cli
