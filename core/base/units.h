// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// Reads a duration as people write it: "500ms", "10s", "1m30s", "1.5s", "250us", "40ns", "2h"; "0" needs no
/// unit. Any other number without a unit is refused, since nobody knows what "10" meant. Result in
/// nanoseconds, never negative. Independent of the locale.
Result<std::int64_t> parseDuration(std::string_view text);

/// The shortest text that parseDuration() reads back to the same value: "1m30s", "500ms", "0s".
std::string formatDuration(std::int64_t ns);

/// A duration for reading: three significant digits and one unit, "12.3 ms", "1.50 s", "2 m 5 s".
std::string humanDuration(std::int64_t ns);

/// Reads a size: "512", "64k", "512M", "1G", "1T" (powers of 1024; an optional trailing "B" or "iB").
Result<std::int64_t> parseSize(std::string_view text);

/// The shortest text that parseSize() reads back to the same value: "512M", "1000".
std::string formatSize(std::int64_t bytes);

/// A byte count for reading: "1.5 MiB".
std::string humanSize(std::int64_t bytes);

/// A plain decimal number, whole text, independent of the locale; finite.
Result<double> parseNumber(std::string_view text);

/// A whole number, whole text.
Result<std::int64_t> parseInteger(std::string_view text);

/// Shortest decimal text that reads back to the same double; independent of the locale.
std::string formatNumber(double value);

/// `value` with `decimals` digits behind the point; independent of the locale.
std::string formatFixed(double value, int decimals);

} // namespace assay
