// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/hostfacts.h"

#include "host/kerneltext.h"

#include <algorithm>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace assay::host {

namespace {

std::string unquoted(std::string_view text)
{
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
        text = text.substr(1, text.size() - 2);
    }
    return std::string{text};
}

/// "always [madvise] never" -> "madvise".
std::string chosen(std::string_view choices)
{
    const auto open = choices.find('[');
    const auto close = choices.find(']', open == std::string_view::npos ? 0 : open);
    return open == std::string_view::npos || close == std::string_view::npos
        ? std::string{}
        : std::string{choices.substr(open + 1, close - open - 1)};
}

std::string cpuModel(std::string_view cpuinfo)
{
    // x86, ARM boards, POWER and RISC-V each call it something else.
    for (const char* key : {"model name", "Model", "Hardware", "cpu", "uarch"}) {
        if (const auto model = valueOf(cpuinfo, key, ':'); !model.empty()) {
            return std::string{model};
        }
    }
    return {};
}

bool hasFlag(std::string_view cpuinfo, std::string_view flag)
{
    const auto flags = wordsOf(valueOf(cpuinfo, "flags", ':'));
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

std::string hypervisor(const SystemRoot& root, std::string_view cpuinfo)
{
    struct Maker
    {
        std::string_view mark;
        const char* name;
    };
    static constexpr Maker makers[]{{"QEMU", "KVM"}, {"KVM", "KVM"}, {"VMware", "VMware"},
        {"innotek", "VirtualBox"}, {"VirtualBox", "VirtualBox"}, {"Microsoft", "Hyper-V"}, {"Xen", "Xen"},
        {"Amazon EC2", "Amazon EC2"}, {"Google", "Google Compute Engine"}, {"Parallels", "Parallels"}};
    const auto machine = readSystemLine(root, "sys/class/dmi/id/sys_vendor") + " "
        + readSystemLine(root, "sys/class/dmi/id/product_name");
    const auto type = readSystemLine(root, "sys/hypervisor/type");
    if (!type.empty()) {
        return type == "xen" ? "Xen" : type;
    }
    // The maker's name alone proves nothing: Microsoft and Google build real machines too.
    if (!hasFlag(cpuinfo, "hypervisor")) {
        return {};
    }
    for (const auto& maker : makers) {
        if (machine.find(maker.mark) != std::string::npos) {
            return maker.name;
        }
    }
    return "virtual machine";
}

bool inContainer(const SystemRoot& root)
{
    std::error_code ignored;
    return std::filesystem::exists(root / ".dockerenv", ignored)
        || std::filesystem::exists(root / "run/.containerenv", ignored)
        || std::filesystem::exists(root / "run/systemd/container", ignored);
}

HostFacts::Limit limitOf(decltype(RLIMIT_NOFILE) resource)
{
    const auto known = [](rlim_t value) {
        return value == RLIM_INFINITY ? std::nullopt : std::optional{static_cast<std::int64_t>(value)};
    };
    rlimit limit{};
    return getrlimit(resource, &limit) == 0 ? HostFacts::Limit{known(limit.rlim_cur), known(limit.rlim_max)}
                                            : HostFacts::Limit{};
}

std::int64_t usableCpus()
{
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed)
                                                               : sysconf(_SC_NPROCESSORS_ONLN);
}

void describeSystem(HostFacts& facts, const SystemRoot& root)
{
    utsname name{};
    if (uname(&name) == 0) {
        facts.hostname = name.nodename;
        facts.kernel = name.release;
        facts.architecture = name.machine;
    }
    const auto release = readSystemFile(root, "etc/os-release").value_or("");
    facts.operatingSystem = unquoted(valueOf(release, "PRETTY_NAME", '='));
    facts.clockSource =
        readSystemLine(root, "sys/devices/system/clocksource/clocksource0/current_clocksource");
    facts.frequencyGovernor = readSystemLine(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    facts.bootId = readSystemLine(root, "proc/sys/kernel/random/boot_id");
}

void describeMachine(HostFacts& facts, const SystemRoot& root)
{
    const auto cpuinfo = readSystemFile(root, "proc/cpuinfo").value_or("");
    facts.cpuModel = cpuModel(cpuinfo);
    facts.cpus = usableCpus();
    facts.cpusOnline = sysconf(_SC_NPROCESSORS_ONLN);
    facts.virtualisation = hypervisor(root, cpuinfo);
    if (inContainer(root)) {
        facts.virtualisation += facts.virtualisation.empty() ? "container" : ", container";
    }
    if (const auto memory = parseMeminfo(readSystemFile(root, "proc/meminfo").value_or(""))) {
        facts.memoryBytes = memory->total;
        facts.swapBytes = memory->swapTotal;
    }
    facts.pageBytes = sysconf(_SC_PAGESIZE);
    facts.transparentHugePages = chosen(readSystemLine(root, "sys/kernel/mm/transparent_hugepage/enabled"));
    facts.overcommit = wholeNumber(readSystemLine(root, "proc/sys/vm/overcommit_memory"));
}

json::value orNull(const std::string& text)
{
    return text.empty() ? json::value(nullptr) : json::value(text);
}

json::value orNull(const std::optional<std::int64_t>& number)
{
    return number ? json::value(*number) : json::value(nullptr);
}

json::object limitJson(const HostFacts::Limit& limit)
{
    return {{"soft", orNull(limit.soft)}, {"hard", orNull(limit.hard)}};
}

} // namespace

HostFacts HostFacts::collect(const SystemRoot& root)
{
    HostFacts facts;
    describeSystem(facts, root);
    describeMachine(facts, root);
    facts.openFiles = limitOf(RLIMIT_NOFILE);
    facts.processes = limitOf(RLIMIT_NPROC);
    const auto range = readSystemLine(root, "proc/sys/net/ipv4/ip_local_port_range");
    if (const auto ports = wordsOf(range); ports.size() == 2) {
        facts.firstLocalPort = wholeNumber(ports[0]);
        facts.lastLocalPort = wholeNumber(ports[1]);
    }
    facts.listenQueue = wholeNumber(readSystemLine(root, "proc/sys/net/core/somaxconn"));
    return facts;
}

json::object HostFacts::toJson() const
{
    return {{"hostname", orNull(hostname)}, {"operating_system", orNull(operatingSystem)},
        {"kernel", orNull(kernel)}, {"architecture", orNull(architecture)}, {"cpu_model", orNull(cpuModel)},
        {"cpus", cpus}, {"cpus_online", cpusOnline}, {"memory_bytes", orNull(memoryBytes)},
        {"swap_bytes", orNull(swapBytes)}, {"page_bytes", pageBytes},
        {"transparent_huge_pages", orNull(transparentHugePages)}, {"overcommit_memory", orNull(overcommit)},
        {"open_files", limitJson(openFiles)}, {"processes", limitJson(processes)},
        {"local_ports", json::array{orNull(firstLocalPort), orNull(lastLocalPort)}},
        {"listen_queue", orNull(listenQueue)}, {"clock_source", orNull(clockSource)},
        {"frequency_governor", orNull(frequencyGovernor)}, {"virtualisation", orNull(virtualisation)},
        {"boot_id", orNull(bootId)}};
}

} // namespace assay::host
