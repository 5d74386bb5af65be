// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace assay::fuzz {

/// Ends the program when something that must always hold does not.
inline void expect(bool holds, const char* what)
{
    if (!holds) {
        std::fprintf(stderr, "Does not hold: %s\n", what);
        std::abort();
    }
}

/// Takes values off the front of the fuzzer's input; zeros when there is no more.
class Input
{
public:
    Input(const std::uint8_t* data, std::size_t size)
        : m_rest(reinterpret_cast<const char*>(data), size)
    { }

    bool empty() const { return m_rest.empty(); }

    template <typename Number> Number number()
    {
        static_assert(std::is_arithmetic_v<Number>);
        Number value{};
        const auto bytes = take(sizeof value);
        std::memcpy(&value, bytes.data(), bytes.size());
        return value;
    }

    std::string_view take(std::size_t size)
    {
        const auto bytes = m_rest.substr(0, size);
        m_rest.remove_prefix(bytes.size());
        return bytes;
    }

    std::string_view rest() { return take(m_rest.size()); }

private:
    std::string_view m_rest;
};

} // namespace assay::fuzz
