// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/runtarget.h"

namespace assay::load {

Result<target::TargetOptions> targetOptions(const EmbeddedTarget& wanted)
{
    const auto service = target::ServiceTime::parse(wanted.service);
    if (!service) {
        return service.error();
    }
    target::TargetOptions options;
    options.service = *service;
    options.workers = wanted.pool;
    options.responseBytes = wanted.responseBytes;
    options.errorRate = wanted.errorRate;
    options.stallNs = wanted.stallForNs;
    options.stallEveryNs = wanted.stallEveryNs;
    return options;
}

Result<RunTarget> startRunTarget(const EmbeddedTarget& wanted)
{
    RunTarget result;
    if (!wanted.enabled) {
        return result;
    }
    auto options = targetOptions(wanted);
    if (!options) {
        return usageError("The plan's target.service: " + options.error().message);
    }
    result.server = std::make_unique<target::TargetServer>(std::move(*options));
    const auto port = result.server->start();
    if (!port) {
        return port.error();
    }
    result.address = result.server->options().host + ":" + std::to_string(*port);
    return result;
}

} // namespace assay::load
