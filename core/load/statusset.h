// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <bitset>
#include <string_view>

namespace assay::load {

/// A set of HTTP status codes, written as comma-separated codes and ranges: "200", "200-299,304".
class StatusSet
{
public:
    /// Codes are 100 … 999 (what three digits can say); spaces are allowed around codes.
    static Result<StatusSet> parse(std::string_view text);

    bool contains(unsigned status) const noexcept { return status < m_codes.size() && m_codes[status]; }

private:
    std::bitset<1000> m_codes;
};

} // namespace assay::load
