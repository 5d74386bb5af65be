/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in child, the cheapest program there can be: no libc, no loader. It notes the time of its first
 * instructions in its slot of the stamp file, which is its standard output, and ends.
 *
 *   assay-child SLOT [files]      with "files" it also counts the descriptors that it was given from 3 on
 */
#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>

struct slot { /* as StampSlot in core/spawn/subjectspec.h */
    long long childNs;
    long long openFiles;
};

static long call(long number, long a, long b, long c, long d)
{
#if defined(__x86_64__)
    long result = number;
    register long r10 __asm__("r10") = d;
    __asm__ volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
    return x0;
#else
#error "The built-in child needs its two instructions for this processor."
#endif
}

static long long countOpenFiles(void)
{
    long long count = 0;
    for (int number = 3; number < 65536; ++number) {
        if (call(SYS_fcntl, number, F_GETFD, 0, 0) >= 0) {
            ++count;
        }
    }
    return count;
}

__attribute__((used, noreturn)) void childMain(const long *stack)
{
    struct timespec now;
    call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&now, 0, 0);

    const long argumentCount = stack[0];
    const char *const *arguments = (const char *const *)(stack + 1);
    long slot = 0;
    for (const char *digit = argumentCount > 1 ? arguments[1] : ""; *digit; ++digit) {
        slot = slot * 10 + (*digit - '0');
    }
    struct slot mark = {now.tv_sec * 1000000000LL + now.tv_nsec, -1};
    long bytes = sizeof mark.childNs;
    if (argumentCount > 2) {
        mark.openFiles = countOpenFiles();
        bytes = sizeof mark;
    }
    call(SYS_pwrite64, 1, (long)&mark, bytes, slot * 64);
    for (;;) {
        call(SYS_exit_group, 0, 0, 0, 0);
    }
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall childMain\n");
#else
__asm__(".globl _start\n_start:\n\tmov x29, xzr\n\tmov x0, sp\n\tbl childMain\n");
#endif
