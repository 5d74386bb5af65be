// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/measuredprocess.h"

#include "base/clock.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

extern char** environ;

namespace assay::bench {

namespace {

double seconds(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

pid_t start(const std::vector<std::string>& commandLine, int outputFd)
{
    std::vector<char*> arguments;
    for (const auto& argument : commandLine) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, outputFd, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    pid_t pid = -1;
    if (posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) {
        std::fprintf(stderr, "%s cannot be started; is it installed?\n", arguments[0]);
        std::exit(3);
    }
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

} // namespace

ProcessUse measure(const std::vector<std::string>& commandLine)
{
    std::array<int, 2> pipeEnds{};
    if (pipe2(pipeEnds.data(), O_CLOEXEC) != 0) {
        std::perror("pipe");
        std::exit(3);
    }
    const auto begin = monotonicNs();
    const auto pid = start(commandLine, pipeEnds[1]);
    close(pipeEnds[1]);
    ProcessUse use;
    std::array<char, 4096> piece{};
    for (ssize_t got = 0; (got = read(pipeEnds[0], piece.data(), piece.size())) > 0;) {
        use.output.append(piece.data(), static_cast<std::size_t>(got));
    }
    close(pipeEnds[0]);
    int status = 0;
    rusage usage{};
    wait4(pid, &status, 0, &usage);
    use.wallSeconds = static_cast<double>(monotonicNs() - begin) / 1e9;
    use.userSeconds = seconds(usage.ru_utime);
    use.systemSeconds = seconds(usage.ru_stime);
    use.peakMemoryBytes = std::int64_t{usage.ru_maxrss} * 1024;
    use.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return use;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

} // namespace assay::bench
