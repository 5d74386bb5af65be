// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "spawn/subjectspec.h"
#include "stats/latencyhistogram.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace assay::spawn {

/// What the kernel says of a subject whose memory has been filled. Bytes.
struct MemoryFacts
{
    std::int64_t resident = 0;
    std::int64_t pageTables = 0; ///< VmPTE: what a fork has to copy; with transparent huge pages also tables
                                 ///< that are only kept ready for splitting them
    std::int64_t mappings = 0;
    std::int64_t huge = 0; ///< on transparent or pooled huge pages
    std::int64_t committed = 0; ///< promised by the whole machine (Committed_AS)
    std::int64_t commitLimit = 0; ///< binding only with vm.overcommit_memory=2

    bool operator==(const MemoryFacts&) const = default;
};

/// The instants of a spawn that are told apart, each counted from the call.
enum class Phase
{
    Call, ///< until the call gave control back: so long the caller stood still
    Start, ///< until the child's first instruction
    Whole, ///< until the child had been reaped
};
constexpr std::array<std::string_view, 3> phaseNames{"call", "start", "whole"};
using PhaseHistograms = std::array<stats::LatencyHistogram, phaseNames.size()>;

/// One cell measured once.
struct RoundResult
{
    std::uint32_t cell = 0;
    std::uint32_t round = 0;
    std::int64_t startNs = 0; ///< from the run's start
    std::int64_t lengthNs = 0; ///< first call to last end

    std::string problem; ///< a sentence, when it could not be measured; the rest is 0 then
    std::uint64_t spawns = 0; ///< children that were started and reaped
    std::map<int, std::uint64_t> failures; ///< by errno
    std::map<std::string, std::uint64_t> badEnds; ///< children that ended badly: "exit 1", "SIGBUS"
    double cpuUserS = 0; ///< of the subject and all its children
    double cpuSystemS = 0;
    std::int64_t zombies = 0; ///< children that the mechanism left unreaped
    std::int64_t leaked = -1; ///< descriptors that a child got besides its streams; -1 unknown
    std::int64_t othersReady =
        0; ///< tasks of other programs that ran or waited for a processor when it began
    std::int64_t lateP99Ns = 0; ///< with a rate: begun later than intended
    MemoryFacts memory;
    PhaseHistograms phases; ///< of the spawns that succeeded

    bool isMeasured() const { return problem.empty() && spawns > 0; }
    double spawnsPerSecond() const;
    std::uint64_t failureCount() const;

    /// All but the histograms.
    json::object toJson() const;
    /// What toJson() wrote; odd values are left at 0, for files are not trusted.
    static RoundResult fromJson(const json::object& object);
};

/// Counts the samples into it.
void addSamples(RoundResult& result, std::span<const SpawnSample> samples);

} // namespace assay::spawn
