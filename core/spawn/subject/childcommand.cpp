// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/childcommand.h"

#include "base/text.h"
#include "spawn/subject/stamps.h"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay::spawn {

namespace {

constexpr int firstInherited = 3;

int descriptorLimit()
{
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    return static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1 << 30));
}

struct KernelDirectoryEntry
{
    std::uint64_t inode;
    std::int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[1]; // up to its 0
};

/// What opendir() would do, without its malloc. Apart, since its buffer would cost every child a page of
/// stack.
[[gnu::noinline]] void closeListed() noexcept
{
    const int directory = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    alignas(KernelDirectoryEntry) char entries[4096];
    long length = 0;
    while ((length = syscall(SYS_getdents64, directory, entries, sizeof entries)) > 0) {
        for (long at = 0; at < length;) {
            const auto* entry = reinterpret_cast<const KernelDirectoryEntry*>(entries + at);
            int number = 0;
            for (const char* digit = entry->name; *digit >= '0' && *digit <= '9'; ++digit) {
                number = number * 10 + (*digit - '0');
            }
            if (number >= firstInherited && number != directory) {
                close(number);
            }
            at += entry->length;
        }
    }
}

} // namespace

ChildCommand::ChildCommand(const SubjectSpec& spec, int slot)
    : m_arguments(spec.cell.child)
    , m_slot(&stampSlot(slot))
    , m_closeWay(spec.cell.closeWay)
    , m_descriptorLimit(descriptorLimit())
{
    if (spec.childStamps) {
        m_arguments.push_back(std::to_string(slot));
    }
    rebuild();
}

void ChildCommand::countOpenFiles()
{
    m_arguments.emplace_back("files");
    rebuild();
}

void ChildCommand::rebuild()
{
    m_argv.clear();
    m_shellLine.clear();
    for (auto& argument : m_arguments) {
        m_argv.push_back(argument.data());
        m_shellLine += (m_shellLine.empty() ? "" : " ") + shellWord(argument);
    }
    m_argv.push_back(nullptr);
}

void ChildCommand::closeInherited() const noexcept
{
    switch (m_closeWay) {
    case CloseWay::Inherit:
        break;
    case CloseWay::Loop:
        for (int number = firstInherited; number < m_descriptorLimit; ++number) {
            close(number);
        }
        break;
    case CloseWay::Proc:
        closeListed();
        break;
    case CloseWay::CloseRange:
        syscall(SYS_close_range, static_cast<unsigned>(firstInherited), ~0U, 0U);
        break;
    }
}

void ChildCommand::exec() const noexcept
{
    closeInherited();
    execve(program(), argv(), environ);
    m_slot->execError = errno;
    _exit(127);
}

} // namespace assay::spawn
