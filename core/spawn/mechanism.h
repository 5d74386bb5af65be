// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace assay::spawn {

/// A way to start a program. Each does what its row in mechanisms() says and never falls back to another.
enum class Mechanism
{
    Fork,
    RawClone,
    Vfork,
    PosixSpawn,
    CloneVm,
    Clone3,
    BoostV1,
    BoostV1LimitHandles,
    BoostV2,
    BoostV2Vfork,
    BoostV2ForkAndForget,
    QProcessStart,
    QProcessDetached,
    System,
    Popen,
    ForkServer,
    JavaFork,
    JavaVfork,
    JavaPosixSpawn,
};

/// Which program measures a mechanism's cells.
enum class SubjectKind
{
    Plain, ///< assay-subject
    Qt, ///< assay-subject-qt
    Java, ///< the installed java with our source file
};

struct MechanismFacts
{
    Mechanism mechanism;
    std::string_view name; ///< in plans and on the command line
    std::string_view title; ///< for people
    std::string_view does; ///< the calls it makes, in words and system calls
    SubjectKind subject;
    bool copiesPageTables; ///< the caller's: its cost grows with touched memory
    bool ownsChildCode; ///< we run between fork and exec, so that we can close descriptors there
};

/// Every mechanism, in the order of the enumeration.
std::span<const MechanismFacts> mechanisms();
const MechanismFacts& factsOf(Mechanism mechanism);
std::optional<Mechanism> mechanismFromName(std::string_view name);

} // namespace assay::spawn
