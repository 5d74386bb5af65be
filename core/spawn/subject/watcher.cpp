// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/watcher.h"

#include "spawn/processchildren.h"
#include "spawn/subjectspec.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay::spawn {

int startWatcher()
{
    std::string program = "/proc/self/exe";
    std::string argument{watcherArgument};
    std::string subject = std::to_string(getpid());
    char* arguments[] = {program.data(), argument.data(), subject.data(), nullptr};
    pid_t pid = -1;
    return posix_spawn(&pid, program.c_str(), nullptr, nullptr, arguments, environ);
}

int becomeWatched(char** command)
{
    int error = startWatcher();
    if (error == 0) {
        execv(command[0], command);
        error = errno;
    }
    std::fprintf(stderr, "Cannot start %s: %s.", command[0], std::strerror(error));
    return 1;
}

int watchEngine(pid_t subject)
{
    close(reportDescriptor); // else the engine would not see its end
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "assay-watch");
    const auto handle = static_cast<int>(syscall(SYS_pidfd_open, subject, 0U));
    if (getppid() != subject || handle < 0) {
        return 0; // it ended before it could be watched: whoever adopted us is none of our business
    }
    pollfd engine{STDIN_FILENO, 0, 0}; // what the engine writes is for the subject to read
    while ((engine.revents & (POLLHUP | POLLERR)) == 0) {
        if (poll(&engine, 1, -1) < 0 && errno != EINTR) {
            break;
        }
    }
    if (syscall(SYS_pidfd_send_signal, handle, SIGSTOP, nullptr, 0U) != 0) {
        return 0; // it has gone by itself
    }
    for (const auto child : childrenOf(subject)) {
        if (child != getpid()) {
            killDescendants(child);
            kill(child, SIGKILL);
        }
    }
    kill(0, SIGKILL); // the subject, this process, and who may have been missed
    return 1;
}

} // namespace assay::spawn
