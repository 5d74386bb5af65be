// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace assay::load {

/// When which virtual user is to be woken, earliest first. Entries are never removed early: whoever receives
/// one checks whether it still matters (a user has at most one of each kind in the queue).
class TimerQueue
{
public:
    enum class Kind : std::uint8_t
    {
        Wake,
        Deadline
    };

    struct Entry
    {
        std::int64_t dueNs;
        std::uint32_t user;
        Kind kind;

        bool operator>(const Entry& other) const { return dueNs > other.dueNs; }
    };

    void reserve(std::size_t entries) { m_heap.reserve(entries); }

    void push(std::int64_t dueNs, std::uint32_t user, Kind kind)
    {
        m_heap.push_back({dueNs, user, kind});
        std::push_heap(m_heap.begin(), m_heap.end(), std::greater{});
    }

    /// Far in the future when there is none.
    std::int64_t nextDueNs() const
    {
        return m_heap.empty() ? std::numeric_limits<std::int64_t>::max() : m_heap.front().dueNs;
    }

    Entry pop()
    {
        std::pop_heap(m_heap.begin(), m_heap.end(), std::greater{});
        const auto entry = m_heap.back();
        m_heap.pop_back();
        return entry;
    }

private:
    std::vector<Entry> m_heap;
};

} // namespace assay::load
