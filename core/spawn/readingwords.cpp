// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/readingwords.h"

#include "base/units.h"
#include "spawn/cloneflags.h"

#include <algorithm>

namespace assay::spawn {

namespace {

template <typename Field> bool differ(const SpawnSummary& summary, Field Cell::*field)
{
    return std::ranges::any_of(summary.cells,
        [&](const CellSummary& cell) { return cell.cell.*field != summary.cells.front().cell.*field; });
}

template <typename Names, typename Value> std::string nameOf(const Names& names, Value value)
{
    return std::string{names[static_cast<std::size_t>(value)]};
}

std::string memoryText(const Cell& cell)
{
    return cell.memoryBytes == 0 ? "an empty heap" : humanSize(cell.memoryBytes);
}

std::string pagesText(const Cell& cell)
{
    const bool told = cell.memoryBytes > 0 && cell.pages != PageSize::Base;
    return told ? " on " + nameOf(pageSizeNames, cell.pages) + " pages" : "";
}

std::string threadsText(const Cell& cell)
{
    return cell.threads == 1 ? "one thread" : std::to_string(cell.threads) + " threads";
}

} // namespace

std::string timesText(double factor)
{
    return formatFixed(factor, factor < 10 ? 1 : 0) + " times";
}

std::string rateText(const CellSummary& cell)
{
    return formatFixed(cell.spawnsPerSecond.value, 0) + " spawns/s";
}

std::string titleOf(const CellSummary& cell)
{
    return std::string{factsOf(cell.cell.mechanism).title};
}

std::string medianText(const CellSummary& cell)
{
    return humanDuration(cell.percentileNs(Phase::Whole, 50));
}

std::string listText(const std::vector<std::string>& items, std::size_t most)
{
    auto told = items;
    if (told.size() > most) {
        told.resize(most - 1);
        told.push_back(std::to_string(items.size() - most + 1) + " more");
    }
    std::string text;
    for (std::size_t i = 0; i < told.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == told.size() ? " and " : ", ") + told[i];
    }
    return text;
}

Circumstances::Circumstances(const SpawnSummary& summary)
    : m_threads(differ(summary, &Cell::threads))
    , m_fills(differ(summary, &Cell::fill))
    , m_slabs(differ(summary, &Cell::slabs))
    , m_children(differ(summary, &Cell::child))
    , m_files(differ(summary, &Cell::openFiles))
    , m_closeWays(differ(summary, &Cell::closeWay))
    , m_environments(differ(summary, &Cell::environmentVariables))
    , m_placements(differ(summary, &Cell::placement))
    , m_flags(differ(summary, &Cell::cloneFlags))
{ }

std::string Circumstances::join(std::vector<std::string> parts, const Cell& cell) const
{
    const auto add = [&parts](bool isTold, const std::string& text) {
        if (isTold) {
            parts.push_back(text);
        }
    };
    add(m_fills && cell.memoryBytes > 0, "fill " + nameOf(fillNames, cell.fill));
    add(m_slabs && cell.memoryBytes > 0, "slabs " + nameOf(slabNames, cell.slabs));
    add(m_children, cell.child.empty() ? "the built-in child" : "the child " + childText(cell));
    add(m_files, std::to_string(cell.openFiles) + " open files");
    add(m_closeWays, "close " + nameOf(closeWayNames, cell.closeWay));
    add(m_environments, std::to_string(cell.environmentVariables) + " variables");
    add(m_placements, "placement " + nameOf(placementNames, cell.placement));
    add(m_flags && cell.mechanism == Mechanism::Clone3, "flags " + cloneFlagsText(cell.cloneFlags));
    return "with " + listText(parts, parts.size());
}

std::string Circumstances::of(const Cell& cell) const
{
    return join({memoryText(cell) + pagesText(cell), threadsText(cell)}, cell);
}

std::string Circumstances::withoutThreads(const Cell& cell) const
{
    return join({memoryText(cell) + pagesText(cell)}, cell);
}

std::string Circumstances::withoutPages(const Cell& cell) const
{
    return m_threads ? join({memoryText(cell), threadsText(cell)}, cell) : join({memoryText(cell)}, cell);
}

} // namespace assay::spawn
