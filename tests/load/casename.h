// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace assay {

/// Names a parameterised test after its row's `name`.
inline constexpr auto caseName = [](const auto& row) { return std::string{row.param.name}; };

/// Names it after its position, where a row's text is its name but holds marks that test names cannot.
inline constexpr auto rowNumber = [](const auto& row) { return "Row" + std::to_string(row.index); };

} // namespace assay
