// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/responsehead.h"

#include <cstring>
#include <string>
#include <string_view>

namespace assay::load {

/// Remembers the last head that a worker parsed: under load one response's head mostly equals the one before
/// to the byte (its Date changes once a second), and comparing is many times cheaper than parsing.
class HeadCache
{
public:
    /// Length of the head at the front of `bytes` if it is the remembered one, which then is in `out`; else
    /// 0.
    std::size_t find(std::string_view bytes, bool toHead, ResponseHead& out) const noexcept
    {
        if (m_bytes.empty() || bytes.size() < m_bytes.size() || toHead != m_toHead
            || std::memcmp(bytes.data(), m_bytes.data(), m_bytes.size()) != 0) {
            return 0;
        }
        out = m_head;
        return m_bytes.size();
    }

    /// Heads with a Location are not kept: its view would point into the old bytes.
    void keep(std::string_view bytes, bool toHead, const ResponseHead& head)
    {
        if (head.location.empty() && bytes.size() <= longest) {
            m_bytes = bytes;
            m_toHead = toHead;
            m_head = head;
        }
    }

private:
    static constexpr std::size_t longest = 2048;

    std::string m_bytes;
    ResponseHead m_head;
    bool m_toHead = false;
};

} // namespace assay::load
