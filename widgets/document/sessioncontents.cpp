// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/sessioncontents.h"

#include "session/runreader.h"

#include <boost/json.hpp>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace assay::document {

namespace {

std::string draftKey(std::int64_t experimentId)
{
    return "draft:" + std::to_string(experimentId);
}

/// A draft belongs to whoever wrote it for as long as that process lives.
std::optional<std::string> abandonedPlan(const std::string& text)
{
    boost::system::error_code failed;
    const auto value = boost::json::parse(text, failed);
    const auto* object = failed ? nullptr : value.if_object();
    const auto* plan = object ? object->if_contains("plan") : nullptr;
    const auto* writer = object ? object->if_contains("writer") : nullptr;
    if (!plan || !plan->is_string() || !writer || !writer->is_int64()) {
        return std::nullopt;
    }
    const auto pid = static_cast<pid_t>(writer->get_int64());
    const bool alive = pid != getpid() && pid > 0 && (kill(pid, 0) == 0 || errno == EPERM);
    return alive ? std::nullopt : std::optional(std::string(plan->get_string()));
}

} // namespace

Result<SessionContents> loadContents(session::SessionFile& file)
{
    // Fails on a file that can only be read; then the runs are shown as they are.
    (void)file.markInterruptedRuns();
    SessionContents contents;
    auto experiments = file.experiments();
    if (!experiments) {
        return experiments.error();
    }
    contents.experiments = std::move(*experiments);
    auto runs = session::RunReader(file).runs();
    if (!runs) {
        return runs.error();
    }
    contents.runs = std::move(*runs);
    for (const auto& experiment : contents.experiments) {
        const auto stored = file.view(draftKey(experiment.id));
        if (!stored || !*stored || (*stored)->empty()) {
            continue;
        }
        auto plan = abandonedPlan(**stored);
        if (plan && *plan != experiment.plan) {
            contents.drafts.push_back({experiment.id, std::move(*plan)});
        }
    }
    return contents;
}

Result<void> storeDraft(session::SessionFile& file, std::int64_t experimentId, const std::string& plan)
{
    if (plan.empty()) {
        return file.setView(draftKey(experimentId), "");
    }
    const boost::json::object draft{{"writer", std::int64_t{getpid()}}, {"plan", plan}};
    return file.setView(draftKey(experimentId), boost::json::serialize(draft));
}

} // namespace assay::document
