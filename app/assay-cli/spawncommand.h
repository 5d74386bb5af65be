// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

/// assay-cli spawn: measures what starting processes costs.
int spawnCommand(const std::vector<std::string>& arguments);

} // namespace assay::cli
