// SPDX-License-Identifier: GPL-3.0-or-later
#include "texttable.h"

#include <algorithm>
#include <string_view>

namespace assay::cli {

namespace {

/// Characters on the screen: UTF-8 continuation bytes take no place.
std::size_t width(std::string_view text)
{
    std::size_t count = 0;
    for (const char c : text) {
        count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    }
    return count;
}

} // namespace

std::string TextTable::text() const
{
    std::vector<std::size_t> widths;
    for (const auto& row : m_rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], width(row[i]));
        }
    }
    std::string out;
    for (const auto& row : m_rows) {
        out += "  ";
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string gap(widths[i] - width(row[i]), ' ');
            out += i == 0 ? row[i] + gap : "  " + gap + row[i];
        }
        out.erase(out.find_last_not_of(' ') + 1);
        out += '\n';
    }
    return out;
}

} // namespace assay::cli
