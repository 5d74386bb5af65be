// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/mechanism.h"

#include <algorithm>
#include <array>

namespace assay::spawn {

namespace {

using enum Mechanism;

constexpr std::array table{
    MechanismFacts{Fork, "fork", "fork + exec",
        "fork() of libc, which takes the locks of malloc and stdio, then clone(SIGCHLD); execve in the child",
        SubjectKind::Plain, true, true},
    MechanismFacts{RawClone, "clone", "clone (no libc)",
        "the system call clone(SIGCHLD) without libc's locks and handlers; execve in the child",
        SubjectKind::Plain, true, true},
    MechanismFacts{Vfork, "vfork", "vfork + exec",
        "vfork(): the child borrows the caller's memory and the calling thread waits until execve",
        SubjectKind::Plain, false, true},
    MechanismFacts{PosixSpawn, "posix_spawn", "posix_spawn",
        "posix_spawn() of libc: clone(CLONE_VM|CLONE_VFORK|SIGCHLD) on a stack of its own, all signals "
        "blocked meanwhile; execve",
        SubjectKind::Plain, false, false},
    MechanismFacts{CloneVm, "clone_vm", "clone(VM|VFORK)",
        "clone(CLONE_VM|CLONE_VFORK|SIGCHLD) with a ready stack and no work on signals; execve",
        SubjectKind::Plain, false, true},
    MechanismFacts{Clone3, "clone3", "clone3",
        "the system call clone3 with the plan's flags on a ready stack; execve in the child",
        SubjectKind::Plain, true, true},
    MechanismFacts{BoostV1, "boost_v1", "Boost.Process v1",
        "boost::process::child: pipe, fork(), execve; the caller waits on the pipe for exec's error",
        SubjectKind::Plain, true, false},
    MechanismFacts{BoostV1LimitHandles, "boost_v1_limit_handles", "Boost.Process v1, limit_handles",
        "boost::process::child with limit_handles: the child lists and closes its descriptors before execve, "
        "among them the pipe that would tell execve's error",
        SubjectKind::Plain, true, false},
    MechanismFacts{BoostV2, "boost_v2", "Boost.Process v2",
        "boost::process::v2 default launcher: pipe, fork(), notify_fork, close_range, execve; pidfd_open",
        SubjectKind::Plain, true, false},
    MechanismFacts{BoostV2Vfork, "boost_v2_vfork", "Boost.Process v2, vfork (mended)",
        "vfork() behind boost::process::v2's launcher interface, without what Boost 1.81 does wrong in the "
        "child (notify_fork and exit in borrowed memory); execve; pidfd_open",
        SubjectKind::Plain, false, false},
    MechanismFacts{BoostV2ForkAndForget, "boost_v2_fork_and_forget", "Boost.Process v2, fork and forget",
        "boost::process::v2 fork_and_forget launcher: fork() without a pipe, so that a failed execve shows "
        "only as exit code 1",
        SubjectKind::Plain, true, false},
    MechanismFacts{QProcessStart, "qprocess", "QProcess start",
        "QProcess::start(): up to four pipes, clone(CLONE_PIDFD|CLONE_VFORK|CLONE_VM), execve; waits on the "
        "pidfd",
        SubjectKind::Qt, false, false},
    MechanismFacts{QProcessDetached, "qprocess_detached", "QProcess startDetached",
        "QProcess::startDetached(): fork() twice, so that the child is not the caller's; execve",
        SubjectKind::Qt, true, false},
    MechanismFacts{System, "system", "system()",
        "system(): posix_spawn of /bin/sh -c, SIGINT and SIGQUIT ignored and SIGCHLD blocked meanwhile; the "
        "call returns when the shell has ended",
        SubjectKind::Plain, false, false},
    MechanismFacts{Popen, "popen", "popen()",
        "popen(): posix_spawn of /bin/sh -c under a lock of libc, with a pipe to its standard input",
        SubjectKind::Plain, false, false},
    MechanismFacts{ForkServer, "fork_server", "fork server",
        "a small helper process for each thread, started before the memory was filled, calls posix_spawn; "
        "standard streams are passed over its socket",
        SubjectKind::Plain, false, false},
    MechanismFacts{JavaFork, "java_fork", "Java, FORK",
        "ProcessBuilder of the JVM with -Djdk.lang.Process.launchMechanism=FORK", SubjectKind::Java, true,
        false},
    MechanismFacts{JavaVfork, "java_vfork", "Java, VFORK",
        "ProcessBuilder of the JVM with -Djdk.lang.Process.launchMechanism=VFORK", SubjectKind::Java, false,
        false},
    MechanismFacts{JavaPosixSpawn, "java_posix_spawn", "Java, POSIX_SPAWN",
        "ProcessBuilder of the JVM with -Djdk.lang.Process.launchMechanism=POSIX_SPAWN: execs jspawnhelper "
        "first, then the child",
        SubjectKind::Java, false, false},
};

} // namespace

std::span<const MechanismFacts> mechanisms()
{
    return table;
}

const MechanismFacts& factsOf(Mechanism mechanism)
{
    return table[static_cast<std::size_t>(mechanism)];
}

std::optional<Mechanism> mechanismFromName(std::string_view name)
{
    const auto* found = std::ranges::find(table, name, &MechanismFacts::name);
    return found == table.end() ? std::nullopt : std::optional{found->mechanism};
}

} // namespace assay::spawn
