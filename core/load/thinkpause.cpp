// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/thinkpause.h"

#include <algorithm>

namespace assay::load {

std::int64_t drawPauseNs(const ThinkTime& time, RandomStream& random)
{
    const auto draw = [&]() -> double {
        const auto mean = static_cast<double>(time.meanNs);
        switch (time.kind) {
        case ThinkTime::Kind::None:
            return 0;
        case ThinkTime::Kind::Fixed:
            return mean;
        case ThinkTime::Kind::Uniform:
            return static_cast<double>(time.minNs)
                + random.uniform() * static_cast<double>(time.maxNs - time.minNs);
        case ThinkTime::Kind::Gaussian:
            return mean + random.gaussian() * static_cast<double>(time.deviationNs);
        case ThinkTime::Kind::Poisson:
            return mean * random.exponential();
        }
        return 0;
    };
    return static_cast<std::int64_t>(std::max(draw(), 0.0));
}

} // namespace assay::load
