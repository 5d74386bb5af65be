// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

/// assay-cli run --session FILE --experiment ID: the engine that the window starts. Tells its state on
/// stdout, one JSON object a line; obeys "stop" lines on stdin.
int runCommand(const std::vector<std::string>& arguments);

} // namespace assay::cli
