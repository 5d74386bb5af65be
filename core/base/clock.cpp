// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <array>
#include <cstdio>

namespace assay {

std::string utcNow()
{
    timespec now {};
    clock_gettime(CLOCK_REALTIME, &now);
    std::tm parts {};
    gmtime_r(&now.tv_sec, &parts);
    std::array<char, 64> text {};
    const auto length = std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ",
        parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
        now.tv_nsec / nsPerMs);
    return {text.data(), static_cast<std::size_t>(length)};
}

} // namespace assay
