// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/statusset.h"

#include "base/text.h"
#include "base/units.h"

#include <algorithm>

namespace assay::load {

namespace {

/// A code, or 0 if `text` is none.
std::size_t codeOf(std::string_view text)
{
    const auto code = parseInteger(trimmed(text));
    return code && *code >= 100 && *code <= 999 ? static_cast<std::size_t>(*code) : 0;
}

} // namespace

Result<StatusSet> StatusSet::parse(std::string_view text)
{
    StatusSet set;
    std::string_view rest = text;
    for (bool more = true; more;) {
        const auto comma = rest.find(',');
        const auto part = rest.substr(0, comma);
        const auto hyphen = part.find('-');
        const auto first = codeOf(part.substr(0, hyphen));
        const auto last = hyphen == std::string_view::npos ? first : codeOf(part.substr(hyphen + 1));
        if (first == 0 || last < first) {
            return usageError("\"" + std::string{text}
                + "\" is not a list of status codes. Write codes and ranges with commas between, such as "
                  "200-299,304.");
        }
        for (auto code = first; code <= last; ++code) {
            set.m_codes.set(code);
        }
        more = comma != std::string_view::npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
    }
    return set;
}

} // namespace assay::load
