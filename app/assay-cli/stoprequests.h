// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stdinlines.h"
#include "stopsignals.h"

namespace assay::cli {

/// What asks a run of the engine to stop: a signal, or the line "stop" on the standard input. One thread.
class StopRequests
{
public:
    bool stop()
    {
        while (const auto line = m_input.next()) {
            m_lineSeen = m_lineSeen || *line == "stop";
        }
        return m_lineSeen || stopSignals() > 0;
    }
    /// At once: only a second signal says so.
    bool abort() const { return stopSignals() > 1; }

private:
    StdinLines m_input;
    bool m_lineSeen = false;
};

} // namespace assay::cli
