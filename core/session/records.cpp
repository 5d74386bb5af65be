// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/records.h"

#include <array>

namespace assay::session {

namespace {

constexpr std::array<std::string_view, 5> stateNames{
    "running", "finished", "stopped", "failed", "interrupted"};

} // namespace

std::string_view runStateName(RunState state)
{
    return stateNames[static_cast<std::size_t>(state)];
}

std::optional<RunState> runStateFromName(std::string_view name)
{
    for (std::size_t i = 0; i < stateNames.size(); ++i) {
        if (stateNames[i] == name) {
            return static_cast<RunState>(i);
        }
    }
    return std::nullopt;
}

} // namespace assay::session
