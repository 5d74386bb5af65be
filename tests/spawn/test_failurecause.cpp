// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/failurecause.h"
#include "spawn/spawnfixture.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <elf.h>
#include <fstream>

namespace assay::test {
namespace {

using namespace spawn;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// A captured /proc and /sys.
class FailureCause : public testing::Test
{
protected:
    void put(const std::string& path, const std::string& text)
    {
        const auto file = m_root / path;
        fs::create_directories(file.parent_path());
        std::ofstream{file} << text;
    }
    std::string explain(int error, const Cell& cell = {}, const MemoryFacts& memory = {})
    {
        return explainSpawnError(error, cell, memory, m_root.path());
    }

    TemporaryDirectory m_root;
};

TEST_F(FailureCause, OfEagainIsTheLowestLimit)
{
    put("proc/sys/kernel/pid_max", "32768\n");
    put("proc/sys/kernel/threads-max", "190000\n");
    EXPECT_THAT(explain(EAGAIN), HasSubstr("kernel.pid_max"));
    put("proc/sys/kernel/threads-max", "100\n");
    EXPECT_THAT(explain(EAGAIN), HasSubstr("kernel.threads-max), 100"));
    put("proc/self/cgroup", "0::/ci.slice\n");
    put("sys/fs/cgroup/ci.slice/pids.max", "64\n");
    EXPECT_THAT(explain(EAGAIN), HasSubstr("pids.max, 64"));
    put("sys/fs/cgroup/ci.slice/pids.max", "max\n");
    EXPECT_THAT(explain(EAGAIN), HasSubstr("threads-max"));
}

TEST_F(FailureCause, OfEagainIsFoundInTheOldControlGroups)
{
    put("proc/self/cgroup", "8:pids:/docker/abc\n1:name=systemd:/x\n");
    put("sys/fs/cgroup/pids/docker/abc/pids.max", "20\n");
    EXPECT_THAT(explain(EAGAIN), HasSubstr("pids.max, 20"));
}

TEST_F(FailureCause, OfEnomemNamesThePromiseAndNotTheMemory)
{
    put("proc/sys/vm/overcommit_memory", "2\n");
    Cell cell;
    cell.memoryBytes = 7LL << 30;
    MemoryFacts memory;
    memory.committed = 10LL << 30;
    memory.commitLimit = 12LL << 30;
    const auto said = explain(ENOMEM, cell, memory);
    EXPECT_THAT(said, HasSubstr("vm.overcommit_memory=2"));
    EXPECT_THAT(said, HasSubstr("10.0 GiB of 12.0 GiB"));
    EXPECT_THAT(said, HasSubstr("7.00 GiB more"));
}

TEST_F(FailureCause, OfEnoentIsTheProgramOrItsInterpreter)
{
    Cell cell;
    cell.child = {m_root / "missing"};
    EXPECT_THAT(explain(ENOENT, cell), HasSubstr("missing does not exist."));

    cell.child = {writeProgram(m_root, "script", "#!/bin/bash42 -e\n")};
    EXPECT_THAT(explain(ENOENT, cell), HasSubstr("its interpreter /bin/bash42 does not"));

    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_phoff = sizeof header;
    header.e_phnum = 1;
    Elf64_Phdr part{};
    part.p_type = PT_INTERP;
    part.p_offset = sizeof header + sizeof part;
    std::string program{reinterpret_cast<const char*>(&header), sizeof header};
    program.append(reinterpret_cast<const char*>(&part), sizeof part);
    program += std::string{"/lib/ld-none.so"} + '\0';
    cell.child = {writeProgram(m_root, "program", program)};
    EXPECT_THAT(explain(ENOENT, cell), HasSubstr("its interpreter /lib/ld-none.so does not"));
}

TEST_F(FailureCause, IsASentenceForAnyErrno)
{
    for (int error = 1; error < 134; ++error) {
        const auto said = explain(error);
        EXPECT_TRUE(said.ends_with('.') || said.ends_with(')')) << errnoName(error) << ": " << said;
        EXPECT_GT(said.size(), 15U);
    }
}

TEST_F(FailureCause, OfABrokenProgramIsFoundWithoutTrustingIt)
{
    Cell cell;
    for (const auto& content : {std::string{ELFMAG}, std::string{ELFMAG} + std::string(200, '\xff'),
             std::string{"#!"}, std::string{"#!\n"}, std::string{}}) {
        cell.child = {writeProgram(m_root, "odd", content)};
        EXPECT_THAT(explain(ENOENT, cell), HasSubstr("odd exists"));
    }
}

} // namespace
} // namespace assay::test
