// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/failurekind.h"
#include "session/sample.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The rows of a session file as plain values. Times are nanoseconds from the start of their run.
namespace assay::session {

/// An instrument's plan as it is being edited.
struct Experiment
{
    std::int64_t id = 0;
    std::string instrument; ///< "load", later "spawn", "keepalive"
    std::string name;
    int position = 0;
    std::string plan; ///< the instrument's plan as JSON text
};

enum class RunState
{
    Running, ///< being written now
    Finished, ///< came to its planned end
    Stopped, ///< somebody asked it to stop
    Failed, ///< ended early by an error; endReason says which
    Interrupted, ///< its writer vanished (killed, power lost)
};

/// "running", "finished", "stopped", "failed", "interrupted".
std::string_view runStateName(RunState state);
std::optional<RunState> runStateFromName(std::string_view name);

/// What is known when a run begins.
struct RunStart
{
    std::int64_t experimentId = 0;
    std::string instrument;
    std::string plan; ///< frozen copy, JSON
    std::string host; ///< facts of the machine, JSON
    std::string programVersion;
    std::string startedUtc;
    std::vector<std::string> labels; ///< names of labels 1, 2, …; label 0 is "all"
    std::int64_t plannedNs = 0; ///< planned length, 0 if unknown
    std::int64_t holdStartNs = 0; ///< the hold phase (full load); empty if start == end
    std::int64_t holdEndNs = 0;
};

struct Run : RunStart
{
    std::int64_t id = 0;
    RunState state = RunState::Running;
    std::string endReason; ///< a sentence; empty for Finished
    std::string note;
    std::string summary; ///< the instrument's result as JSON; empty until the end
    std::int64_t lengthNs = 0; ///< real length once ended
    std::uint64_t sampleCount = 0; ///< samples stored so far
};

/// 200 ms of a run under one label (0 = all). Counts are of requests whose end fell into the interval,
/// except `started`.
struct IntervalCounts
{
    std::int64_t startNs = 0;
    std::int64_t lengthNs = 0;
    std::uint32_t label = 0;
    std::uint32_t users = 0; ///< largest number of active users in the interval (under label 0; else 0)
    std::uint64_t started = 0;
    std::uint64_t completed = 0; ///< ended, failures included
    std::uint64_t failures = 0; ///< of these, failed (timeouts included)
    std::uint64_t retries = 0;
    std::uint64_t unserved = 0; ///< arrivals that found no free user (label 0)
    std::uint64_t dropped = 0; ///< samples that could not be kept (label 0)
    std::uint64_t bytesIn = 0;
    std::uint64_t bytesOut = 0;
    FailureCounts failuresByKind{};
};

/// An interval as charts read it: the percentiles are of service time (see Sample::hasLatency()), nearest
/// rank on the interval's histogram; all 0 if nothing with a latency ended in it.
struct IntervalPoint : IntervalCounts
{
    std::uint64_t latencyCount = 0; ///< values in the histogram
    std::int64_t minNs = 0;
    std::int64_t p50Ns = 0;
    std::int64_t p90Ns = 0;
    std::int64_t p95Ns = 0;
    std::int64_t p99Ns = 0;
    std::int64_t p999Ns = 0;
    std::int64_t maxNs = 0;
    double meanNs = 0;
    std::int64_t responseP50Ns = 0; ///< from the intended start
    std::int64_t responseP99Ns = 0;
    std::int64_t responseMaxNs = 0;
};

/// One of the first failures of its kind, with the evidence (capped).
struct FailureDetail
{
    std::int64_t id = 0;
    std::uint32_t label = 0;
    FailureKind kind = FailureKind::None;
    std::int64_t timeNs = 0;
    std::uint32_t user = 0;
    std::uint16_t status = 0;
    std::string message; ///< a sentence: what was expected, what came
    std::string sent; ///< first bytes of the request
    std::string received; ///< first bytes of the response
};

/// One value of a monitor.
struct MetricValue
{
    std::string source; ///< "host", later a server's name
    std::string name; ///< "cpu_user", "memory_used", …
    std::string unit; ///< "%", "B", "B/s", ""
    std::int64_t timeNs = 0;
    double value = 0;
};

} // namespace assay::session
