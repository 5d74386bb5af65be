// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "host/systemfile.h"
#include "spawn/cell.h"

#include <filesystem>
#include <optional>
#include <string>

namespace assay::spawn {

/// The programs that measure, as found on this machine; empty = not there.
struct SubjectPrograms
{
    std::filesystem::path plain; ///< assay-subject
    std::filesystem::path qt; ///< assay-subject-qt
    std::filesystem::path child; ///< assay-child
    std::filesystem::path java; ///< the JVM's launcher
    std::filesystem::path javaSource; ///< what it runs
    bool hasJavaCompiler = false; ///< a JDK and not only a runtime

    /// Beside the running program, java on PATH.
    static SubjectPrograms find();
};

/// What decides whether a cell can run here. Read once a run.
struct Machine
{
    struct HugePool
    {
        bool exists = false;
        std::int64_t freePages = 0;
    };

    SubjectPrograms programs;
    std::int64_t freeMemoryBytes = 0;
    HugePool pool2M;
    HugePool pool1G;
    bool transparentHugePages = false; ///< "always" or "madvise"
    std::int64_t maxMappings = 65530; ///< vm.max_map_count of one process
    std::int64_t openFileLimit = 1024; ///< that subjects will have
    int cpus = 1;

    static Machine inspect(const host::SystemRoot& root = "/");
};

/// Why the cell cannot run here, as a sentence with the remedy; nullopt if it can.
std::optional<std::string> whyUnavailable(const Cell& cell, const Machine& machine);

/// The one command that makes the pool of huge pages big enough for the cell; empty when it needs none.
std::string growPoolCommand(const Cell& cell, const Machine& machine);

} // namespace assay::spawn
