// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnrunner.h"

#include "base/randomstream.h"
#include "base/units.h"
#include "host/hostfacts.h"
#include "spawn/cellround.h"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <numeric>
#include <optional>

namespace assay::spawn {

namespace {

/// Measured at the start of each round to show whether the machine itself drifts.
Cell controlCell()
{
    Cell cell;
    cell.mechanism = Mechanism::Vfork;
    return cell;
}

Work controlWork()
{
    Work work;
    work.count = 200;
    work.durationNs = nsPerSecond;
    return work;
}

std::vector<std::size_t> shuffled(std::vector<std::size_t> order, std::uint64_t seed, std::uint32_t round)
{
    RandomStream random{seed, round};
    for (auto left = order.size(); left > 1; --left) {
        std::swap(order[left - 1], order[random.next() % left]);
    }
    return order;
}

session::RunStart runStart(const SpawnPlan& plan, const std::vector<Cell>& cells, std::int64_t experimentId)
{
    session::RunStart start;
    start.experimentId = experimentId;
    start.instrument = "spawn";
    start.plan = plan.toText();
    start.host = json::serialize(host::HostFacts::collect().toJson());
    start.programVersion = ASSAY_VERSION;
    start.startedUtc = utcNow();
    for (const auto& cell : cells) {
        start.labels.push_back(cellKey(cell));
    }
    return start;
}

session::SpawnRound rowOf(const RoundResult& result, std::uint32_t number)
{
    session::SpawnRound row;
    row.cell = number;
    row.round = result.round;
    row.startNs = result.startNs;
    row.lengthNs = result.lengthNs;
    row.spawns = result.spawns;
    row.failures = result.failureCount();
    row.problem = result.problem;
    row.result = json::serialize(result.toJson());
    row.call = result.phases[static_cast<std::size_t>(Phase::Call)];
    row.start = result.phases[static_cast<std::size_t>(Phase::Start)];
    row.whole = result.phases[static_cast<std::size_t>(Phase::Whole)];
    return row;
}

} // namespace

struct SpawnRunner::State
{
    explicit State(const SpawnPlan& plan)
        : tally(plan)
    { }

    SpawnTally tally;
    std::vector<std::size_t> usable; ///< cells that can run here
    std::optional<session::RunRecorder> recorder;
    std::int64_t t0Ns = 0;
    std::int64_t done = 0;
    std::int64_t total = 0;
};

SpawnRunner::SpawnRunner(SpawnPlan plan, Machine machine, Observer observer)
    : m_plan(std::move(plan))
    , m_machine(std::move(machine))
    , m_observer(std::move(observer))
{ }

Result<SpawnRunner::Outcome> SpawnRunner::run(session::SessionFile* file, std::int64_t experimentId)
{
    State state{m_plan};
    const auto& cells = state.tally.cells();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (auto reason = whyUnavailable(cells[i], m_machine)) {
            state.tally.setUnavailable(i, std::move(*reason));
        } else {
            state.usable.push_back(i);
        }
    }
    if (state.usable.empty()) {
        return environmentError(
            "No cell of this plan can run here. The first: " + *whyUnavailable(cells.front(), m_machine));
    }
    state.total = m_plan.rounds * static_cast<std::int64_t>(state.usable.size());
    if (file) {
        auto begun = session::RunRecorder::begin(*file, runStart(m_plan, cells, experimentId));
        if (!begun) {
            return begun.error();
        }
        state.recorder = std::move(*begun);
    }
    Outcome outcome;
    outcome.runId = state.recorder ? state.recorder->runId() : 0;
    if (m_observer.started) {
        m_observer.started(outcome.runId);
    }
    state.t0Ns = monotonicNs();
    Result<void> recorded;
    for (std::uint32_t round = 0; round < m_plan.rounds && recorded && !isStopped(); ++round) {
        recorded = runRound(state, round);
    }
    outcome.summary = state.tally.summary();
    const auto lengthNs = monotonicNs() - state.t0Ns;
    if (!recorded) {
        outcome.state = session::RunState::Failed;
        outcome.endReason = recorded.error().message;
    } else if (isStopped()) {
        outcome.state = session::RunState::Stopped;
        outcome.endReason = "Stopped on request after " + humanDuration(lengthNs) + ".";
    }
    if (state.recorder && recorded) {
        const auto ended = state.recorder->finish(
            outcome.state, outcome.endReason, prettyJson(outcome.summary.toJson()), lengthNs);
        if (!ended) {
            outcome.state = session::RunState::Failed;
            outcome.endReason = ended.error().message;
        }
    }
    return outcome;
}

bool SpawnRunner::isStopped()
{
    if (m_observer.wantsStop && m_observer.wantsStop()) {
        m_stop.store(true);
    }
    return m_stop.load();
}

Result<void> SpawnRunner::runRound(State& state, std::uint32_t round)
{
    const auto startNs = monotonicNs() - state.t0Ns;
    report(state, "control");
    if (auto control = measureRound(controlCell(), controlWork(), m_machine.programs, m_plan.timeoutNs,
            [this] { return isStopped(); })) {
        control->round = round;
        control->startNs = startNs;
        state.tally.addControl(*control);
        if (state.recorder) {
            if (auto added = state.recorder->addSpawnRound(rowOf(*control, 0)); !added) {
                return added;
            }
        }
    }
    for (const auto index : shuffled(state.usable, m_plan.seed, round)) {
        if (isStopped()) {
            break;
        }
        if (auto measured = measure(state, round, index); !measured) {
            return measured;
        }
    }
    return {};
}

Result<void> SpawnRunner::measure(State& state, std::uint32_t round, std::size_t index)
{
    const auto& cell = state.tally.cells()[index];
    report(state, cellKey(cell));
    const auto startNs = monotonicNs() - state.t0Ns;
    auto result =
        measureRound(cell, m_plan.work, m_machine.programs, m_plan.timeoutNs, [this] { return isStopped(); });
    if (!result) {
        return {}; // stopped
    }
    result->cell = static_cast<std::uint32_t>(index);
    result->round = round;
    result->startNs = startNs;
    ++state.done;
    state.tally.add(*result);
    if (!state.recorder) {
        return {};
    }
    if (auto added = state.recorder->addSpawnRound(rowOf(*result, static_cast<std::uint32_t>(index) + 1));
        !added) {
        return added;
    }
    return state.recorder->commit();
}

void SpawnRunner::report(const State& state, const std::string& cell) const
{
    if (!m_observer.progress) {
        return;
    }
    Progress progress;
    progress.elapsedNs = monotonicNs() - state.t0Ns;
    progress.done = state.done;
    progress.total = state.total;
    progress.cell = cell;
    if (state.done >= static_cast<std::int64_t>(state.usable.size())) {
        progress.totalNs = progress.elapsedNs / state.done * state.total;
    }
    m_observer.progress(progress);
}

} // namespace assay::spawn
