// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace assay::host {

/// Lets this process open as many files and sockets as its hard limit allows, and returns that number. Any
/// thread; children inherit it.
std::int64_t raiseOpenFileLimit();

} // namespace assay::host
