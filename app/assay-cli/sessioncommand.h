// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

/// assay-cli session show|samples|intervals FILE: tells what a session file holds. Changes nothing in it.
int sessionCommand(const std::vector<std::string>& arguments);

} // namespace assay::cli
