// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/roundresult.h"

#include "base/clock.h"
#include "base/units.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <limits>
#include <sys/wait.h>

namespace assay::spawn {

namespace {

std::string badEnd(int waitStatus)
{
    if (waitStatus < 0) {
        return "unknown";
    }
    if (WIFSIGNALED(waitStatus)) {
        const auto* name = sigabbrev_np(WTERMSIG(waitStatus));
        return name ? std::string{"SIG"} + name : "signal " + std::to_string(WTERMSIG(waitStatus));
    }
    return "exit " + std::to_string(WEXITSTATUS(waitStatus));
}

/// The fields that are plain numbers, by their names in the file.
template <typename Visit> void visitNumbers(auto& result, Visit visit)
{
    visit("zombies", result.zombies);
    visit("leaked", result.leaked);
    visit("others_ready", result.othersReady);
    visit("late_p99_ns", result.lateP99Ns);
    visit("resident_bytes", result.memory.resident);
    visit("page_table_bytes", result.memory.pageTables);
    visit("mappings", result.memory.mappings);
    visit("huge_bytes", result.memory.huge);
    visit("committed_bytes", result.memory.committed);
    visit("commit_limit_bytes", result.memory.commitLimit);
}

template <typename Number> void readNumber(const json::object& object, std::string_view key, Number& number)
{
    const auto* value = object.if_contains(key);
    boost::system::error_code failed;
    if (value && value->is_number()) {
        const auto read = value->to_number<Number>(failed);
        number = failed ? number : read;
    }
}

} // namespace

double RoundResult::spawnsPerSecond() const
{
    return lengthNs > 0
        ? static_cast<double>(spawns) * static_cast<double>(nsPerSecond) / static_cast<double>(lengthNs)
        : 0;
}

std::uint64_t RoundResult::failureCount() const
{
    std::uint64_t count = 0;
    for (const auto& [error, number] : failures) {
        count += number;
    }
    return count;
}

void addSamples(RoundResult& result, std::span<const SpawnSample> samples)
{
    auto firstNs = std::numeric_limits<std::int64_t>::max();
    std::int64_t lastNs = 0;
    stats::LatencyHistogram late;
    for (const auto& sample : samples) {
        firstNs = std::min(firstNs, sample.calledNs);
        lastNs = std::max({lastNs, sample.returnedNs, sample.reapedNs});
        if (sample.intendedNs > 0) {
            late.record(sample.calledNs - sample.intendedNs);
        }
        if (sample.error != 0) {
            ++result.failures[sample.error];
            continue;
        }
        ++result.spawns;
        if (sample.waitStatus != 0) {
            ++result.badEnds[badEnd(sample.waitStatus)];
        }
        result.phases[static_cast<std::size_t>(Phase::Call)].record(sample.returnedNs - sample.calledNs);
        result.phases[static_cast<std::size_t>(Phase::Whole)].record(sample.reapedNs - sample.calledNs);
        if (sample.childNs > 0) {
            result.phases[static_cast<std::size_t>(Phase::Start)].record(sample.childNs - sample.calledNs);
        }
    }
    result.lengthNs = samples.empty() ? 0 : lastNs - firstNs;
    result.lateP99Ns = late.percentileNs(99);
}

json::object RoundResult::toJson() const
{
    json::object object;
    object["cpu_user_s"] = cpuUserS;
    object["cpu_system_s"] = cpuSystemS;
    visitNumbers(*this, [&](const char* key, const auto& number) { object[key] = number; });
    json::object failed;
    for (const auto& [error, count] : failures) {
        failed[std::to_string(error)] = count;
    }
    object["failures"] = std::move(failed);
    json::object ends;
    for (const auto& [name, count] : badEnds) {
        ends[name] = count;
    }
    object["bad_ends"] = std::move(ends);
    return object;
}

RoundResult RoundResult::fromJson(const json::object& object)
{
    RoundResult result;
    readNumber(object, "cpu_user_s", result.cpuUserS);
    readNumber(object, "cpu_system_s", result.cpuSystemS);
    visitNumbers(result, [&](const char* key, auto& number) { readNumber(object, key, number); });
    if (const auto* failed = object.if_contains("failures"); failed && failed->is_object()) {
        for (const auto& [key, value] : failed->get_object()) {
            if (const auto error = parseInteger(key); error && *error > 0 && *error < 4096) {
                readNumber(failed->get_object(), key, result.failures[static_cast<int>(*error)]);
            }
        }
    }
    if (const auto* ends = object.if_contains("bad_ends"); ends && ends->is_object()) {
        for (const auto& [key, value] : ends->get_object()) {
            readNumber(ends->get_object(), key, result.badEnds[std::string{key}]);
        }
    }
    return result;
}

} // namespace assay::spawn
