// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::spawn {

/// The flags of clone3 that a plan may set, by their kernel names joined with '|': "CLONE_VM|CLONE_VFORK".
/// Those that would make the child no child of ours, or need further arguments, are not among them.
std::string cloneFlagsText(std::uint64_t flags);
/// nullopt names an unknown or unsuitable flag. "" is 0.
std::optional<std::uint64_t> cloneFlagsFromText(std::string_view text);
/// All that may be set, for help texts.
std::string allCloneFlagsText();

} // namespace assay::spawn
