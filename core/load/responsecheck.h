// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/program.h"
#include "load/responsereader.h"

#include <string>

namespace assay::load {

/// Why a complete response fails its step's checks, as a sentence; empty if it passes. `followsRedirects`: a
/// 3xx with a Location will be followed, so it is judged by what it leads to.
std::string checkResponse(const CompiledRequest& request, const TemplateValues& values,
    const ResponseReader& reader, bool followsRedirects);

} // namespace assay::load
