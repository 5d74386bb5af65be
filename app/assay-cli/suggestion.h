// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

/// ", did you mean X?" with the candidate that `typed` resembles, else "".
std::string suggestion(std::string_view typed, const std::vector<std::string>& candidates);

} // namespace assay::cli
