// SPDX-License-Identifier: GPL-3.0-or-later
#include "experimentfor.h"

#include <algorithm>

namespace assay::cli {

Result<std::int64_t> experimentFor(session::SessionFile& file, const std::string& instrument,
    const std::string& name, const std::string& planText)
{
    const auto known = file.experiments();
    if (!known) {
        return known.error();
    }
    const auto same = std::ranges::find_if(*known, [&](const session::Experiment& experiment) {
        return experiment.instrument == instrument && experiment.plan == planText;
    });
    if (same != known->end()) {
        return same->id;
    }
    session::Experiment experiment;
    experiment.instrument = instrument;
    experiment.name = name;
    experiment.position = static_cast<int>(known->size());
    experiment.plan = planText;
    return file.putExperiment(experiment);
}

} // namespace assay::cli
