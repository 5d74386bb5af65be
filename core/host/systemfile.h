// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Reading the kernel's text files. Their format is the kernel's word but not a promise: whatever is missing
/// or odd comes back as nothing.
namespace assay::host {

/// Where /proc and /sys are found; tests put a captured tree in place of "/".
using SystemRoot = std::filesystem::path;

/// The whole file (1 MiB at most); nullopt when it cannot be read.
std::optional<std::string> readSystemFile(const SystemRoot& root, std::string_view path);

/// The first line without surrounding blanks; "" when there is none.
std::string readSystemLine(const SystemRoot& root, std::string_view path);

/// The lines without their ends; the views live as long as the text.
std::vector<std::string_view> linesOf(std::string_view text);
/// The words between blanks (spaces and tabs).
std::vector<std::string_view> wordsOf(std::string_view line);

/// A whole number that is the whole word.
std::optional<std::int64_t> wholeNumber(std::string_view word);

/// "key<separator>value" lines: the value without blanks around it, "" when the key is missing.
std::string_view valueOf(std::string_view text, std::string_view key, char separator);

} // namespace assay::host
