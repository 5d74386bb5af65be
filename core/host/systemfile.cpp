// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/systemfile.h"

#include "base/text.h"

#include <array>
#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace assay::host {

namespace {

constexpr std::size_t largestFile = 1 << 20;
constexpr std::string_view blanks = " \t\r\n";

/// Calls `take` with each piece of `text` between characters of `separators`.
template <typename Take> void split(std::string_view text, std::string_view separators, Take take)
{
    while (!text.empty()) {
        const auto end = text.find_first_of(separators);
        take(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

} // namespace

std::optional<std::string> readSystemFile(const SystemRoot& root, std::string_view path)
{
    const int file = open((root / path).c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return std::nullopt;
    }
    std::string text;
    std::array<char, 16384> part; // NOLINT: filled by read()
    ssize_t count = 0;
    while (text.size() < largestFile && (count = read(file, part.data(), part.size())) > 0) {
        text.append(part.data(), static_cast<std::size_t>(count));
    }
    close(file);
    return count < 0 ? std::nullopt : std::optional{std::move(text)};
}

std::string readSystemLine(const SystemRoot& root, std::string_view path)
{
    const auto text = readSystemFile(root, path).value_or("");
    return std::string{trimmed(std::string_view{text}.substr(0, text.find('\n')), blanks)};
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    split(text, "\n", [&lines](std::string_view line) { lines.push_back(line); });
    return lines;
}

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    split(line, blanks, [&words](std::string_view word) {
        if (!word.empty()) {
            words.push_back(word);
        }
    });
    return words;
}

std::optional<std::int64_t> wholeNumber(std::string_view word)
{
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    return code == std::errc{} && end == word.data() + word.size() ? std::optional{value} : std::nullopt;
}

std::string_view valueOf(std::string_view text, std::string_view key, char separator)
{
    for (const auto line : linesOf(text)) {
        const auto end = line.find(separator);
        if (end != std::string_view::npos && trimmed(line.substr(0, end), blanks) == key) {
            return trimmed(line.substr(end + 1), blanks);
        }
    }
    return {};
}

} // namespace assay::host
