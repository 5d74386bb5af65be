// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

namespace assay {

constexpr std::int64_t nsPerUs = 1'000;
constexpr std::int64_t nsPerMs = 1'000'000;
constexpr std::int64_t nsPerSecond = 1'000'000'000;

constexpr double inSeconds(std::int64_t ns) noexcept
{
    return static_cast<double>(ns) / static_cast<double>(nsPerSecond);
}

/// Nanoseconds on CLOCK_MONOTONIC. Any thread; no system call where the kernel offers a vDSO clock.
inline std::int64_t monotonicNs() noexcept
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * nsPerSecond + now.tv_nsec;
}

/// The wall clock as ISO 8601 in UTC with milliseconds, e.g. "2026-03-01T12:00:00.250Z". For labels only:
/// no duration is ever computed from it.
std::string utcNow();

} // namespace assay
