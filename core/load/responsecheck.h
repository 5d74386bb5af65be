// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/program.h"
#include "load/responsereader.h"

#include <string>

namespace assay::load {

/// Whether a complete response sends the client elsewhere: 301, 302, 303, 307 or 308 with a Location.
bool isRedirect(const ResponseReader& reader);

/// How many redirects a request follows at most, and how many of these it still may.
struct Redirects
{
    int left = 0;
    int most = 0;
};

/// Why a complete response fails its step's checks, as a sentence; empty if it passes. A redirect that will
/// be followed is judged by what it leads to; one too many is a failure whatever the checks say.
std::string checkResponse(const CompiledRequest& request, const TemplateValues& values,
    const ResponseReader& reader, Redirects redirects);

} // namespace assay::load
