// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "spawn/availability.h"
#include "spawn/spawnplan.h"

#include <string>
#include <vector>

namespace assay::cli {

/// The options of "assay-cli spawn" and the plan that they make: a preset, or a plan from a file, or the
/// ready plan, changed by what was given.
class SpawnOptions
{
public:
    void addTo(CommandLine& line);

    /// Takes "--child PROGRAM ARG …" out of the arguments: it goes on to the next word that begins with "--",
    /// or to a "--" alone, for the child's own arguments may look like options.
    std::vector<std::string> takeChild(std::vector<std::string> arguments);

    /// After parse(). Checked: the plan can be run.
    Result<spawn::SpawnPlan> plan(const CommandLine& line, const spawn::Machine& machine) const;

    const std::string& sessionFile() const { return m_session; }
    bool json() const { return m_json; }
    bool list() const { return m_list; }
    bool preview() const { return m_preview; }

private:
    void addAxes(CommandLine& line);
    void addWork(CommandLine& line);
    Result<spawn::SpawnPlan> basePlan(const spawn::Machine& machine) const;
    bool namesAxis() const;
    Result<void> applyAxes(const CommandLine& line, spawn::SpawnPlan& plan) const;
    void applyWork(const CommandLine& line, spawn::SpawnPlan& plan) const;

    std::string m_planFile;
    std::string m_preset;
    std::string m_mechanisms;
    std::string m_threads;
    std::string m_memory;
    std::string m_fill;
    std::string m_pages;
    std::string m_slabs;
    std::string m_openFiles;
    std::string m_close;
    std::string m_environment;
    std::string m_placement;
    std::string m_flags;
    std::vector<std::string> m_child;
    std::int64_t m_count = 0;
    std::int64_t m_durationNs = 0;
    double m_rate = 0;
    std::int64_t m_rounds = 0;
    std::int64_t m_seed = 0;
    std::int64_t m_timeoutNs = 0;
    std::string m_baseline;
    std::string m_session;
    bool m_json = false;
    bool m_list = false;
    bool m_preview = false;
};

} // namespace assay::cli
