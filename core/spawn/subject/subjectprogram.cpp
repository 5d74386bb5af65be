// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/subjectprogram.h"

#include "base/clock.h"
#include "spawn/subject/ballast.h"
#include "spawn/subject/spawnloop.h"
#include "spawn/subject/stamps.h"
#include "spawn/subject/watcher.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace assay::spawn {

namespace {

constexpr std::int64_t mostSamples = 2'000'000;

void report(const char* format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (write(reportDescriptor, line, static_cast<std::size_t>(length)) < 0) {
        _exit(1); // the engine is gone
    }
}

/// A step that failed for good.
int reportFailure(const char* stage, int error)
{
    report("failed %s %d\n", stage, error);
    return 1;
}

/// A line of what the engine says, without buffering: the rest stays in the pipe. False at the end.
bool readLine(std::string& line)
{
    line.clear();
    char letter = 0;
    while (read(STDIN_FILENO, &letter, 1) == 1) {
        if (letter == '\n') {
            return true;
        }
        line += letter;
    }
    return false;
}

bool readSpec(SubjectSpec& spec)
{
    std::string line;
    while (readLine(line)) {
        if (line == "end") {
            return true;
        }
        if (!readSpecLine(line, spec)) {
            return false;
        }
    }
    return false;
}

bool awaitGo()
{
    std::string line;
    return readLine(line) && line == "go";
}

int openExtraFiles(int count)
{
    for (int i = 0; i < count; ++i) {
        if (open("/dev/null", O_RDONLY) < 0) {
            return errno;
        }
    }
    return 0;
}

void growEnvironment(int count)
{
    for (int i = 0; i < count; ++i) {
        char name[40];
        std::snprintf(name, sizeof name, "ASSAY_EXTRA_VARIABLE_%d", i);
        setenv(name, "a value as long as those of real environments are", 1);
    }
}

/// Of this process and its children.
CpuUse cpuUseHere()
{
    CpuUse use;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(static_cast<__rusage_who>(who), &usage);
        use.add(usage);
    }
    return use;
}

int reapZombies()
{
    int zombies = 0;
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
        ++zombies;
    }
    return zombies;
}

/// Everything that a cell needs, built before its memory is filled: helpers are forked from a small process.
class Bench
{
public:
    Bench(const SubjectSpec& spec, SpawnerFactory factory)
        : m_spec(spec)
        , m_factory(factory)
    { }

    /// False: there is no such mechanism here.
    bool prepare()
    {
        for (int slot = 0; slot < m_spec.cell.threads; ++slot) {
            m_commands.push_back(std::make_unique<ChildCommand>(m_spec, slot));
            auto spawner = m_factory(m_spec, *m_commands.back());
            if (!spawner) {
                return false;
            }
            m_workers.push_back({m_commands.back().get(), spawner.get()});
            m_spawners.push_back(std::move(spawner));
        }
        if (m_spec.childStamps) {
            m_counting = std::make_unique<ChildCommand>(m_spec, 0);
            m_counting->countOpenFiles();
            m_countingSpawner = m_factory(m_spec, *m_counting);
        }
        return true;
    }

    /// Descriptors that a child of this mechanism gets besides its standard streams; -1 if unknown.
    std::int64_t countLeaked()
    {
        if (!m_counting) {
            return -1;
        }
        m_counting->slot().openFiles = -1;
        const auto launched = m_countingSpawner->launch();
        if (launched.error == 0) {
            m_countingSpawner->reap(launched);
        }
        return m_counting->slot().openFiles;
    }

    void warmUp()
    {
        SampleArea area{m_spec.warmUpCount};
        Work work;
        work.count = m_spec.warmUpCount;
        work.durationNs = nsPerSecond;
        if (area.isMapped() && work.count > 0) {
            spawnAll(work, m_spec.cell.placement, std::span{m_workers}.first(1), area);
        }
    }

