// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "base/units.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>

#include <algorithm>
#include <limits>
#include <set>

namespace assay {

namespace {

std::string lineAndColumn(std::string_view text, std::size_t offset)
{
    const auto before = text.substr(0, std::min(offset, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const auto lastBreak = before.rfind('\n');
    const auto column = before.size() - (lastBreak == std::string_view::npos ? 0 : lastBreak + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Builds a value as boost::json::parser does, but converts decimal numbers from their text, and notices keys
/// that an object holds twice. Member names are those that boost::json::basic_parser calls.
class ExactHandler
{
public:
    using Text = json::string_view;
    using Code = boost::system::error_code;

    static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_array_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_key_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_string_size = std::numeric_limits<std::size_t>::max();

    bool on_document_begin(Code&)
    {
        m_stack.reset();
        return true;
    }
    bool on_document_end(Code&) { return true; }
    bool on_array_begin(Code&) { return true; }
    bool on_array_end(std::size_t count, Code&)
    {
        m_stack.push_array(count);
        return true;
    }
    bool on_object_begin(Code&)
    {
        m_keys.emplace_back();
        return true;
    }
    bool on_object_end(std::size_t count, Code&)
    {
        m_keys.pop_back();
        m_stack.push_object(count);
        return true;
    }
    bool on_key_part(Text part, std::size_t, Code&)
    {
        m_key += std::string_view{part};
        m_stack.push_chars(part);
        return true;
    }
    bool on_key(Text part, std::size_t, Code& code)
    {
        m_key += std::string_view{part};
        m_stack.push_key(part);
        if (!m_keys.back().insert(m_key).second) {
            m_repeatedKey = m_key;
            code = json::error::syntax;
            return false;
        }
        m_key.clear();
        return true;
    }
    bool on_string_part(Text part, std::size_t, Code&)
    {
        m_stack.push_chars(part);
        return true;
    }
    bool on_string(Text part, std::size_t, Code&)
    {
        m_stack.push_string(part);
        return true;
    }
    bool on_number_part(Text part, Code&)
    {
        m_number += std::string_view{part};
        return true;
    }
    bool on_int64(std::int64_t value, Text, Code&)
    {
        m_stack.push_int64(value);
        m_number.clear();
        return true;
    }
    bool on_uint64(std::uint64_t value, Text, Code&)
    {
        m_stack.push_uint64(value);
        m_number.clear();
        return true;
    }
    bool on_double(double approximate, Text part, Code& code)
    {
        m_number += std::string_view{part};
        const auto exact = parseNumber(m_number);
        m_number.clear();
        // Too small for a double: the approximation is the 0 that is wanted. Too large: infinite.
        if (!exact && approximate != 0) {
            code = json::error::exponent_overflow;
            return false;
        }
        m_stack.push_double(exact ? *exact : approximate);
        return true;
    }
    bool on_bool(bool value, Code&)
    {
        m_stack.push_bool(value);
        return true;
    }
    bool on_null(Code&)
    {
        m_stack.push_null();
        return true;
    }
    bool on_comment_part(Text, Code&) { return true; }
    bool on_comment(Text, Code&) { return true; }

    json::value release() { return m_stack.release(); }
    const std::string& repeatedKey() const { return m_repeatedKey; }

private:
    json::value_stack m_stack;
    std::vector<std::set<std::string, std::less<>>> m_keys; ///< of each open object
    std::string m_key;
    std::string m_number;
    std::string m_repeatedKey;
};

} // namespace

Result<json::value> parseJson(std::string_view text, std::string_view source)
{
    json::basic_parser<ExactHandler> parser{json::parse_options{}};
    boost::system::error_code code;
    const auto consumed = parser.write_some(false, text.data(), text.size(), code);
    const std::string where{source};
    if (code) {
        const auto& repeated = parser.handler().repeatedKey();
        return usageError(repeated.empty()
                ? where + " is not valid JSON at " + lineAndColumn(text, consumed) + " (" + code.message()
                    + ")."
                : where + " holds the field \"" + repeated + "\" twice in one object, at "
                    + lineAndColumn(text, consumed) + ". Remove one of them.");
    }
    const auto rest = text.find_first_not_of(" \t\r\n", consumed);
    if (rest != std::string_view::npos) {
        return usageError(where + " goes on after the end of its JSON value at " + lineAndColumn(text, rest)
            + ". Remove what follows.");
    }
    return parser.handler().release();
}

} // namespace assay
