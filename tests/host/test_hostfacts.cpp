// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/hostfacts.h"
#include "host/limits.h"
#include "systemtree.h"

#include <gmock/gmock.h>

#include <sys/resource.h>

namespace assay::host {

using test::SystemTree;

TEST(HostFacts, ReadsACapturedMachine)
{
    const SystemTree tree;
    tree.put("etc/os-release", "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
    tree.put("proc/cpuinfo",
        "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Processor\nflags\t\t: fpu hypervisor\n");
    tree.put("proc/meminfo", "MemTotal: 2000 kB\nMemAvailable: 1000 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n");
    tree.put("proc/sys/vm/overcommit_memory", "1\n");
    tree.put("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
    tree.put("proc/sys/net/core/somaxconn", "4096\n");
    tree.put("proc/sys/kernel/random/boot_id", "2aa90cfe-239a-415f-be43-8ccee4320de3\n");
    tree.put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    tree.put("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    tree.put("sys/class/dmi/id/sys_vendor", "QEMU\n");
    tree.put(".dockerenv", "");
    const auto facts = HostFacts::collect(tree.root());
    EXPECT_EQ(facts.operatingSystem, "Debian GNU/Linux 12 (bookworm)");
    EXPECT_EQ(facts.cpuModel, "Intel(R) Xeon(R) Processor");
    EXPECT_EQ(facts.memoryBytes, 2000 * 1024);
    EXPECT_EQ(facts.swapBytes, 0);
    EXPECT_EQ(facts.transparentHugePages, "madvise");
    EXPECT_EQ(facts.overcommit, 1);
    EXPECT_EQ(facts.firstLocalPort, 32768);
    EXPECT_EQ(facts.lastLocalPort, 60999);
    EXPECT_EQ(facts.listenQueue, 4096);
    EXPECT_EQ(facts.clockSource, "tsc");
    EXPECT_EQ(facts.virtualisation, "KVM, container");
    EXPECT_EQ(facts.bootId, "2aa90cfe-239a-415f-be43-8ccee4320de3");
    const auto json = facts.toJson();
    EXPECT_EQ(json.at("cpu_model"), "Intel(R) Xeon(R) Processor");
    EXPECT_EQ(json.at("memory_bytes"), 2048000);
    EXPECT_EQ(json.at("local_ports"), json::value(json::array{32768, 60999}));
    EXPECT_TRUE(json.at("frequency_governor").is_null());
}

TEST(HostFacts, ToleratesThatNothingIsThere)
{
    const SystemTree empty;
    const auto facts = HostFacts::collect(empty.root());
    EXPECT_FALSE(facts.hostname.empty()) << "asked of the kernel, not read from a file";
    EXPECT_GT(facts.pageBytes, 0);
    EXPECT_EQ(facts.cpuModel, "");
    EXPECT_FALSE(facts.memoryBytes);
    EXPECT_FALSE(facts.overcommit);
    EXPECT_EQ(facts.virtualisation, "");
    EXPECT_TRUE(facts.toJson().at("memory_bytes").is_null());
    EXPECT_TRUE(facts.toJson().at("cpu_model").is_null());
}

struct VirtualRow
{
    const char* name;
    const char* vendor;
    const char* product;
    const char* flags;
    const char* expected;
};

class Virtualisation : public testing::TestWithParam<VirtualRow>
{ };

TEST_P(Virtualisation, IsGuessed)
{
    const auto& row = GetParam();
    const SystemTree tree;
    tree.put("sys/class/dmi/id/sys_vendor", row.vendor);
    tree.put("sys/class/dmi/id/product_name", row.product);
    tree.put("proc/cpuinfo", std::string{"flags : "} + row.flags + "\n");
    EXPECT_EQ(HostFacts::collect(tree.root()).virtualisation, row.expected);
}

INSTANTIATE_TEST_SUITE_P(Rows, Virtualisation,
    testing::Values(VirtualRow{"none", "LENOVO\n", "20XW\n", "fpu vmx", ""},
        VirtualRow{"kvm", "QEMU\n", "Standard PC\n", "fpu hypervisor", "KVM"},
        VirtualRow{"vmware", "VMware, Inc.\n", "VMware Virtual Platform\n", "hypervisor", "VMware"},
        VirtualRow{"virtualBox", "innotek GmbH\n", "VirtualBox\n", "hypervisor", "VirtualBox"},
        VirtualRow{"hyperV", "Microsoft Corporation\n", "Virtual Machine\n", "hypervisor", "Hyper-V"},
        VirtualRow{"realMachineOfAMaker", "Microsoft Corporation\n", "Surface\n", "fpu", ""},
        VirtualRow{"unknown", "\n", "\n", "fpu hypervisor", "virtual machine"}),
    [](const auto& row) { return row.param.name; });

TEST(HostFacts, KnowsTheseLimits)
{
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const auto facts = HostFacts::collect();
    EXPECT_EQ(facts.openFiles.soft, static_cast<std::int64_t>(limit.rlim_cur));
    EXPECT_GE(facts.cpus, 1);
    EXPECT_GE(facts.cpusOnline, facts.cpus);
}

TEST(Limits, OpenFilesAreRaisedToTheHardLimit)
{
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit low{std::min<rlim_t>(256, before.rlim_max), before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
    EXPECT_EQ(raiseOpenFileLimit(), static_cast<std::int64_t>(before.rlim_max));
    rlimit after{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &after), 0);
    EXPECT_EQ(after.rlim_cur, before.rlim_max);
}

} // namespace assay::host
