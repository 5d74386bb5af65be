// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/failurecause.h"

#include "base/result.h"
#include "base/units.h"
#include "spawn/subjectmemory.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <optional>
#include <sys/resource.h>
#include <unistd.h>

namespace assay::spawn {

namespace {

/// A limit on the number of processes, with its name and value.
struct ProcessLimit
{
    std::string name;
    std::int64_t value;
};

std::optional<std::int64_t> numberIn(const host::SystemRoot& root, std::string_view path)
{
    return host::wholeNumber(host::readSystemLine(root, path));
}

/// The pids controller's limit on this process's group, of both versions of cgroups.
std::optional<ProcessLimit> cgroupLimit(const host::SystemRoot& root)
{
    const auto text = host::readSystemFile(root, "proc/self/cgroup").value_or("");
    for (const auto line : host::linesOf(text)) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string_view::npos || second == std::string_view::npos) {
            continue;
        }
        const auto controllers = line.substr(first + 1, second - first - 1);
        const auto folder = std::string{"sys/fs/cgroup"} + (controllers.empty() ? "" : "/pids")
            + std::string{line.substr(second + 1)} + "/pids.max";
        if (controllers.empty() || controllers == "pids") {
            if (const auto limit = numberIn(root, folder)) {
                return ProcessLimit{"the control group's pids.max", *limit};
            }
        }
    }
    return std::nullopt;
}

/// The lowest of the limits that make fork fail with EAGAIN.
ProcessLimit lowestProcessLimit(const host::SystemRoot& root)
{
    ProcessLimit lowest{"the kernel's limit of processes (kernel.pid_max)",
        numberIn(root, "proc/sys/kernel/pid_max").value_or(32768)};
    const auto consider = [&lowest](const ProcessLimit& limit) {
        if (limit.value < lowest.value) {
            lowest = limit;
        }
    };
    if (const auto threads = numberIn(root, "proc/sys/kernel/threads-max")) {
        consider({"the kernel's limit of threads (kernel.threads-max)", *threads});
    }
    rlimit own{};
    if (getuid() != 0 && getrlimit(RLIMIT_NPROC, &own) == 0 && own.rlim_cur != RLIM_INFINITY) {
        consider({"the user's limit of processes (ulimit -u)", static_cast<std::int64_t>(own.rlim_cur)});
    }
    if (const auto group = cgroupLimit(root)) {
        consider(*group);
    }
    return lowest;
}

std::string noProcesses(const host::SystemRoot& root)
{
    const auto limit = lowestProcessLimit(root);
    return "No more processes: the lowest limit here is " + limit.name + ", " + std::to_string(limit.value)
        + ". Raise it, or use fewer threads.";
}

std::string noMemory(const Cell& cell, const MemoryFacts& memory, const host::SystemRoot& root)
{
    rlimit addresses{};
    if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY) {
        return "The kernel refused memory: this process may map "
            + humanSize(static_cast<std::int64_t>(addresses.rlim_cur)) + " of addresses (ulimit -v).";
    }
    if (numberIn(root, "proc/sys/vm/overcommit_memory") == 2 && factsOf(cell.mechanism).copiesPageTables) {
        return "The kernel promises no more memory (vm.overcommit_memory=2): " + humanSize(memory.committed)
            + " of " + humanSize(memory.commitLimit) + " are promised, and a copy of this process would need "
            + humanSize(cell.memoryBytes) + " more, used or not. vfork and posix_spawn need none of it.";
    }
    if (!factsOf(cell.mechanism).copiesPageTables) {
        return "The kernel refused memory to start a program: free some, or see vm.overcommit_memory.";
    }
    return "The kernel refused a copy of a process of " + humanSize(cell.memoryBytes)
        + ". vfork and posix_spawn need none; else free memory, or see vm.overcommit_memory.";
}

/// The ballast itself was refused: nothing has been copied yet.
std::string noBallast(const Cell& cell, const host::SystemRoot& root)
{
    rlimit addresses{};
    if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY) {
        return "This process may map " + humanSize(static_cast<std::int64_t>(addresses.rlim_cur))
            + " of addresses (ulimit -v).";
    }
    if (numberIn(root, "proc/sys/vm/overcommit_memory") == 2) {
        const auto memory = readMemoryFacts(root, getpid());
        return "The kernel promises no more memory (vm.overcommit_memory=2): " + humanSize(memory.committed)
            + " of " + humanSize(memory.commitLimit) + " are promised, and this process would need "
            + humanSize(cell.memoryBytes) + " more, used or not.";
    }
    return "The kernel refused to map " + humanSize(cell.memoryBytes)
        + ": take less, or see vm.overcommit_memory and vm.max_map_count.";
}

