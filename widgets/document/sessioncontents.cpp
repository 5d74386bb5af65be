// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/sessioncontents.h"

#include "session/runreader.h"
#include "session/writerprocess.h"

#include <boost/json.hpp>

#include <algorithm>

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
    if (!plan || !plan->is_string()) {
        return std::nullopt;
    }
    // Whoever cannot be identified counts as gone: offering once too often loses nothing.
    const std::string owner = writer && writer->is_string() ? std::string(writer->get_string()) : "";
    const bool othersEdit = owner != session::currentWriter() && session::isWriterAlive(owner);
    return othersEdit ? std::nullopt : std::optional(std::string(plan->get_string()));
}

constexpr const char* untouchedKey = "untouched";

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
    if (auto untouched = file.view(untouchedKey); untouched && *untouched) {
        contents.untouched = std::move(**untouched);
    }
    return contents;
}

std::string fingerprint(const std::vector<session::Experiment>& experiments)
{
    boost::json::array all;
    for (const auto& experiment : experiments) {
        all.push_back({experiment.instrument, experiment.name, experiment.plan});
    }
    return all.empty() ? std::string() : boost::json::serialize(all);
}

Result<void> storeUntouched(session::SessionFile& file, const std::string& untouched)
{
    return file.setView(untouchedKey, untouched);
}

Result<bool> isBeingRecorded(const session::SessionFile& file)
{
    const auto runs = session::RunReader(file).runs();
    if (!runs) {
        return runs.error();
    }
    return isBeingRecorded(*runs);
}

bool isBeingRecorded(const std::vector<session::Run>& runs)
{
    // The reader says "interrupted" of a run whose writer is gone.
    return std::any_of(
        runs.begin(), runs.end(), [](const auto& run) { return run.state == session::RunState::Running; });
}

Result<void> storeDraft(session::SessionFile& file, std::int64_t experimentId, const std::string& plan)
{
    if (plan.empty()) {
        return file.setView(draftKey(experimentId), "");
    }
    const boost::json::object draft{{"writer", session::currentWriter()}, {"plan", plan}};
    return file.setView(draftKey(experimentId), boost::json::serialize(draft));
}

} // namespace assay::document
