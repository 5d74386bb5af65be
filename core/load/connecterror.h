// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/failurekind.h"

#include <string>

namespace assay::load {

/// The class of a connection attempt that the kernel ended with this errno.
session::FailureKind kindOfConnectError(int reason);

/// What to do about it, as the end of a sentence; "." where nothing but the server can help.
std::string remedyOfConnectError(int reason);

/// Whether an attempt of this class came to no connection at all.
bool neverConnected(session::FailureKind kind);

} // namespace assay::load
