// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"

#include "base/clock.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace assay {

namespace {

struct Unit
{
    std::string_view name;
    std::int64_t factor;
};

// Largest first: formatDuration() walks down; parseDuration() compares the whole unit text.
constexpr std::array<Unit, 6> durationUnits {{
    {"h", 3600 * nsPerSecond},
    {"m", 60 * nsPerSecond},
    {"s", nsPerSecond},
    {"ms", nsPerMs},
    {"us", nsPerUs},
    {"ns", 1},
}};

constexpr std::array<Unit, 4> sizeUnits {{
    {"T", std::int64_t {1} << 40},
    {"G", std::int64_t {1} << 30},
    {"M", std::int64_t {1} << 20},
    {"k", std::int64_t {1} << 10},
}};

bool isDigitOrPoint(char c)
{
    return (c >= '0' && c <= '9') || c == '.';
}

char lower(char c)
{
    return (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
}

/// value * factor rounded, or -1 when it does not fit in 63 bits.
std::int64_t scaled(double value, std::int64_t factor)
{
    const double product = std::round(value * static_cast<double>(factor));
    return product < 9.2e18 ? static_cast<std::int64_t>(product) : -1;
}

Error durationError(std::string_view text)
{
    return usageError("\"" + std::string {text}
        + "\" is not a duration. Write a number with its unit, such as 500ms, 10s, 1m30s or 2h.");
}

Error sizeError(std::string_view text)
{
    return usageError(
        "\"" + std::string {text} + "\" is not a size. Write bytes or a number with k, M, G or T, such as 512M.");
}

} // namespace

Result<std::int64_t> parseDuration(std::string_view text)
{
    if (text == "0") {
        return std::int64_t {0};
    }
    std::int64_t total = 0;
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto numberLength = static_cast<std::size_t>(
            std::find_if_not(rest.begin(), rest.end(), isDigitOrPoint) - rest.begin());
        const auto value = parseNumber(rest.substr(0, numberLength));
        rest.remove_prefix(numberLength);
        const auto unitLength
            = static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), isDigitOrPoint) - rest.begin());
        const auto unitName = rest.substr(0, unitLength);
        rest.remove_prefix(unitLength);
        const auto unit = std::find_if(durationUnits.begin(), durationUnits.end(),
            [&](const Unit& candidate) { return candidate.name == unitName; });
        if (!value || unit == durationUnits.end()) {
            return durationError(text);
        }
        const auto part = scaled(*value, unit->factor);
        if (part < 0 || part > std::numeric_limits<std::int64_t>::max() - total) {
            return usageError("The duration \"" + std::string {text} + "\" is too long.");
        }
        total += part;
    }
    if (text.empty()) {
        return durationError(text);
    }
    return total;
}

std::string formatDuration(std::int64_t ns)
{
    if (ns == 0) {
        return "0s";
    }
    std::string text;
    for (const auto& unit : durationUnits) {
        if (ns >= unit.factor) {
            text += std::to_string(ns / unit.factor);
            text += unit.name;
            ns %= unit.factor;
        }
    }
    return text;
}

std::string humanDuration(std::int64_t ns)
{
    if (ns < 0) {
        return "-" + humanDuration(-ns);
    }
    if (ns >= 60 * nsPerSecond) {
        const auto seconds = (ns + nsPerSecond / 2) / nsPerSecond;
        const auto hours = seconds / 3600;
        const auto minutes = seconds / 60 % 60;
        return hours > 0 ? std::to_string(hours) + " h " + std::to_string(minutes) + " min"
                         : std::to_string(minutes) + " min " + std::to_string(seconds % 60) + " s";
    }
    static constexpr std::array<Unit, 4> units {{{"s", nsPerSecond}, {"ms", nsPerMs}, {"µs", nsPerUs}, {"ns", 1}}};
    const auto unit = std::find_if(units.begin(), units.end() - 1, [&](const Unit& u) { return ns >= u.factor; });
    if (unit->factor == 1) {
        return std::to_string(ns) + " ns";
    }
    const double value = static_cast<double>(ns) / static_cast<double>(unit->factor);
    return formatFixed(value, value < 10 ? 2 : value < 100 ? 1 : 0) + " " + std::string {unit->name};
}

Result<std::int64_t> parseSize(std::string_view text)
{
    const auto numberLength
        = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isDigitOrPoint) - text.begin());
    const auto value = parseNumber(text.substr(0, numberLength));
    if (!value) {
        return sizeError(text);
    }
    auto suffix = text.substr(numberLength);
    std::int64_t factor = 1;
    if (!suffix.empty() && lower(suffix.front()) != 'b') {
        const auto unit = std::find_if(sizeUnits.begin(), sizeUnits.end(),
            [&](const Unit& candidate) { return lower(candidate.name.front()) == lower(suffix.front()); });
        if (unit == sizeUnits.end()) {
            return sizeError(text);
        }
        factor = unit->factor;
        suffix.remove_prefix(1);
        if (suffix.size() == 2 && suffix.front() == 'i') {
            suffix.remove_prefix(1);
        }
    }
    if (!suffix.empty() && !(suffix.size() == 1 && lower(suffix.front()) == 'b')) {
        return sizeError(text);
    }
    const auto bytes = scaled(*value, factor);
    if (bytes < 0) {
        return usageError("The size \"" + std::string {text} + "\" is too large.");
    }
    return bytes;
}

std::string formatSize(std::int64_t bytes)
{
    for (const auto& unit : sizeUnits) {
        if (bytes != 0 && bytes % unit.factor == 0) {
            return std::to_string(bytes / unit.factor) + std::string {unit.name};
        }
    }
    return std::to_string(bytes);
}

std::string humanSize(std::int64_t bytes)
{
    for (const auto& unit : sizeUnits) {
        if (bytes >= unit.factor) {
            const double value = static_cast<double>(bytes) / static_cast<double>(unit.factor);
            return formatFixed(value, value < 10 ? 2 : value < 100 ? 1 : 0) + " "
                + (unit.name == "k" ? "K" : std::string {unit.name}) + "iB";
        }
    }
    return std::to_string(bytes) + " B";
}

Result<double> parseNumber(std::string_view text)
{
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc {} || end != text.data() + text.size() || !std::isfinite(value)) {
        return usageError("\"" + std::string {text} + "\" is not a number.");
    }
    return value;
}

Result<std::int64_t> parseInteger(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc {} || end != text.data() + text.size()) {
        return usageError("\"" + std::string {text} + "\" is not a whole number.");
    }
    return value;
}

std::string formatNumber(double value)
{
    std::array<char, 64> text {};
    const auto [end, code] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end};
}

std::string formatFixed(double value, int decimals)
{
    std::array<char, 400> text {};
    const auto [end, code]
        = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
    return {text.data(), end};
}

} // namespace assay
