/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop that anybody would write to see what a spawn costs: fills memory, then starts a program again and
 * again and waits for it. Shares no line with the instrument, which is measured against it.
 *
 *   bareloop fork|vfork|posix_spawn BYTES 4k|thp COUNT PROGRAM
 *
 * Prints spawns a second.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void fill(size_t bytes, int huge)
{
    const size_t page = 2 << 20;
    char *memory = mmap(0, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory += (page - (size_t)memory % page) % page;
    madvise(memory, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    memset(memory, 1, bytes);
}

static void spawnOnce(const char *way, char **arguments)
{
    pid_t pid = 0;
    if (way[0] == 'p') {
        posix_spawn(&pid, arguments[0], 0, 0, arguments, environ);
    } else if ((pid = way[0] == 'f' ? fork() : vfork()) == 0) {
        execve(arguments[0], arguments, environ);
        _exit(127);
    }
    waitpid(pid, 0, 0);
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        return 2;
    }
    const size_t bytes = strtoull(argv[2], 0, 10);
    const int count = atoi(argv[4]);
    char slot[] = "0";
    char *arguments[] = {argv[5], slot, 0};
    if (bytes > 0) {
        fill(bytes, strcmp(argv[3], "thp") == 0);
    }
    const int report = dup(1);
    dup2(memfd_create("stamps", 0), 1); /* the child writes its stamp to its standard output */
    for (int i = 0; i < 10; ++i) {
        spawnOnce(argv[1], arguments);
    }
    const double start = seconds();
    for (int i = 0; i < count; ++i) {
        spawnOnce(argv[1], arguments);
    }
    dprintf(report, "%.3f\n", count / (seconds() - start));
    return 0;
}
