// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

/// `assay-cli target`: serves until a signal, the end of its input or its duration; returns the exit code.
int targetCommand(const std::vector<std::string>& arguments);

} // namespace assay::cli
