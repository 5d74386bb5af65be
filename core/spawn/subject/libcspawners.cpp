// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms that libc offers whole: posix_spawn(), system(), popen().
#include "spawn/subject/spawner.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <spawn.h>
#include <unistd.h>

namespace assay::spawn {

namespace {

class PosixSpawner : public Spawner
{
public:
    PosixSpawner(CloseWay closeWay, const ChildCommand& command)
        : Spawner(command)
    {
        posix_spawn_file_actions_init(&m_actions);
        if (closeWay == CloseWay::CloseRange) {
            posix_spawn_file_actions_addclosefrom_np(&m_actions, 3);
        }
    }
    ~PosixSpawner() override { posix_spawn_file_actions_destroy(&m_actions); }

    Launch launch() override
    {
        pid_t pid = -1;
        const int error =
            posix_spawn(&pid, command().program(), &m_actions, nullptr, command().argv(), environ);
        return {pid, error};
    }

private:
    posix_spawn_file_actions_t m_actions;
};

class SystemSpawner : public Spawner
{
public:
    using Spawner::Spawner;

    Launch launch() override
    {
        m_status = system(command().shellLine().c_str());
        return {-1, m_status == -1 ? errno : 0};
    }
    int reap(const Launch&) override { return m_status; }

private:
    int m_status = 0;
};

class PopenSpawner : public Spawner
{
public:
    using Spawner::Spawner;

    Launch launch() override
    {
        errno = ENOMEM; // popen() does not set it when its own memory is short
        m_stream = popen(command().shellLine().c_str(), "w");
        return {-1, m_stream ? 0 : errno};
    }
    int reap(const Launch&) override { return pclose(m_stream); }

private:
    FILE* m_stream = nullptr;
};

} // namespace

std::unique_ptr<Spawner> makeLibcSpawner(const Cell& cell, const ChildCommand& command)
{
    switch (cell.mechanism) {
    case Mechanism::PosixSpawn:
        return std::make_unique<PosixSpawner>(cell.closeWay, command);
    case Mechanism::System:
        return std::make_unique<SystemSpawner>(command);
    case Mechanism::Popen:
        return std::make_unique<PopenSpawner>(command);
    default:
        return nullptr;
    }
}

} // namespace assay::spawn
