// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>

namespace assay::spawn {

/// Processor time in seconds.
struct CpuUse
{
    double user = 0;
    double system = 0;

    void add(const rusage& usage)
    {
        user += seconds(usage.ru_utime);
        system += seconds(usage.ru_stime);
    }

    friend CpuUse operator+(CpuUse a, const CpuUse& b) { return {a.user + b.user, a.system + b.system}; }

private:
    static double seconds(const timeval& time)
    {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    }
};

} // namespace assay::spawn
