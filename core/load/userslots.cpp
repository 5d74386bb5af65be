// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/userslots.h"

#include <bit>

namespace assay::load {

namespace {

constexpr std::uint32_t wordBits = 64;
constexpr std::uint64_t allTaken = ~std::uint64_t{0};

} // namespace

void UserSlots::create(std::size_t count, std::uint64_t seed)
{
    m_users.clear();
    m_users.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        m_users.push_back({0, RandomStream{seed, i + 1}}); // stream 0: arrivals
    }
    m_taken = std::vector<std::atomic<std::uint64_t>>((count + wordBits - 1) / wordBits);
    if (const auto inLast = count % wordBits; inLast != 0) {
        m_taken.back() = allTaken << inLast;
    }
    m_free = static_cast<std::int64_t>(count);
}

std::optional<std::uint32_t> UserSlots::take(std::uint32_t wanted)
{
    // The count promises a free bit to who gets below it: none has to be looked for when all are taken.
    auto free = m_free.load(std::memory_order_relaxed);
    do {
        if (free <= 0) {
            return std::nullopt;
        }
    } while (!m_free.compare_exchange_weak(free, free - 1, std::memory_order_acquire));
    return takeBit(wanted);
}

std::uint32_t UserSlots::takeBit(std::uint32_t wanted)
{
    auto preferred = std::uint64_t{1} << (wanted % wordBits);
    for (std::size_t word = wanted / wordBits % m_taken.size();; word = (word + 1) % m_taken.size()) {
        auto taken = m_taken[word].load(std::memory_order_relaxed);
        while (taken != allTaken) {
            const auto lowest = ~taken & (taken + 1);
            const auto bit = (taken & preferred) == 0 ? preferred : lowest;
            if (m_taken[word].compare_exchange_weak(taken, taken | bit, std::memory_order_acquire)) {
                return static_cast<std::uint32_t>(word * wordBits)
                    + static_cast<std::uint32_t>(std::countr_zero(bit));
            }
        }
        preferred = 1;
    }
}

void UserSlots::giveBack(std::uint32_t number)
{
    // First the bit, then the count that promises it.
    m_taken[number / wordBits].fetch_and(
        ~(std::uint64_t{1} << (number % wordBits)), std::memory_order_release);
    m_free.fetch_add(1, std::memory_order_release);
}

} // namespace assay::load
