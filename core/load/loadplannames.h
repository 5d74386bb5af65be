// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"

#include <array>
#include <string_view>
#include <vector>

/// The words of the plan's file format that stand for an enumerator; position = its number.
namespace assay::load {

inline const std::vector<std::string_view> stepTypes{"http", "loop"};
inline const std::vector<std::string_view> thinkKinds{"none", "fixed", "uniform", "gaussian", "poisson"};
inline const std::vector<std::string_view> profileKinds{"closed", "open"};
inline const std::vector<std::string_view> arrivalKinds{"even", "poisson"};

struct CheckName
{
    Check::Kind kind;
    std::string_view key;
};
inline constexpr std::array<CheckName, 3> checkNames{{
    {Check::Kind::Status, "status"},
    {Check::Kind::BodyContains, "bodyContains"},
    {Check::Kind::BodyLacks, "bodyLacks"},
}};

} // namespace assay::load
