// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

/// Small questions about bytes of text, in ASCII whatever the locale says.
namespace assay {

constexpr char lowerCase(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lowerCase(std::string_view text)
{
    std::string lower{text};
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return lowerCase(c); });
    return lower;
}

constexpr bool sameIgnoringCase(std::string_view a, std::string_view b) noexcept
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
        return lowerCase(x) == lowerCase(y);
    });
}

constexpr bool hasControlCharacter(std::string_view text) noexcept
{
    return std::any_of(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// Without `blanks` around it.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") noexcept
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// A word as a POSIX shell takes it for the same word: in quotes where it needs some.
inline std::string shellWord(std::string_view word)
{
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:+,@%-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) {
        return std::string{word};
    }
    std::string quoted = "'";
    for (const char letter : word) {
        quoted += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
    }
    return quoted + "'";
}

} // namespace assay
