// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/spawnsummary.h"

#include <string>
#include <string_view>
#include <vector>

/// Words that the sentences of a reading are made of.
namespace assay::spawn {

/// "2.4 times", "38 times".
std::string timesText(double factor);
/// "3100 spawns/s".
std::string rateText(const CellSummary& cell);
/// The mechanism's title: "fork + exec".
std::string titleOf(const CellSummary& cell);
/// Of the whole time.
std::string medianText(const CellSummary& cell);
/// "a", "a and b", "a, b and c", "a, b, c, d and 7 more".
std::string listText(const std::vector<std::string>& items, std::size_t most = 6);

/// Says in what a cell was measured, as far as the cells of a summary differ in it.
class Circumstances
{
public:
    explicit Circumstances(const SpawnSummary& summary);

    /// "with 1 GiB on thp pages, one thread and the child /bin/true". The memory is always told.
    std::string of(const Cell& cell) const;
    /// Without a word about threads, or pages: for sentences that compare them.
    std::string withoutThreads(const Cell& cell) const;
    std::string withoutPages(const Cell& cell) const;

private:
    std::string join(std::vector<std::string> parts, const Cell& cell) const;

    bool m_threads = false; ///< differ; so do …
    bool m_fills = false;
    bool m_slabs = false;
    bool m_children = false;
    bool m_files = false;
    bool m_closeWays = false;
    bool m_environments = false;
    bool m_placements = false;
    bool m_flags = false;
};

} // namespace assay::spawn
