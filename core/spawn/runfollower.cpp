// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/runfollower.h"

#include "base/json.h"
#include "spawn/availability.h"
#include "spawn/failurecause.h"

#include <boost/json/parse.hpp>

#include <algorithm>

namespace assay::spawn {

namespace {

json::object objectOf(const std::string& text)
{
    boost::system::error_code failed;
    auto value = json::parse(text, failed);
    return !failed && value.is_object() ? std::move(value.as_object()) : json::object{};
}

std::string textAt(const json::object& object, std::string_view key)
{
    const auto* value = object.if_contains(key);
    return value && value->is_string() ? std::string{value->get_string()} : std::string{};
}

std::vector<std::string> linesAt(const json::object& object, std::string_view key)
{
    std::vector<std::string> lines;
    if (const auto* value = object.if_contains(key); value && value->is_array()) {
        for (const auto& line : value->get_array()) {
            if (line.is_string()) {
                lines.emplace_back(line.get_string());
            }
        }
    }
    return lines;
}

RoundResult resultOf(const session::SpawnRound& row)
{
    auto result = RoundResult::fromJson(objectOf(row.result));
    result.cell = row.cell == 0 ? 0 : row.cell - 1;
    result.round = row.round;
    result.startNs = row.startNs;
    result.lengthNs = row.lengthNs;
    result.spawns = row.spawns;
    result.problem = row.problem;
    result.phases = {row.call, row.start, row.whole};
    return result;
}

} // namespace

RunFollower::RunFollower(std::int64_t runId)
    : m_runId(runId)
{ }

Result<void> RunFollower::update(const session::SessionFile& file)
{
    const session::RunReader reader(file);
    auto run = reader.run(m_runId);
    if (!run) {
        return run.error();
    }
    const bool ended = run->state != m_data.run.state;
    m_data.run = std::move(*run);
    const bool first = !m_tally;
    if (first) {
        if (auto begun = begin(); !begun) {
            return begun;
        }
    }
    const auto lastBefore = m_lastRoundId;
    const auto read = session::readSpawnRounds(
        file, m_runId, m_lastRoundId, [this](const session::SpawnRound& row) { add(row); });
    if (!read) {
        return read;
    }
    // Summing up costs more than asking whether there is anything new.
    if (first || ended || m_lastRoundId != lastBefore) {
        m_data.summary = m_tally->summary();
        takeStoredSummary();
    }
    return {};
}

Result<void> RunFollower::begin()
{
    auto plan = SpawnPlan::fromText(m_data.run.plan, "The plan of run " + std::to_string(m_runId));
    if (!plan) {
        return plan.error();
    }
    const auto faults = plan->validate();
    if (!faults.empty()) {
        return faultsError("The plan of run " + std::to_string(m_runId) + " is damaged:", faults);
    }
    m_tally.emplace(*plan);
    if (m_data.run.state == session::RunState::Running) {
        // Only the machine that measures knows, and a run that is being written is measured here.
        const auto machine = Machine::inspect();
        for (std::size_t i = 0; i < m_tally->cells().size(); ++i) {
            if (auto reason = whyUnavailable(m_tally->cells()[i], machine)) {
                m_tally->setUnavailable(i, std::move(*reason));
            }
        }
    }
    return {};
}

void RunFollower::add(const session::SpawnRound& row)
{
    const auto result = resultOf(row);
    if (row.cell == 0) {
        m_tally->addControl(result);
    } else {
        m_tally->add(result);
    }
    if (result.isMeasured() && row.cell <= m_tally->cells().size()) {
        m_data.rounds.push_back({row.cell, row.startNs, result.spawnsPerSecond()});
    }
}

void RunFollower::takeStoredSummary()
{
    const auto stored = objectOf(m_data.run.summary);
    const auto* cells = stored.if_contains("cells");
    if (!cells || !cells->is_array() || cells->get_array().size() != m_data.summary.cells.size()) {
        return;
    }
    for (std::size_t i = 0; i < m_data.summary.cells.size(); ++i) {
        auto& cell = m_data.summary.cells[i];
        if (!cells->get_array()[i].is_object()) {
            continue;
        }
        const auto& from = cells->get_array()[i].get_object();
        cell.unavailable = textAt(from, "unavailable");
        if (const auto* causes = from.if_contains("failure_causes"); causes && causes->is_object()) {
            for (auto& [error, sentence] : cell.failureCauses) {
                sentence = textAt(causes->get_object(), errnoName(error));
            }
        }
    }
    m_data.summary.reading = linesAt(stored, "reading");
    m_data.summary.notices = linesAt(stored, "notices");
}

} // namespace assay::spawn
