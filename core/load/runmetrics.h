// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "host/hostmonitor.h"
#include "load/loadsummary.h"
#include "session/runrecorder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::load {

/// Watches this machine while a run goes on: writes its values into the session, and remembers what would
/// make the run's figures doubtful. The runner's thread.
class RunMetrics
{
public:
    /// `t0Ns`: start of the run on the monotonic clock. `recorder` may be null.
    RunMetrics(std::int64_t t0Ns, session::RunRecorder* recorder);

    /// Takes what was sampled since the last call.
    Result<void> record();

    /// Sentences about a machine that was too busy to measure on. `workers`: the run's threads;
    /// `busyPercent`: what they used of a processor, all together. (The process may hold the embedded target
    /// too, whose work is not the generator's.)
    std::vector<std::string> notices(int workers, double busyPercent) const;

private:
    struct Mean
    {
        double sum = 0;
        int count = 0;
        void add(double value);
        double value() const { return count > 0 ? sum / count : 0; }
    };

    std::int64_t m_t0Ns;
    session::RunRecorder* m_recorder;
    host::HostMonitor m_monitor;
    Mean m_steal;
};

} // namespace assay::load
