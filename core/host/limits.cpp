// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/limits.h"

#include <sys/resource.h>

namespace assay::host {

std::int64_t raiseOpenFileLimit()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return 0;
    }
    if (limit.rlim_cur < limit.rlim_max) {
        const rlimit raised{limit.rlim_max, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) {
            limit = raised;
        }
    }
    return static_cast<std::int64_t>(limit.rlim_cur);
}

} // namespace assay::host
