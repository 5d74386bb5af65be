// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "load/loadplan.h"
#include "target/targetserver.h"

#include <memory>
#include <string>

namespace assay::load {

/// The demo server of one run, alive as long as this is.
struct RunTarget
{
    std::unique_ptr<target::TargetServer> server; ///< null if the plan wants none
    std::string address; ///< "127.0.0.1:40123", or empty
};

/// The server's options as the plan wants them. Fails if the service time cannot be read.
Result<target::TargetOptions> targetOptions(const EmbeddedTarget& wanted);

/// Starts the server that the plan asks for, if any.
Result<RunTarget> startRunTarget(const EmbeddedTarget& wanted);

} // namespace assay::load
