// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/cell.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What the engine and a subject, the process in which a cell is measured, tell each other. A subject is any
/// program that keeps to it: ours in C++, its sibling with Qt, and a Java source file.
///
/// A subject is started with: 0 = a pipe with what the engine says, 1 = the stamp file that children inherit
/// as their standard output, 2 = a pipe for complaints, 3 = a pipe for what it reports.
///
///     engine:  the spec, a "key value" line each, then "end"
///     subject: "filled PID" once spawners and ballast stand, or "failed STAGE ERRNO"
///     engine:  "go" (after it has looked at the subject's page tables)
///     subject: "fact NAME VALUE" lines, then "samples N" and N times SpawnSample in bytes
///
/// End of input means that the engine is gone: a watcher beside the subject kills it and all that it started.
namespace assay::spawn {

constexpr int stampDescriptor = 1;
constexpr int reportDescriptor = 3;

/// The first argument of our subject when it is to become the program that follows, after it has started a
/// watcher, which ends all when the engine is gone; and of that watcher.
constexpr std::string_view watchedArgument = "watched";
constexpr std::string_view watcherArgument = "watcher";

struct SubjectSpec
{
    Cell cell; ///< child is never empty here
    Work work;
    std::int64_t warmUpCount = 0; ///< spawns that are not reported
    bool childStamps = false; ///< the child is the built-in one: its argument is its slot, it writes a stamp
};

/// One spawn. Nanoseconds on the monotonic clock; 0 = unknown.
struct SpawnSample
{
    std::int64_t intendedNs = 0; ///< with a rate: when it should have begun
    std::int64_t calledNs = 0;
    std::int64_t returnedNs = 0; ///< the call gave control back
    std::int64_t childNs = 0; ///< the child's first instruction
    std::int64_t reapedNs = 0;
    std::int32_t error = 0; ///< errno of the failed step, 0 = none
    std::int32_t waitStatus = 0; ///< as from waitpid()
};
static_assert(sizeof(SpawnSample) == 48);

/// Where a child leaves its marks: one for each thread, since a thread has one child at a time. In the stamp
/// file at slot × sizeof.
struct alignas(64) StampSlot
{
    std::int64_t childNs; ///< written by the built-in child
    std::int64_t openFiles; ///< likewise, when asked to count: descriptors from 3 on
    std::int32_t execError; ///< written between fork and exec by our own mechanisms
};
static_assert(sizeof(StampSlot) == 64);

/// The lines, the closing "end" included.
std::string specLines(const SubjectSpec& spec);

/// Takes one line; false if it makes no sense. What the parts share: engine and subjects are of one version.
bool readSpecLine(std::string_view line, SubjectSpec& spec);

} // namespace assay::spawn
