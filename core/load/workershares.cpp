// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/workershares.h"

#include <algorithm>
#include <thread>

namespace assay::load {

int workerCount(const LoadPlan& plan)
{
    const auto processors = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
    const int wanted = plan.threads > 0 ? plan.threads : std::max(processors / 2, 1);
    return static_cast<int>(std::clamp<std::int64_t>(plannedPeakUsers(plan), 1, wanted));
}

std::vector<WorkerShare> shareOut(const LoadPlan& plan, int workers)
{
    const auto count = static_cast<std::size_t>(workers);
    std::vector<WorkerShare> shares(count);
    const auto endNs = plannedLengthNs(plan);
    if (plan.profile.kind == Profile::Kind::Closed) {
        const auto spans = userSpans(plan.profile);
        for (std::uint32_t i = 0; i < spans.size(); ++i) {
            shares[i % count].users.push_back({i, {spans[i].startNs, std::min(spans[i].endNs, endNs)}});
        }
        return shares;
    }
    for (std::size_t i = 0; i < count; ++i) {
        shares[i].arrivals.emplace(plan.profile, plan.seed);
        shares[i].expectedUsers = (static_cast<std::size_t>(plan.profile.maxUsers) + count - 1 - i) / count;
        shares[i].openSpan = {0, endNs + plan.graceNs};
        shares[i].endNs = endNs;
        shares[i].cutNs = endNs + plan.graceNs;
        shares[i].stride = count;
        shares[i].offset = i;
    }
    return shares;
}

} // namespace assay::load
