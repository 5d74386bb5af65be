// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "load/responsehead.h"

#include <string>
#include <string_view>

namespace assay::load {

/// Decodes a compressed body for a check. Gives at most `maxBytes` (a small body can unpack to gigabytes).
/// A body that ends early gives what could be decoded.
Result<std::string> decodeBody(std::string_view body, ContentCoding coding, std::size_t maxBytes);

} // namespace assay::load
