// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/stamps.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace assay::spawn {

namespace {

StampSlot* slotsOfThisProcess = nullptr;

} // namespace

int becomeNull(int descriptor, int way)
{
    const int null = open("/dev/null", way);
    if (null < 0 || dup2(null, descriptor) < 0) {
        return errno;
    }
    if (null != descriptor) {
        close(null);
    }
    return 0;
}

int mapStamps(int slots, bool childStamps)
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
    return childStamps ? 0 : becomeNull(stampDescriptor, O_WRONLY);
}

StampSlot& stampSlot(int slot)
{
    return slotsOfThisProcess[slot];
}

} // namespace assay::spawn