    /// Of children that are not this process's own.
    CpuUse cpuElsewhere() const
    {
        CpuUse all;
        for (const auto& spawner : m_spawners) {
            all = all + spawner->cpuElsewhere();
        }
        return all;
    }

    /// May throw std::system_error: threads are refused like processes.
    std::span<SpawnSample> measure(SampleArea& area)
    {
        return spawnAll(m_spec.work, m_spec.cell.placement, m_workers, area);
    }

private:
    const SubjectSpec& m_spec;
    SpawnerFactory m_factory;
    std::vector<std::unique_ptr<ChildCommand>> m_commands;
    std::vector<std::unique_ptr<Spawner>> m_spawners;
    std::vector<SpawnWorker> m_workers;
    std::unique_ptr<ChildCommand> m_counting; ///< the child that counts its descriptors
    std::unique_ptr<Spawner> m_countingSpawner;
};

void reportSamples(std::span<const SpawnSample> samples)
{
    report("samples %zu\n", samples.size());
    const auto* bytes = reinterpret_cast<const char*>(samples.data());
    for (auto left = samples.size_bytes(); left > 0;) {
        const auto written = write(reportDescriptor, bytes, left);
        if (written <= 0) {
            _exit(1);
        }
        bytes += written;
        left -= static_cast<std::size_t>(written);
    }
}

int measureCell(const SubjectSpec& spec, SpawnerFactory factory)
{
    Bench bench{spec, factory};
    try {
        if (!bench.prepare()) {
            return reportFailure("mechanism", 0);
        }
    } catch (const std::system_error& error) {
        return reportFailure("mechanism", error.code().value());
    }
    growEnvironment(spec.cell.environmentVariables);
    if (const int error = openExtraFiles(spec.cell.openFiles); error != 0) {
        return reportFailure("files", error);
    }
    if (const int error = fillBallast(spec.cell); error != 0) {
        return reportFailure("ballast", error);
    }
    SampleArea area{spec.work.count > 0 ? spec.work.count : mostSamples};
    if (!area.isMapped()) {
        return reportFailure("samples", errno);
    }
    report("filled %d\n", static_cast<int>(getpid()));
    if (!awaitGo()) {
        return 1;
    }
    becomeNull(STDIN_FILENO, O_RDONLY); // a child that reads is not to wait for the engine
    report("fact leaked %lld\n", static_cast<long long>(bench.countLeaked()));
    bench.warmUp();
    reapZombies();
    std::span<SpawnSample> samples;
    const auto before = cpuUseHere() + bench.cpuElsewhere();
    try {
        samples = bench.measure(area);
    } catch (const std::system_error& error) {
        return reportFailure("threads", error.code().value());
    }
    const auto after = cpuUseHere() + bench.cpuElsewhere();
    report("fact zombies %d\n", reapZombies());
    report(
        "fact cpu_user %.6f\nfact cpu_system %.6f\n", after.user - before.user, after.system - before.system);
    reportSamples(samples);
    return 0;
}

/// What a child of ours would otherwise inherit from whoever started the engine.
void resetSignals()
{
    for (int number = 1; number < NSIG; ++number) {
        std::signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

} // namespace

int runSubject(int argumentCount, char** arguments, SpawnerFactory factory)
{
    if (argumentCount > 2 && arguments[1] == watcherArgument) {
        return watchEngine(std::atoi(arguments[2]));
    }
    resetSignals();
    if (argumentCount > 2 && arguments[1] == watchedArgument) {
        return becomeWatched(arguments + 2);
    }
    fcntl(reportDescriptor, F_SETFD, FD_CLOEXEC);
    SubjectSpec spec;
    if (!readSpec(spec)) {
        return 2;
    }
    if (const int error = mapStamps(spec.cell.threads, spec.childStamps); error != 0) {
        return reportFailure("stamps", error);
    }
    if (const int error = startWatcher(); error != 0) {
        return reportFailure("watcher", error);
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1); // QProcess and daemons leave their children to us
    return measureCell(spec, factory);
}

} // namespace assay::spawn
