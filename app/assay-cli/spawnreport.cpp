// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawnreport.h"

#include "base/units.h"
#include "spawn/cloneflags.h"
#include "spawn/planestimate.h"
#include "texttable.h"

#include <boost/json/array.hpp>

namespace assay::cli {

namespace {

using spawn::Phase;

std::string latency(const spawn::CellSummary& cell, Phase phase, double percent)
{
    return cell.phases[static_cast<std::size_t>(phase)].empty()
        ? "–"
        : humanDuration(cell.percentileNs(phase, percent));
}

std::string rateText(const spawn::CellSummary& cell)
{
    const auto& rate = cell.spawnsPerSecond;
    return formatFixed(rate.value, 0) + "/s" + (cell.noisy ? " ~" : "");
}

std::string intervalText(const spawn::CellSummary& cell)
{
    return formatFixed(cell.spawnsPerSecond.low, 0) + "…" + formatFixed(cell.spawnsPerSecond.high, 0);
}

std::vector<std::string> cellRow(const spawn::CellSummary& cell)
{
    std::uint64_t failed = 0;
    for (const auto& [error, count] : cell.failures) {
        failed += count;
    }
    return {cellKey(cell.cell), rateText(cell), intervalText(cell),
        cell.speedUp ? formatFixed(*cell.speedUp, *cell.speedUp < 0.1 ? 4 : 2) : "–",
        latency(cell, Phase::Call, 50), latency(cell, Phase::Start, 50), latency(cell, Phase::Whole, 50),
        latency(cell, Phase::Whole, 99), latency(cell, Phase::Whole, 100), std::to_string(failed),
        humanSize(cell.memory.pageTables)};
}

/// A cell with every axis at its usual value, to ask about one mechanism or page size.
spawn::Cell plainCell(spawn::Mechanism mechanism)
{
    spawn::Cell cell;
    cell.mechanism = mechanism;
    return cell;
}

spawn::Cell pageCell(spawn::PageSize pages)
{
    spawn::Cell cell;
    cell.pages = pages;
    cell.memoryBytes = pages == spawn::PageSize::Huge1G ? 1LL << 30 : 64LL << 20;
    return cell;
}

template <typename Names> std::string joined(const Names& names)
{
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + std::string{name};
    }
    return text;
}

template <typename Names> json::array namesJson(const Names& names)
{
    json::array array;
    for (const auto& name : names) {
        array.emplace_back(name);
    }
    return array;
}

json::value reasonJson(const std::optional<std::string>& reason)
{
    return reason ? json::value(*reason) : json::value(nullptr);
}

} // namespace

std::string spawnReport(const spawn::SpawnSummary& summary)
{
    TextTable table;
    table.add({"", "rate", "95 %", "speed-up", "call", "child runs", "whole p50", "p99", "max", "failed",
        "page tables"});
    std::string missing;
    for (const auto& cell : summary.cells) {
        if (!cell.unavailable.empty()) {
            missing += "  " + cellKey(cell.cell) + ": " + cell.unavailable + "\n";
        } else {
            table.add(cellRow(cell));
        }
    }
    std::string out =
        "Spawns a second (median of the rounds, its 95 % interval; ~ = noisy) and times from the "
        "call (medians, nearest rank)\n"
        + table.text();
    if (summary.baseline < summary.cells.size()) {
        out += "\nSpeed-up against: " + cellKey(summary.cells[summary.baseline].cell) + "\n";
    }
    if (!missing.empty()) {
        out += "\nNot run here\n" + missing;
    }
    if (!summary.reading.empty()) {
        out += "\nReading\n";
    }
    for (const auto& line : summary.reading) {
        out += "  " + line + "\n";
    }
    for (const auto& notice : summary.notices) {
        out += "\nNote: " + notice + "\n";
    }
    return out;
}

