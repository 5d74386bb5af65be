// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/subject/childcommand.h"
#include "spawn/subject/cpuuse.h"

#include <memory>
#include <sys/types.h>

namespace assay::spawn {

struct Launch
{
    pid_t pid = -1; ///< -1: the mechanism does not tell, reap() knows
    int error = 0; ///< errno; then there is no child
};

/// Starts one program again and again in one way, for one thread, which has one child at a time.
class Spawner
{
public:
    explicit Spawner(const ChildCommand& command)
        : m_command(command)
    { }
    virtual ~Spawner() = default;
    Spawner(const Spawner&) = delete;
    Spawner& operator=(const Spawner&) = delete;

    virtual Launch launch() = 0;
    /// Waits for the child of the last launch(); its status as from waitpid(), -1 if it cannot be known.
    virtual int reap(const Launch& launched);
    /// Of its children so far, where they are not this process's.
    virtual CpuUse cpuElsewhere() const { return {}; }

protected:
    const ChildCommand& command() const { return m_command; }

private:
    const ChildCommand& m_command;
};

/// nullptr: this program has no such mechanism. May throw std::system_error.
using SpawnerFactory = std::unique_ptr<Spawner> (*)(const SubjectSpec& spec, const ChildCommand& command);

/// All mechanisms of SubjectKind::Plain.
std::unique_ptr<Spawner> makePlainSpawner(const SubjectSpec& spec, const ChildCommand& command);

// One file each.
std::unique_ptr<Spawner> makeClone3Spawner(std::uint64_t flags, const ChildCommand& command);
std::unique_ptr<Spawner> makeForkServerSpawner(const ChildCommand& command);
std::unique_ptr<Spawner> makeLibcSpawner(const Cell& cell, const ChildCommand& command);
std::unique_ptr<Spawner> makeBoostV1Spawner(bool limitHandles, const ChildCommand& command);
std::unique_ptr<Spawner> makeBoostV2Spawner(Mechanism mechanism, const ChildCommand& command);

} // namespace assay::spawn
