// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::bench {

/// What a program wrote and used, by the kernel's own accounting of the finished process.
struct ProcessUse
{
    std::string output;
    double wallSeconds = 0;
    double userSeconds = 0;
    double systemSeconds = 0;
    std::int64_t peakMemoryBytes = 0;
    int exitCode = -1;

    double cpuSeconds() const { return userSeconds + systemSeconds; }
};

/// Runs a program to its end; its standard error goes to /dev/null.
ProcessUse measure(const std::vector<std::string>& commandLine);

double median(std::vector<double> values);

} // namespace assay::bench
