// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadrunner.h"
#include "spawn/spawnrunner.h"

#include <cstdint>
#include <string>

namespace assay::cli {

/// Tells on stderr how a run goes on: one line that is rewritten on a terminal, a new line every ten seconds
/// elsewhere (a log).
class ProgressLine
{
public:
    ProgressLine();
    /// Leaves the terminal's cursor on a fresh line.
    ~ProgressLine();

    void update(const load::LoadRunner::Progress& progress);
    void update(const spawn::SpawnRunner::Progress& progress);
    /// A sentence of its own.
    void notice(const std::string& text);

private:
    bool isDue(std::int64_t elapsedNs);
    void show(const std::string& text);
    void clear();

    bool m_terminal;
    bool m_shown = false;
    std::int64_t m_nextLogNs = 0;
    std::int64_t m_previousNs = 0;
    std::uint64_t m_previousCompleted = 0;
};

} // namespace assay::cli
