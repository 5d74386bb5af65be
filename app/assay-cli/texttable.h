// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

/// Rows of cells for a terminal; the first column flush left, the others right, as wide as they need.
class TextTable
{
public:
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace assay::cli
