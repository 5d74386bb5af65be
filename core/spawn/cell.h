// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/mechanism.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::spawn {

/// What is done with the ballast, the memory that makes the process big.
enum class Fill
{
    Written, ///< each page written to: it has a page of its own
    Read, ///< each page read: all share the kernel's zero page
    Reserved, ///< mapped and left alone: no page tables, but counted as promised memory
    Shared, ///< MAP_SHARED and written to
    DontFork, ///< written to, then MADV_DONTFORK: no child gets it
};
constexpr std::array<std::string_view, 5> fillNames{"written", "read", "reserved", "shared", "dontfork"};

enum class PageSize
{
    Base, ///< the processor's smallest, 4 KiB on most
    Transparent, ///< MADV_HUGEPAGE
    Huge2M, ///< MAP_HUGETLB from the pool of 2 MiB pages
    Huge1G,
};
constexpr std::array<std::string_view, 4> pageSizeNames{"4k", "thp", "2m", "1g"};

/// How many mappings the ballast is made of.
enum class Slabs
{
    One,
    Pieces, ///< 80 MiB each, as an allocator's arenas are
    PerPage, ///< one mapping a page: the costliest shape there is
};
constexpr std::array<std::string_view, 3> slabNames{"one", "80m", "page"};
constexpr std::int64_t slabPieceBytes = 80LL << 20;

/// How the child gets rid of inherited descriptors before exec.
enum class CloseWay
{
    Inherit, ///< it keeps them
    Loop, ///< close() for every possible number up to the limit
    Proc, ///< those that /proc/self/fd lists
    CloseRange, ///< one close_range()
};
constexpr std::array<std::string_view, 4> closeWayNames{"inherit", "loop", "proc", "close_range"};

enum class Placement
{
    Free, ///< the kernel chooses
    SameCpu, ///< all threads, and so all children, on one processor
    Spread, ///< each thread, and its children, on a processor of its own
};
constexpr std::array<std::string_view, 3> placementNames{"free", "same", "spread"};

/// One point of the experiment: everything that tells two measurements apart.
struct Cell
{
    Mechanism mechanism = Mechanism::Fork;
    int threads = 1;
    std::int64_t memoryBytes = 0;
    Fill fill = Fill::Written;
    PageSize pages = PageSize::Base;
    Slabs slabs = Slabs::One;
    std::vector<std::string> child; ///< program and arguments; empty = the built-in one
    int openFiles = 0; ///< descriptors open in the process besides its own, inheritable
    CloseWay closeWay = CloseWay::Inherit;
    int environmentVariables = 0; ///< besides those inherited
    Placement placement = Placement::Free;
    std::uint64_t cloneFlags = 0; ///< of Mechanism::Clone3, see cloneflags.h

    bool operator==(const Cell&) const = default;
};

/// How much of it is done in one round.
struct Work
{
    std::int64_t count = 200; ///< spawns of all threads together; 0 = as many as fit into durationNs
    std::int64_t durationNs = 0; ///< 0 = no limit
    double ratePerSecond = 0; ///< spawns begun a second, all threads together; 0 = one after the other

    /// How long the plan itself makes it: its duration, or what the rate needs for its count. 0 = as long as
    /// the machine takes.
    std::int64_t plannedNs() const;

    bool operator==(const Work&) const = default;
};

/// Its mechanism, threads and memory, and what else differs from an ordinary cell, as words: "fork threads=4
/// memory=1G fill=written pages=thp".
std::string cellKey(const Cell& cell);
/// The program that the cell starts, as a shell would take it; "built-in" for the one that comes with Assay.
std::string childText(const Cell& cell);

} // namespace assay::spawn
