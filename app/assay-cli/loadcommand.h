// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

/// assay-cli load URL|PLAN.json [options]: runs a load plan, tells the result.
int loadCommand(const std::vector<std::string>& arguments);

} // namespace assay::cli
