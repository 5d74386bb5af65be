// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Variable-length integers (7 bits a byte, least significant first, as in LEB128) for compact columns.
inline void appendVarint(std::string& out, std::uint64_t value)
{
    while (value >= 0x80) {
        out += static_cast<char>(value | 0x80);
        value >>= 7;
    }
    out += static_cast<char>(value);
}

/// Maps signed to unsigned so that small magnitudes stay short: 0, -1, 1, -2 … become 0, 1, 2, 3 …
constexpr std::uint64_t zigzag(std::int64_t value) noexcept
{
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

constexpr std::int64_t unzigzag(std::uint64_t value) noexcept
{
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

/// Reads from the front of untrusted bytes and remembers whether anything was wrong.
class VarintReader
{
public:
    explicit VarintReader(std::string_view bytes)
        : m_rest(bytes)
    {
    }

    /// 0 once the input ended early or held more than 64 bits; ok() is false from then on.
    std::uint64_t next() noexcept
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !m_rest.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            if (shift == 63 && byte > 1) {
                break;
            }
            value |= std::uint64_t {byte & 0x7fU} << shift;
            if (byte < 0x80) {
                return value;
            }
        }
        m_ok = false;
        m_rest = {};
        return 0;
    }

    bool ok() const noexcept { return m_ok; }
    bool atEnd() const noexcept { return m_rest.empty(); }
    std::string_view rest() const noexcept { return m_rest; }

private:
    std::string_view m_rest;
    bool m_ok = true;
};

} // namespace assay
