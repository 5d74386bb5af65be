// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms that are a fork of some kind and an exec of our own.
#include "spawn/subject/spawner.h"

#include <cerrno>
#include <csignal>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace assay::spawn {

namespace {

class ForkSpawner : public Spawner
{
public:
    using Spawner::Spawner;

    Launch launch() override
    {
        const pid_t pid = fork();
        if (pid == 0) {
            command().exec();
        }
        return {pid, pid < 0 ? errno : 0};
    }
};

class RawCloneSpawner : public Spawner
{
public:
    using Spawner::Spawner;

    Launch launch() override
    {
        const auto pid = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
        if (pid == 0) {
            command().exec();
        }
        return {pid, pid < 0 ? errno : 0};
    }
};

class VforkSpawner : public Spawner
{
public:
    using Spawner::Spawner;

    Launch launch() override
    {
        const auto& child = command();
        const pid_t pid = vfork();
        if (pid == 0) {
            child.exec();
        }
        return {pid, pid < 0 ? errno : 0};
    }
};

int execCommand(void* command)
{
    static_cast<const ChildCommand*>(command)->exec();
}

class CloneVmSpawner : public Spawner
{
public:
    explicit CloneVmSpawner(const ChildCommand& command)
        : Spawner(command)
        , m_stack(mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    {
        if (m_stack == MAP_FAILED) {
            throw std::system_error(errno, std::generic_category());
        }
    }
    ~CloneVmSpawner() override { munmap(m_stack, stackBytes); }

    Launch launch() override
    {
        const pid_t pid = clone(execCommand, static_cast<char*>(m_stack) + stackBytes,
            CLONE_VM | CLONE_VFORK | SIGCHLD, const_cast<ChildCommand*>(&command()));
        return {pid, pid < 0 ? errno : 0};
    }

private:
    static constexpr std::size_t stackBytes = 64 << 10;
    void* m_stack;
};

} // namespace

int Spawner::reap(const Launch& launched)
{
    int status = 0;
    while (waitpid(launched.pid, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return status;
}

std::unique_ptr<Spawner> makePlainSpawner(const SubjectSpec& spec, const ChildCommand& command)
{
    switch (spec.cell.mechanism) {
    case Mechanism::Fork:
        return std::make_unique<ForkSpawner>(command);
    case Mechanism::RawClone:
        return std::make_unique<RawCloneSpawner>(command);
    case Mechanism::Vfork:
        return std::make_unique<VforkSpawner>(command);
    case Mechanism::CloneVm:
        return std::make_unique<CloneVmSpawner>(command);
    case Mechanism::Clone3:
        return makeClone3Spawner(spec.cell.cloneFlags, command);
    case Mechanism::PosixSpawn:
    case Mechanism::System:
    case Mechanism::Popen:
        return makeLibcSpawner(spec.cell, command);
    case Mechanism::BoostV1:
    case Mechanism::BoostV1LimitHandles:
        return makeBoostV1Spawner(spec.cell.mechanism == Mechanism::BoostV1LimitHandles, command);
    case Mechanism::BoostV2:
    case Mechanism::BoostV2Vfork:
    case Mechanism::BoostV2ForkAndForget:
        return makeBoostV2Spawner(spec.cell.mechanism, command);
    case Mechanism::ForkServer:
        return makeForkServerSpawner(command);
    default:
        return nullptr;
    }
}

} // namespace assay::spawn
