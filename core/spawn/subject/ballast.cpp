// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/ballast.h"

#include <cerrno>
#include <linux/mman.h>
#include <sys/mman.h>
#include <unistd.h>

namespace assay::spawn {

namespace {

constexpr std::int64_t hugePageBytes = 2LL << 20;
constexpr std::int64_t gigaPageBytes = 1LL << 30;

std::int64_t basePageBytes()
{
    return sysconf(_SC_PAGESIZE);
}

std::int64_t stepOf(PageSize pages)
{
    switch (pages) {
    case PageSize::Huge2M:
        return hugePageBytes;
    case PageSize::Huge1G:
        return gigaPageBytes;
    default:
        return basePageBytes();
    }
}

std::int64_t roundedUp(std::int64_t bytes, std::int64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

int mapFlags(const Cell& cell)
{
    int flags = MAP_ANONYMOUS | (cell.fill == Fill::Shared ? MAP_SHARED : MAP_PRIVATE);
    if (cell.pages == PageSize::Huge2M) {
        flags |= MAP_HUGETLB | MAP_HUGE_2MB;
    } else if (cell.pages == PageSize::Huge1G) {
        flags |= MAP_HUGETLB | MAP_HUGE_1GB;
    }
    return flags;
}

void touch(char* memory, std::int64_t bytes, const Cell& cell)
{
    const auto step = stepOf(cell.pages);
    if (cell.fill == Fill::Read) {
        for (std::int64_t at = 0; at < bytes; at += step) {
            static_cast<void>(*static_cast<volatile char*>(memory + at));
        }
    } else if (cell.fill != Fill::Reserved) {
        for (std::int64_t at = 0; at < bytes; at += step) {
            *static_cast<volatile char*>(memory + at) = 1;
        }
    }
}

/// Every other page becomes read-only, so that the kernel cannot merge neighbours into one mapping.
int splitIntoPages(char* memory, std::int64_t bytes)
{
    const auto page = basePageBytes();
    for (std::int64_t at = 0; at < bytes; at += 2 * page) {
        if (mprotect(memory + at, static_cast<std::size_t>(page), PROT_READ) != 0) {
            return errno;
        }
    }
    return 0;
}

int fillPiece(const Cell& cell, std::int64_t bytes)
{
    // Room to begin at a huge page's boundary; what is left over is given back.
    const bool transparent = cell.pages == PageSize::Transparent;
    const auto mapped = transparent ? bytes + hugePageBytes : bytes;
    void* const address =
        mmap(nullptr, static_cast<std::size_t>(mapped), PROT_READ | PROT_WRITE, mapFlags(cell), -1, 0);
    if (address == MAP_FAILED) {
        return errno;
    }
    auto* memory = static_cast<char*>(address);
    if (transparent) {
        const auto odd = reinterpret_cast<std::uintptr_t>(memory) % hugePageBytes;
        const auto head = odd == 0 ? 0 : hugePageBytes - static_cast<std::int64_t>(odd);
        if (head > 0) {
            munmap(memory, static_cast<std::size_t>(head));
        }
        memory += head;
        munmap(memory + bytes, static_cast<std::size_t>(hugePageBytes - head));
        if (madvise(memory, static_cast<std::size_t>(bytes), MADV_HUGEPAGE) != 0) {
            return errno;
        }
    } else if (cell.pages == PageSize::Base) {
        // Also where huge pages are always on, these cells are about small ones. Kernels without them say so.
        madvise(memory, static_cast<std::size_t>(bytes), MADV_NOHUGEPAGE);
    }
    touch(memory, bytes, cell);
    if (cell.fill == Fill::DontFork && madvise(memory, static_cast<std::size_t>(bytes), MADV_DONTFORK) != 0) {
        return errno;
    }
    return cell.slabs == Slabs::PerPage ? splitIntoPages(memory, bytes) : 0;
}

} // namespace

int fillBallast(const Cell& cell)
{
    const auto unit = cell.pages == PageSize::Transparent ? hugePageBytes : stepOf(cell.pages);
    auto left = roundedUp(cell.memoryBytes, unit);
    const auto piece = cell.slabs == Slabs::Pieces ? roundedUp(slabPieceBytes, unit) : left;
    while (left > 0) {
        const auto bytes = left < piece ? left : piece;
        if (const int error = fillPiece(cell, bytes); error != 0) {
            return error;
        }
        left -= bytes;
    }
    return 0;
}

} // namespace assay::spawn
