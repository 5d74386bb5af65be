// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/spawner.h"

#include <cerrno>
#include <csignal>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <system_error>

namespace assay::spawn {

namespace {

[[noreturn]] void execCommand(const ChildCommand* command)
{
    command->exec();
}

/// clone3 whose child begins on its own stack by calling `entry(argument)`. Written in assembler since with
/// CLONE_VM the child must not touch the caller's stack, to which a libc wrapper would return. The child's
/// number, or -errno.
long clone3(clone_args& arguments, void (*entry)(const ChildCommand*), const ChildCommand* argument)
{
#if defined(__x86_64__)
    long result = SYS_clone3;
    register void (*childEntry)(const ChildCommand*) __asm__("r12") = entry;
    register const ChildCommand* childArgument __asm__("r13") = argument;
    __asm__ volatile("syscall\n\t"
                     "test %%rax, %%rax\n\t"
                     "jnz 1f\n\t"
                     "xor %%ebp, %%ebp\n\t"
                     "mov %%r13, %%rdi\n\t"
                     "call *%%r12\n\t"
                     "hlt\n\t"
                     "1:"
                     : "+a"(result)
                     : "D"(&arguments), "S"(sizeof arguments), "r"(childEntry), "r"(childArgument)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long number __asm__("x8") = SYS_clone3;
    register long result __asm__("x0") = reinterpret_cast<long>(&arguments);
    register long size __asm__("x1") = sizeof arguments;
    register void (*childEntry)(const ChildCommand*) __asm__("x19") = entry;
    register const ChildCommand* childArgument __asm__("x20") = argument;
    __asm__ volatile("svc #0\n\t"
                     "cbnz x0, 1f\n\t"
                     "mov x29, xzr\n\t"
                     "mov x0, x20\n\t"
                     "blr x19\n\t"
                     "brk #1\n\t"
                     "1:"
                     : "+r"(result)
                     : "r"(number), "r"(size), "r"(childEntry), "r"(childArgument)
                     : "memory");
    return result;
#else
    static_cast<void>(arguments), static_cast<void>(entry), static_cast<void>(argument);
    return -ENOSYS;
#endif
}

class Clone3Spawner : public Spawner
{
public:
    Clone3Spawner(std::uint64_t flags, const ChildCommand& command)
        : Spawner(command)
        , m_flags(flags)
        , m_stack(mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    {
        if (m_stack == MAP_FAILED) {
            throw std::system_error(errno, std::generic_category());
        }
    }
    ~Clone3Spawner() override { munmap(m_stack, stackBytes); }

    Launch launch() override
    {
        clone_args arguments{};
        arguments.flags = m_flags;
        arguments.exit_signal = SIGCHLD;
        arguments.stack = reinterpret_cast<std::uint64_t>(m_stack);
        arguments.stack_size = stackBytes;
        const long result = clone3(arguments, execCommand, &command());
        return {static_cast<pid_t>(result), result < 0 ? static_cast<int>(-result) : 0};
    }

private:
    static constexpr std::size_t stackBytes = 64 << 10;
    std::uint64_t m_flags;
    void* m_stack;
};

} // namespace

std::unique_ptr<Spawner> makeClone3Spawner(std::uint64_t flags, const ChildCommand& command)
{
    return std::make_unique<Clone3Spawner>(flags, command);
}

} // namespace assay::spawn
