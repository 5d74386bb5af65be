// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "commandline.h"
#include "load/loadplan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::cli {

/// The options of `assay-cli load`: a plan from a file, or a plan of one request, changed by what was given.
class LoadOptions
{
public:
    /// Adds the options to `line`. The object must outlive line.parse().
    void addTo(CommandLine& line);

    /// After line.parse().
    Result<load::LoadPlan> plan(const CommandLine& line) const;

    const std::string& sessionFile() const { return m_session; }
    bool json() const { return m_json; }
    bool preview() const { return m_preview; }

private:
    void addLoad(CommandLine& line);
    void addRequest(CommandLine& line);
    void addConnection(CommandLine& line);

    Result<load::LoadPlan> basePlan(const CommandLine& line) const;
    Result<load::LoadPlan> planFromUrl() const;
    Result<load::HttpStep> step() const;
    Result<void> applyProfile(const CommandLine& line, load::LoadPlan& plan) const;
    static bool givesProfile(const CommandLine& line, const load::Profile& profile);
    load::Profile ownProfile(const CommandLine& line) const;
    Result<void> changeProfile(const CommandLine& line, load::Profile& profile) const;
    void applyLimits(const CommandLine& line, load::LoadPlan& plan) const;

    std::string m_subject;
    bool m_demo = false;
    std::int64_t m_users = 1;
    std::int64_t m_rampNs = 0;
    std::int64_t m_holdNs = 10 * nsPerSecond;
    std::int64_t m_rampDownNs = 0;
    double m_rate = 0;
    bool m_poisson = false;
    std::int64_t m_maxUsers = 1000;
    std::int64_t m_loops = 0;
    std::int64_t m_requests = 0;
    std::int64_t m_durationNs = 0;
    std::int64_t m_graceNs = 30 * nsPerSecond;
    std::int64_t m_threads = 0;
    std::int64_t m_seed = 1;
    std::string m_method = "GET";
    std::vector<std::string> m_headers;
    std::string m_body;
    std::int64_t m_thinkNs = 0;
    std::string m_status;
    std::vector<std::string> m_contains;
    std::int64_t m_timeoutNs = 30 * nsPerSecond;
    std::int64_t m_connectTimeoutNs = 10 * nsPerSecond;
    bool m_noKeepAlive = false;
    std::int64_t m_redirects = 0;
    bool m_insecure = false;
    std::string m_caFile;
    std::string m_serverName;
    std::vector<std::string> m_thresholds;
    std::string m_session;
    bool m_json = false;
    bool m_preview = false;
};

} // namespace assay::cli