std::string programOf(const Cell& cell)
{
    return cell.child.empty() ? "the built-in child" : cell.child.front();
}

/// The interpreter of a script, or of an ELF program, that does not exist.
std::optional<std::string> missingInterpreter(const std::string& program)
{
    std::ifstream file{program, std::ios::binary};
    std::array<char, 4096> bytes{};
    file.read(bytes.data(), bytes.size());
    const std::string_view head{bytes.data(), static_cast<std::size_t>(file.gcount())};
    std::string interpreter;
    if (head.starts_with("#!")) {
        const auto words = host::wordsOf(head.substr(2, head.find('\n') - 2));
        interpreter = words.empty() ? "" : std::string{words.front()};
    } else if (head.size() > sizeof(Elf64_Ehdr) && head.starts_with(ELFMAG)) {
        Elf64_Ehdr header;
        std::memcpy(&header, head.data(), sizeof header);
        for (std::size_t i = 0; i < header.e_phnum; ++i) {
            Elf64_Phdr part{};
            if (header.e_phoff > head.size() || (i + 1) * sizeof part > head.size() - header.e_phoff) {
                break;
            }
            std::memcpy(&part, head.data() + header.e_phoff + i * sizeof part, sizeof part);
            if (part.p_type == PT_INTERP && part.p_offset < head.size()) {
                interpreter = head.substr(part.p_offset, head.find('\0', part.p_offset) - part.p_offset);
            }
        }
    }
    const bool missing = !interpreter.empty() && access(interpreter.c_str(), F_OK) != 0;
    return missing ? std::optional{interpreter} : std::nullopt;
}

std::string notFound(const Cell& cell)
{
    const auto program = programOf(cell);
    if (cell.child.empty() || access(program.c_str(), F_OK) != 0) {
        return program + " does not exist.";
    }
    if (const auto interpreter = missingInterpreter(program)) {
        return program + " exists, but its interpreter " + *interpreter + " does not.";
    }
    return program + " exists, but something that it needs to start does not.";
}

} // namespace

std::string errnoName(int error)
{
    const auto* name = strerrorname_np(error);
    return name ? name : std::to_string(error);
}

std::string explainSpawnError(
    int error, const Cell& cell, const MemoryFacts& memory, const host::SystemRoot& root)
{
    const auto program = programOf(cell);
    switch (error) {
    case EAGAIN:
        return noProcesses(root);
    case ENOMEM:
        return noMemory(cell, memory, root);
    case ENOENT:
        return notFound(cell);
    case EACCES:
        return program + " may not be executed: check its permissions and the mount's noexec.";
    case ENOEXEC:
        return program
            + " is no program that the kernel can run: a script needs a first line such as "
              "#!/bin/sh. (system(), popen() and Java give it to a shell, which is other work.)";
    case ETXTBSY:
        return program
            + " was open for writing: another child had inherited the descriptor of whoever wrote "
              "it.";
    case EMFILE:
    case ENFILE:
        return "No more descriptors: raise the limit of open files (ulimit -n).";
    case E2BIG:
        return "Arguments and environment are longer than the kernel takes.";
    case EPERM:
        return "Not permitted: a seccomp filter or missing rights forbid it"
            + std::string{cell.mechanism == Mechanism::Clone3 ? " (new namespaces need root)." : "."};
    case ENOSYS:
        return "This kernel, or a seccomp filter, does not know the call.";
    case EINVAL:
        return cell.mechanism == Mechanism::Clone3 ? "The kernel does not take these flags together."
                                                   : "The kernel refused the call's arguments.";
    default:
        return withErrno("Starting " + program + " failed", error) + ".";
    }
}

std::string explainStageError(std::string_view stage, int error, const Cell& cell, const MemoryFacts& memory)
{
    if (stage == "ballast" && error == ENOMEM
        && (cell.pages == PageSize::Huge2M || cell.pages == PageSize::Huge1G)) {
        return "The pool of huge pages was too small for " + humanSize(cell.memoryBytes) + ".";
    }
    if (stage == "ballast" && error == ENOMEM) {
        return "The memory could not be filled. " + noBallast(cell, host::SystemRoot{"/"});
    }
    if (stage == "threads") {
        return "Its threads could not be started. " + explainSpawnError(error, cell, memory);
    }
    if (stage == "ballast") {
        return "The memory could not be filled. " + explainSpawnError(error, cell, memory);
    }
    if (stage == "mechanism" && error == 0) {
        return "The measuring program does not know " + std::string{factsOf(cell.mechanism).title} + ".";
    }
    return "The cell could not be set up (" + std::string{stage} + "). "
        + explainSpawnError(error, cell, memory);
}

} // namespace assay::spawn
