// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/availability.h"

#include "base/units.h"
#include "host/kerneltext.h"

#include <cstdlib>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace assay::spawn {

namespace fs = std::filesystem;

namespace {

/// A loop of close() over more than this many takes longer than anybody waits for a child.
constexpr std::int64_t mostClosesInLoop = 1 << 20;
constexpr std::int64_t ownDescriptors = 64;

fs::path ifExecutable(const fs::path& path)
{
    return access(path.c_str(), X_OK) == 0 ? path : fs::path{};
}

fs::path onPath(std::string_view name)
{
    const char* path = std::getenv("PATH");
    std::string_view folders = path ? path : "";
    while (!folders.empty()) {
        const auto end = folders.find(':');
        const fs::path candidate = fs::path{folders.substr(0, end)} / name;
        if (candidate.is_absolute() && access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
        folders = end == std::string_view::npos ? std::string_view{} : folders.substr(end + 1);
    }
    return {};
}

std::int64_t numberIn(const host::SystemRoot& root, std::string_view path, std::int64_t fallback)
{
    return host::wholeNumber(host::readSystemLine(root, path)).value_or(fallback);
}

Machine::HugePool poolOf(const host::SystemRoot& root, std::string_view kilobytes)
{
    const auto folder = "sys/kernel/mm/hugepages/hugepages-" + std::string{kilobytes} + "kB/";
    const auto free = numberIn(root, folder + "free_hugepages", -1);
    return {free >= 0, std::max<std::int64_t>(free, 0)};
}

std::int64_t hugePageBytes(PageSize pages)
{
    return pages == PageSize::Huge1G ? 1LL << 30 : 2LL << 20;
}

std::int64_t pagesNeeded(const Cell& cell)
{
    const auto page = hugePageBytes(cell.pages);
    const auto roundedUp = [page](std::int64_t bytes) { return (bytes + page - 1) / page; };
    if (cell.slabs != Slabs::Pieces) {
        return roundedUp(cell.memoryBytes);
    }
    const auto piece = roundedUp(slabPieceBytes);
    return (roundedUp(cell.memoryBytes) + piece - 1) / piece * piece;
}

bool usesPool(const Cell& cell)
{
    return cell.memoryBytes > 0 && (cell.pages == PageSize::Huge2M || cell.pages == PageSize::Huge1G);
}

std::optional<std::string> whyNoProgram(const Cell& cell, const SubjectPrograms& programs)
{
    switch (factsOf(cell.mechanism).subject) {
    case SubjectKind::Qt:
        if (programs.qt.empty()) {
            return "assay-subject-qt is not installed: build with the window.";
        }
        break;
    case SubjectKind::Java:
        if (programs.java.empty()) {
            return "No java on the path: install a JDK, for instance Debian's openjdk-17-jdk-headless.";
        }
        if (!programs.hasJavaCompiler) {
            return "The installed java cannot run source files: install a JDK, for instance Debian's "
                   "openjdk-17-jdk-headless.";
        }
        break;
    case SubjectKind::Plain:
        break;
    }
    if (programs.plain.empty() || programs.child.empty()) {
        return "assay-subject and assay-child must lie beside this program: install Assay anew.";
    }
    return std::nullopt;
}

std::optional<std::string> whyNoPages(const Cell& cell, const Machine& machine)
{
    if (cell.pages == PageSize::Transparent && !machine.transparentHugePages) {
        return "Transparent huge pages are off (/sys/kernel/mm/transparent_hugepage/enabled is never).";
    }
    if (!usesPool(cell)) {
        return std::nullopt;
    }
    const bool giga = cell.pages == PageSize::Huge1G;
    const auto& pool = giga ? machine.pool1G : machine.pool2M;
    const std::string size = giga ? "1 GiB" : "2 MiB";
    if (!pool.exists) {
        return "This machine has no huge pages of " + size + ".";
    }
    if (const auto needed = pagesNeeded(cell); pool.freePages < needed) {
        return "Needs " + std::to_string(needed) + " huge pages of " + size + ", "
            + std::to_string(pool.freePages) + " are free. As root: " + growPoolCommand(cell, machine);
    }
    return std::nullopt;
}

std::optional<std::string> whyNoMemory(const Cell& cell, const Machine& machine)
{
    if (cell.memoryBytes == 0) {
        return std::nullopt;
    }
    if (factsOf(cell.mechanism).subject == SubjectKind::Java
        && (cell.slabs != Slabs::One || (cell.fill != Fill::Written && cell.fill != Fill::Reserved))) {
        return "A JVM's heap is one mapping, touched or only reserved.";
    }
    const bool small = cell.pages == PageSize::Base || cell.pages == PageSize::Transparent;
    const bool touched = cell.fill != Fill::Reserved && cell.fill != Fill::Read;
    if (small && touched && cell.memoryBytes > machine.freeMemoryBytes / 10 * 9) {
        return "Needs " + humanSize(cell.memoryBytes) + " of memory, " + humanSize(machine.freeMemoryBytes)
            + " are free.";
    }
    if (cell.slabs == Slabs::PerPage) {
        const auto mappings = cell.memoryBytes / sysconf(_SC_PAGESIZE);
        if (cell.pages != PageSize::Base) {
            return "One mapping a page is about small pages.";
        }
        if (mappings > machine.maxMappings - 100) {
            return "Needs " + std::to_string(mappings) + " mappings, a process may have "
                + std::to_string(machine.maxMappings) + " (vm.max_map_count). Take less memory.";
        }
    }
    return std::nullopt;
}

std::optional<std::string> whyNoDescriptors(const Cell& cell, const Machine& machine)
{
    const auto& facts = factsOf(cell.mechanism);
    const bool closesRange = cell.closeWay == CloseWay::CloseRange && cell.mechanism == Mechanism::PosixSpawn;
    if (cell.closeWay != CloseWay::Inherit && !facts.ownsChildCode && !closesRange) {
        return std::string{facts.title} + " has no place for closing descriptors in this way.";
    }
    if (cell.closeWay == CloseWay::Loop && machine.openFileLimit > mostClosesInLoop) {
        return "Each child would close " + std::to_string(machine.openFileLimit)
            + " descriptors one by one. Lower the limit (ulimit -n).";
    }
    if (cell.openFiles > 0 && facts.subject == SubjectKind::Java) {
        return "A JVM closes what it has opened itself.";
    }
    if (cell.openFiles + ownDescriptors > machine.openFileLimit) {
        return "Needs " + std::to_string(cell.openFiles + ownDescriptors) + " open files, "
            + std::to_string(ownDescriptors) + " of them its own; the limit is "
            + std::to_string(machine.openFileLimit) + ". Raise it (ulimit -n).";
    }
    const bool sharesFiles = cell.mechanism == Mechanism::Clone3 && (cell.cloneFlags & CLONE_FILES) != 0;
    if (sharesFiles && cell.closeWay != CloseWay::Inherit) {
        return "With CLONE_FILES the child would close the descriptors of the process that it comes from.";
    }
    return std::nullopt;
}

std::optional<std::string> whyNoPlacement(const Cell& cell)
{
    const bool isJava = factsOf(cell.mechanism).subject == SubjectKind::Java;
    return isJava && cell.placement != Placement::Free
        ? std::optional<std::string>{"A JVM places its threads itself."}
        : std::nullopt;
}

} // namespace

SubjectPrograms SubjectPrograms::find()
{
    SubjectPrograms programs;
    std::error_code failed;
    const auto folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
    programs.plain = ifExecutable(folder / "assay-subject");
    programs.qt = ifExecutable(folder / "assay-subject-qt");
    programs.child = ifExecutable(folder / "assay-child");
    programs.javaSource = folder / "SpawnSubject.java";
    programs.java = onPath("java");
    const auto javaFolder = fs::canonical(programs.java, failed).parent_path();
    programs.hasJavaCompiler = !failed && !ifExecutable(javaFolder / "javac").empty();
    return programs;
}

Machine Machine::inspect(const host::SystemRoot& root)
{
    Machine machine;
    machine.programs = SubjectPrograms::find();
    if (const auto memory = host::parseMeminfo(host::readSystemFile(root, "proc/meminfo").value_or(""))) {
        machine.freeMemoryBytes = memory->available;
    }
    machine.pool2M = poolOf(root, "2048");
    machine.pool1G = poolOf(root, "1048576");
    const auto transparent = host::readSystemLine(root, "sys/kernel/mm/transparent_hugepage/enabled");
    machine.transparentHugePages =
        transparent.find('[') != std::string::npos && transparent.find("[never]") == std::string::npos;
    machine.maxMappings = numberIn(root, "proc/sys/vm/max_map_count", machine.maxMappings);
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    machine.openFileLimit =
        limit.rlim_cur == RLIM_INFINITY ? INT64_MAX : static_cast<std::int64_t>(limit.rlim_cur);
    cpu_set_t usable;
    CPU_ZERO(&usable);
    if (sched_getaffinity(0, sizeof usable, &usable) == 0) {
        machine.cpus = CPU_COUNT(&usable);
    }
    return machine;
}

std::optional<std::string> whyUnavailable(const Cell& cell, const Machine& machine)
{
    if (auto reason = whyNoProgram(cell, machine.programs)) {
        return reason;
    }
    if (auto reason = whyNoPages(cell, machine)) {
        return reason;
    }
    if (auto reason = whyNoMemory(cell, machine)) {
        return reason;
    }
    if (auto reason = whyNoDescriptors(cell, machine)) {
        return reason;
    }
    if (auto reason = whyNoPlacement(cell)) {
        return reason;
    }
#if !defined(__x86_64__) && !defined(__aarch64__)
    if (cell.mechanism == Mechanism::Clone3) {
        return "clone3 needs a few instructions of assembler, which exist for x86-64 and arm64.";
    }
#endif
    return std::nullopt;
}

std::string growPoolCommand(const Cell& cell, const Machine& machine)
{
    if (!usesPool(cell)) {
        return {};
    }
    const bool giga = cell.pages == PageSize::Huge1G;
    const auto& pool = giga ? machine.pool1G : machine.pool2M;
    const auto missing = std::max<std::int64_t>(pagesNeeded(cell) - pool.freePages, 0);
    const std::string file =
        "/sys/kernel/mm/hugepages/hugepages-" + std::string{giga ? "1048576" : "2048"} + "kB/nr_hugepages";
    return "echo $(($(cat " + file + ") + " + std::to_string(missing) + ")) > " + file;
}

} // namespace assay::spawn
