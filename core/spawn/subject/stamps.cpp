// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/stamps.h"

#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

namespace assay::spawn {

namespace {

StampSlot* slotsOfThisProcess = nullptr;

} // namespace

int mapStamps(int slots)
{
    const auto bytes = sizeof(StampSlot) * static_cast<std::size_t>(slots);
    if (ftruncate(stampDescriptor, static_cast<off_t>(bytes)) != 0) {
        return errno;
    }
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, stampDescriptor, 0);
    if (memory == MAP_FAILED) {
        return errno;
    }
    slotsOfThisProcess = static_cast<StampSlot*>(memory);
    return 0;
}

StampSlot& stampSlot(int slot)
{
    return slotsOfThisProcess[slot];
}

} // namespace assay::spawn
