// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::session {

/// One zstd frame with size and checksum, compressed for speed. Each of the parts that end at `boundaries`
/// (ascending, the last is the end of the content) is coded with statistics of its own.
std::string compressFrame(std::string_view content, std::span<const std::size_t> boundaries);
std::string compressFrame(std::string_view content);

/// The content of exactly one frame; nullopt when it is damaged or claims to be longer than `maxBytes`.
std::optional<std::string> decompressFrame(std::string_view bytes, std::size_t maxBytes);

} // namespace assay::session
