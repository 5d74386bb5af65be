// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/randomstream.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay::load {

/// The virtual users of an open profile, shared by all workers: a round that arrives takes a free one, whose
/// number, rounds so far and random stream it goes on with. Without locks; take() and giveBack() from any
/// thread.
class UserSlots
{
public:
    struct User
    {
        std::uint32_t round = 0;
        RandomStream random{0};
    };

    /// Before the workers' threads start. User n draws from stream n + 1 of `seed`.
    void create(std::size_t count, std::uint64_t seed);

    /// A free user's number, from `wanted` on if possible; nullopt: all are in progress. Its User belongs to
    /// the caller until giveBack().
    std::optional<std::uint32_t> take(std::uint32_t wanted);
    void giveBack(std::uint32_t number);
    User& at(std::uint32_t number) { return m_users[number]; }

private:
    std::uint32_t takeBit(std::uint32_t wanted);

    std::vector<User> m_users;
    std::vector<std::atomic<std::uint64_t>> m_taken; ///< a bit each; those beyond the last user are set
    std::atomic<std::int64_t> m_free{0};
};

} // namespace assay::load
