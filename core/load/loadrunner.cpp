// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadrunner.h"

#include "base/units.h"
#include "host/hostfacts.h"
#include "host/limits.h"
#include "load/loadnotices.h"
#include "load/loadrun.h"
#include "load/program.h"
#include "load/runmetrics.h"
#include "load/runtarget.h"

#include <boost/json/serialize.hpp>

#include <chrono>
#include <optional>
#include <thread>

namespace assay::load {

namespace {

constexpr auto collectEvery = std::chrono::milliseconds{50};
constexpr std::int64_t reportEveryNs = 200 * nsPerMs;

/// Every user needs a descriptor for each server: takes what the kernel allows, and says if it is too little.
std::optional<std::string> raiseFileLimit(std::int64_t connections)
{
    constexpr std::int64_t others = 64; // the session, the threads' own
    const auto wanted = connections + others;
    const auto limit = host::raiseOpenFileLimit();
    if (limit >= wanted) {
        return std::nullopt;
    }
    return "This process may open " + std::to_string(limit) + " files, but the plan can need "
        + std::to_string(wanted) + ": " + std::to_string(connections)
        + " connections at once and some for the program itself. Raise the limit (ulimit -n).";
}

std::string addressesSentence(const Origin& origin)
{
    std::string text = origin.url.origin() + " is ";
    for (std::size_t i = 0; i < origin.addresses.size(); ++i) {
        text += (i == 0 ? "" : ", ") + origin.addresses[i].text();
    }
    return text + ".";
}

session::RunStart runStart(const LoadPlan& plan, const Program& program, std::int64_t experimentId)
{
    session::RunStart start;
    start.experimentId = experimentId;
    start.instrument = "load";
    start.plan = plan.toText();
    start.host = json::serialize(host::HostFacts::collect().toJson());
    start.programVersion = ASSAY_VERSION;
    start.startedUtc = utcNow();
    start.labels = program.labels;
    start.plannedNs = endsByCount(plan) ? 0 : plannedLengthNs(plan);
    const auto hold = holdPhase(plan);
    start.holdStartNs = hold.startNs;
    start.holdEndNs = hold.endNs;
    return start;
}

void judge(const LoadPlan& plan, LoadSummary& summary)
{
    for (const auto& text : plan.thresholds) {
        const auto threshold = Threshold::parse(text).value(); // validate() has read it before
        summary.thresholds.push_back({text, threshold.evaluate(summary.figures(threshold.holdPhase()))});
    }
}

} // namespace

LoadRunner::LoadRunner(LoadPlan plan, Observer observer)
    : m_plan(std::move(plan))
    , m_observer(std::move(observer))
{ }

Result<LoadRunner::Outcome> LoadRunner::run(session::SessionFile* file, std::int64_t experimentId)
{
    const auto target = startRunTarget(m_plan.target);
    if (!target) {
        return target.error();
    }
    auto program = compile(m_plan, target->address);
    if (!program) {
        return program.error();
    }
    if (auto resolved = resolveOrigins(*program); !resolved) {
        return resolved.error();
    }
    announce(*program);
    // All that can fail comes before the run is written down: a run that never began is no run.
    LoadRun load{m_plan, *program};
    if (auto prepared = load.prepare(); !prepared) {
        return prepared.error();
    }
    if (!file) {
        return runPrepared(load, nullptr);
    }
    auto recorder = session::RunRecorder::begin(*file, runStart(m_plan, *program, experimentId));
    if (!recorder) {
        return recorder.error();
    }
    return runPrepared(load, &*recorder);
}

Result<LoadRunner::Outcome> LoadRunner::runPrepared(LoadRun& load, session::RunRecorder* recorder)
{
    if (auto started = load.start(recorder); !started) {
        if (recorder) {
            static_cast<void>(load.finish());
            static_cast<void>(
                recorder->finish(session::RunState::Failed, started.error().message, {}, load.lengthNs()));
        }
        return started.error();
    }
    Outcome outcome;
    outcome.runId = recorder ? recorder->runId() : 0;
    if (m_observer.started) {
        m_observer.started(outcome.runId);
    }
    RunMetrics metrics{load.t0Ns(), recorder};
    auto recorded = watch(load, metrics);
    if (auto finished = load.finish(); recorded && !finished) {
        recorded = finished;
    }
    conclude(load, metrics, recorded, outcome);
    if (recorder) {
        const auto ended = recorder->finish(outcome.state, outcome.endReason,
            prettyJson(outcome.summary.toJson()), load.lengthNs(), load.holdEndNs());
        if (recorded && !ended) {
            outcome.state = session::RunState::Failed;
            outcome.endReason = ended.error().message;
        }
    }
    return outcome;
}

void LoadRunner::announce(const Program& program)
{
    const auto limit =
        raiseFileLimit(plannedPeakUsers(m_plan) * static_cast<std::int64_t>(program.origins.size()));
    if (!m_observer.notice) {
        return;
    }
    if (limit) {
        m_observer.notice(*limit);
    }
    for (const auto& origin : program.origins) {
        if (!origin.addresses.empty()) {
            m_observer.notice(addressesSentence(origin));
        }
    }
}

/// Until the last worker has ended. The first error of recording stops the run and is returned.
Result<void> LoadRunner::watch(LoadRun& load, RunMetrics& metrics)
{
    Result<void> recorded;
    bool stopping = false;
    auto nextReportNs = std::int64_t{0};
    while (load.isRunning()) {
        std::this_thread::sleep_for(collectEvery);
        if (const auto measured = metrics.record(); recorded && !measured) {
            recorded = measured;
        }
        if (const auto collected = load.collect(); recorded && !collected) {
            recorded = collected;
        }
        if (!stopping && (m_stop.load() || !recorded)) {
            stopping = true;
            load.stop();
        }
        if (m_abort.load()) {
            load.abort();
        }
        if (m_observer.progress && load.elapsedNs() >= nextReportNs) {
            nextReportNs = load.elapsedNs() + reportEveryNs;
            m_observer.progress(load.progress());
        }
    }
    return recorded;
}

void LoadRunner::conclude(
    LoadRun& load, const RunMetrics& metrics, const Result<void>& recorded, Outcome& outcome)
{
    auto& summary = load.summary();
    judge(m_plan, summary);
    summary.notices = loadNotices(m_plan, summary);
    const auto aboutTheMachine = metrics.notices(load.workers(), load.busyPercent());
    summary.notices.insert(summary.notices.end(), aboutTheMachine.begin(), aboutTheMachine.end());
    if (!recorded) {
        outcome.state = session::RunState::Failed;
        outcome.endReason = recorded.error().message;
    } else if (m_stop.load() || m_abort.load()) {
        outcome.state = session::RunState::Stopped;
        outcome.endReason = "Stopped on request after " + humanDuration(load.lengthNs()) + ".";
    }
    outcome.summary = std::move(summary);
}

} // namespace assay::load
