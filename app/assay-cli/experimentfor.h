// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sessionfile.h"

#include <cstdint>
#include <string>

namespace assay::cli {

/// The experiment of the session file that has this very plan, or a new one with `name`.
Result<std::int64_t> experimentFor(session::SessionFile& file, const std::string& instrument,
    const std::string& name, const std::string& planText);

} // namespace assay::cli