std::string spawnListText(const spawn::Machine& machine)
{
    std::string out = "Mechanisms (--mechanism)\n";
    for (const auto& facts : spawn::mechanisms()) {
        const auto reason = whyUnavailable(plainCell(facts.mechanism), machine);
        out += "  " + std::string{facts.name} + " – " + std::string{facts.title} + ": "
            + std::string{facts.does} + "\n" + (reason ? "      not here: " + *reason + "\n" : "");
    }
    out += "\nPages (--pages)\n";
    for (std::size_t i = 0; i < spawn::pageSizeNames.size(); ++i) {
        const auto reason = whyUnavailable(pageCell(static_cast<spawn::PageSize>(i)), machine);
        out +=
            "  " + std::string{spawn::pageSizeNames[i]} + (reason ? " – for 64 MiB: " + *reason : "") + "\n";
    }
    out += "\n--fill      " + joined(spawn::fillNames) + "\n--slabs     " + joined(spawn::slabNames)
        + "\n--close     " + joined(spawn::closeWayNames) + "\n--placement " + joined(spawn::placementNames)
        + "\n--flags     of clone3: " + spawn::allCloneFlagsText() + "\n\nPresets (--preset)\n";
    for (const auto& preset : spawn::spawnPresets(machine.freeMemoryBytes, machine.cpus)) {
        out += "  " + std::string{preset.name} + " – " + std::string{preset.question} + "\n";
    }
    return out + "\n" + std::to_string(machine.cpus) + " processors, " + humanSize(machine.freeMemoryBytes)
        + " of memory free, " + std::to_string(machine.pool2M.freePages) + " huge pages of 2 MiB free\n";
}

json::value spawnListJson(const spawn::Machine& machine)
{
    json::array list;
    for (const auto& facts : spawn::mechanisms()) {
        list.push_back(json::object{{"name", facts.name}, {"title", facts.title}, {"does", facts.does},
            {"unavailable", reasonJson(whyUnavailable(plainCell(facts.mechanism), machine))}});
    }
    json::array pages;
    for (std::size_t i = 0; i < spawn::pageSizeNames.size(); ++i) {
        pages.push_back(json::object{{"name", spawn::pageSizeNames[i]},
            {"unavailable", reasonJson(whyUnavailable(pageCell(static_cast<spawn::PageSize>(i)), machine))}});
    }
    json::array presets;
    for (const auto& preset : spawn::spawnPresets(machine.freeMemoryBytes, machine.cpus)) {
        presets.push_back(json::object{
            {"name", preset.name}, {"question", preset.question}, {"plan", preset.plan.toJson()}});
    }
    return json::object{{"mechanisms", std::move(list)}, {"pages", std::move(pages)},
        {"fill", namesJson(spawn::fillNames)}, {"slabs", namesJson(spawn::slabNames)},
        {"close", namesJson(spawn::closeWayNames)}, {"placement", namesJson(spawn::placementNames)},
        {"clone_flags", spawn::allCloneFlagsText()}, {"presets", std::move(presets)}, {"cpus", machine.cpus},
        {"free_memory_bytes", machine.freeMemoryBytes}, {"free_huge_pages_2m", machine.pool2M.freePages},
        {"free_huge_pages_1g", machine.pool1G.freePages}};
}

std::string spawnPreview(const spawn::SpawnPlan& plan, const spawn::Machine& machine)
{
    std::string out;
    const auto cells = cellsOf(plan);
    for (const auto& cell : cells) {
        const auto reason = whyUnavailable(cell, machine);
        out += cellKey(cell) + (reason ? "  – not here: " + *reason : "") + "\n";
    }
    const auto estimate = estimatePlan(plan, cells, machine);
    out += std::to_string(estimate.runnable) + " of " + std::to_string(estimate.cells)
        + " cells can run here, " + std::to_string(plan.rounds) + " rounds";
    if (estimate.runnable > 0) {
        out += ": about "
            + formatDuration(std::max(estimate.lengthNs / nsPerSecond, std::int64_t{1}) * nsPerSecond);
    }
    if (estimate.peakMemoryBytes > 0) {
        out += ", up to " + humanSize(estimate.peakMemoryBytes) + " of memory";
    }
    return out + "\n";
}

} // namespace assay::cli
