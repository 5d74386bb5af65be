// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/template.h"
#include "load/url.h"

namespace assay::load {

/// A step's URL, compiled. Its server is constant, for connections belong to a server; its path and query may
/// have holes.
struct UrlTemplate
{
    Url url; ///< with the whole target if `target` is constant, else with the part before the first hole
    Template target; ///< path and query, percent-encoded
};

/// Variables are inserted as they are, then what may not stand in a URL is percent-encoded: see parseUrl().
Result<UrlTemplate> compileUrl(std::string_view text, const VariableTable& variables);

} // namespace assay::load
