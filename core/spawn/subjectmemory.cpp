// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subjectmemory.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace assay::spawn {

namespace {

/// "Key:   123 kB" in bytes.
std::int64_t kilobytes(std::string_view text, std::string_view key)
{
    const auto words = host::wordsOf(host::valueOf(text, key, ':'));
    return words.empty() ? 0 : host::wholeNumber(words.front()).value_or(0) * 1024;
}

} // namespace

MemoryFacts readMemoryFacts(const host::SystemRoot& root, std::int64_t pid)
{
    const auto folder = "proc/" + std::to_string(pid) + "/";
    MemoryFacts facts;
    const auto status = host::readSystemFile(root, folder + "status").value_or("");
    facts.resident = kilobytes(status, "VmRSS") + kilobytes(status, "HugetlbPages");
    facts.pageTables = kilobytes(status, "VmPTE");
    const auto rollup = host::readSystemFile(root, folder + "smaps_rollup").value_or("");
    facts.huge = kilobytes(rollup, "AnonHugePages") + kilobytes(rollup, "ShmemPmdMapped")
        + kilobytes(rollup, "Shared_Hugetlb") + kilobytes(rollup, "Private_Hugetlb");
    std::ifstream maps{root / folder / "maps"}; // can have tens of thousands of lines
    facts.mappings = std::count(std::istreambuf_iterator{maps}, std::istreambuf_iterator<char>{}, '\n');
    const auto meminfo = host::readSystemFile(root, "proc/meminfo").value_or("");
    facts.committed = kilobytes(meminfo, "Committed_AS");
    facts.commitLimit = kilobytes(meminfo, "CommitLimit");
    return facts;
}

} // namespace assay::spawn
