// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Appends one field to a CSV line (RFC 4180: quoted when it holds a comma, a quote or a line end; quotes
/// doubled). The caller writes the separators.
void appendCsvField(std::string& line, std::string_view field);

} // namespace assay
