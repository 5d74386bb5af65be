// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/runtarget.h"

namespace assay::load {

Result<RunTarget> startRunTarget(const EmbeddedTarget& wanted)
{
    RunTarget result;
    if (!wanted.enabled) {
        return result;
    }
    const auto service = target::ServiceTime::parse(wanted.service);
    if (!service) {
        return usageError("The plan's target.service: " + service.error().message);
    }
    target::TargetOptions options;
    options.service = *service;
    options.workers = wanted.pool;
    options.responseBytes = wanted.responseBytes;
    options.errorRate = wanted.errorRate;
    options.stallNs = wanted.stallForNs;
    options.stallEveryNs = wanted.stallEveryNs;
    result.server = std::make_unique<target::TargetServer>(std::move(options));
    const auto port = result.server->start();
    if (!port) {
        return port.error();
    }
    result.address = result.server->options().host + ":" + std::to_string(*port);
    return result;
}

} // namespace assay::load
