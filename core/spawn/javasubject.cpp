// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/javasubject.h"

#include "spawn/subjectspec.h"

#include <algorithm>

namespace assay::spawn {

namespace {

/// A JVM needs some heap for itself.
constexpr std::int64_t leastHeapBytes = 32LL << 20;

std::string launchMechanism(Mechanism mechanism)
{
    switch (mechanism) {
    case Mechanism::JavaFork:
        return "FORK";
    case Mechanism::JavaVfork:
        return "VFORK";
    default:
        return "POSIX_SPAWN";
    }
}

} // namespace

std::vector<std::string> javaCommand(const Cell& cell, const SubjectPrograms& programs)
{
    const auto heap = std::to_string(std::max(cell.memoryBytes, leastHeapBytes) >> 20) + "m";
    std::vector<std::string> command{programs.plain.string(), std::string{watchedArgument},
        programs.java.string(), "-Xms" + heap, "-Xmx" + heap, "-XX:+UseSerialGC",
        "-XX:+DisplayVMOutputToStderr",
        // Its samples lie outside the heap, which may be small.
        "-XX:MaxDirectMemorySize=128m",
        "-Djdk.lang.Process.launchMechanism=" + launchMechanism(cell.mechanism)};
    if (cell.memoryBytes > 0 && cell.fill != Fill::Reserved) {
        command.emplace_back("-XX:+AlwaysPreTouch");
    }
    if (cell.pages == PageSize::Transparent) {
        command.emplace_back("-XX:+UseTransparentHugePages");
    } else if (cell.pages != PageSize::Base) {
        command.emplace_back("-XX:+UseLargePages");
        command.emplace_back(
            std::string{"-XX:LargePageSizeInBytes="} + (cell.pages == PageSize::Huge1G ? "1g" : "2m"));
    }
    command.push_back(programs.javaSource.string());
    return command;
}

} // namespace assay::spawn
