// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessionshow.h"

#include "base/clock.h"
#include "base/json.h"
#include "base/units.h"
#include "spawn/runfollower.h"
#include "spawnreport.h"
#include "texttable.h"

#include <boost/json/object.hpp>

#include <algorithm>
#include <array>

namespace assay::cli {

namespace {

using session::Experiment;
using session::Run;

constexpr std::array shownPercents{50.0, 90.0, 95.0, 99.0};

struct Content
{
    std::vector<Experiment> experiments;
    std::vector<Run> runs;
    std::optional<Run> detailed; ///< whose summary is told
    std::vector<std::int64_t> serviceNs; ///< of the detailed run, ascending; only when methods were asked for
    std::optional<spawn::SpawnSummary> spawns; ///< of the detailed run, if it is one of the spawn instrument
};

bool isSpawnRun(const Content& content)
{
    const auto experiment =
        std::ranges::find(content.experiments, content.detailed->experimentId, &Experiment::id);
    return experiment != content.experiments.end() && experiment->instrument == "spawn";
}

Result<Content> readContent(const session::SessionFile& file, const ShowRequest& request)
{
    const session::RunReader reader{file};
    auto experiments = file.experiments();
    auto runs = reader.runs();
    if (!experiments || !runs) {
        return experiments ? runs.error() : experiments.error();
    }
    Content content{std::move(*experiments), std::move(*runs), std::nullopt, {}, std::nullopt};
    if (request.run) {
        auto run = reader.run(*request.run);
        if (!run) {
            return run.error();
        }
        content.runs = {*run};
        std::erase_if(content.experiments, [&](const Experiment& e) { return e.id != run->experimentId; });
    }
    if (!content.runs.empty()) {
        content.detailed = content.runs.back();
    }
    if (content.detailed && isSpawnRun(content)) {
        spawn::RunFollower follower{content.detailed->id};
        if (const auto read = follower.update(file); !read) {
            return read.error();
        }
        content.spawns = follower.data().summary;
    }
    if (request.methods.empty()) {
        return content;
    }
    if (!content.detailed) {
        return usageError("'" + file.path().string() + "' holds no run yet to compute percentiles of.");
    }
    const auto read = reader.samples(content.detailed->id, [&](const session::Sample& sample) {
        if (sample.hasLatency()) {
            content.serviceNs.push_back(sample.serviceNs);
        }
        return true;
    });
    if (!read) {
        return read.error();
    }
    std::sort(content.serviceNs.begin(), content.serviceNs.end());
    return content;
}

double exactMs(const Content& content, double percent, stats::PercentileMethod method)
{
    return stats::percentile(content.serviceNs, percent, method) / static_cast<double>(nsPerMs);
}

// ---- for scripts

/// JSON text of the file as a value; what is no JSON stays text.
json::value embedded(const std::string& text)
{
    if (text.empty()) {
        return nullptr;
    }
    auto value = parseJson(text, "the session");
    return value ? std::move(*value) : json::value(text);
}

json::object runJson(const Run& run)
{
    return {{"id", run.id}, {"state", session::runStateName(run.state)}, {"end_reason", run.endReason},
        {"started_utc", run.startedUtc}, {"program_version", run.programVersion},
        {"planned_ns", run.plannedNs}, {"length_ns", run.lengthNs}, {"hold_start_ns", run.holdStartNs},
        {"hold_end_ns", run.holdEndNs}, {"samples", run.sampleCount},
        {"labels", json::array(run.labels.begin(), run.labels.end())}, {"note", run.note},
        {"host", embedded(run.host)}, {"plan", embedded(run.plan)}, {"summary", embedded(run.summary)}};
}

json::object percentilesJson(const Content& content, const ShowRequest& request)
{
    json::object byMethod;
    for (const auto method : request.methods) {
        json::object figures;
        for (const auto percent : shownPercents) {
            figures["p" + formatNumber(percent) + "_ms"] = exactMs(content, percent, method);
        }
        byMethod[stats::percentileMethodName(method)] = std::move(figures);
    }
    return byMethod;
}

std::string sessionJson(const session::SessionFile& file, const Content& content, const ShowRequest& request)
{
    json::array experiments;
    for (const auto& experiment : content.experiments) {
        json::array runs;
        for (const auto& run : content.runs) {
            if (run.experimentId != experiment.id) {
                continue;
            }
            auto object = runJson(run);
            if (!request.methods.empty() && run.id == content.detailed->id) {
                object["latency_samples"] = content.serviceNs.size();
                object["exact_percentiles"] = percentilesJson(content, request);
            }
            runs.push_back(std::move(object));
        }
        experiments.push_back({{"id", experiment.id}, {"instrument", experiment.instrument},
            {"name", experiment.name}, {"plan", embedded(experiment.plan)}, {"runs", std::move(runs)}});
    }
    return prettyJson(json::object{{"file", file.path().string()}, {"format_version", file.version()},
        {"experiments", std::move(experiments)}});
}

// ---- for people

std::string runLength(const Run& run)
{
    return run.lengthNs > 0 ? humanDuration(run.lengthNs) : "–";
}

/// The number at a path of a summary, as `format` writes it; "–" if there is none.
template <typename Format>
std::string figure(const json::value& object, std::initializer_list<const char*> path, Format&& format)
{
    const json::value* value = &object;
    for (const char* key : path) {
        value = value->is_object() ? value->get_object().if_contains(key) : nullptr;
        if (!value) {
            return "–";
        }
    }
    boost::system::error_code error;
    const auto number = value->to_number<double>(error);
    return error ? "–" : format(number);
}

std::vector<std::string> summaryRow(const std::string& name, const json::value& phase)
{
    const auto whole = [](double value) { return formatFixed(value, 0); };
    const auto rate = [](double value) { return formatFixed(value, 1) + "/s"; };
    const auto latency = [](double ms) {
        return humanDuration(static_cast<std::int64_t>(std::clamp(ms * 1e6, 0.0, 9e18)));
    };
    return {name, figure(phase, {"samples"}, whole), figure(phase, {"failures", "total"}, whole),
        figure(phase, {"throughput_per_s"}, rate), figure(phase, {"latency_ms", "mean"}, latency),
        figure(phase, {"latency_ms", "p50"}, latency), figure(phase, {"latency_ms", "p90"}, latency),
        figure(phase, {"latency_ms", "p95"}, latency), figure(phase, {"latency_ms", "p99"}, latency),
        figure(phase, {"latency_ms", "max"}, latency)};
}

std::string summaryText(const Run& run)
{
    const auto summary = embedded(run.summary);
    if (!summary.is_object()) {
        return {};
    }
    TextTable table;
    table.add({"", "requests", "failed", "throughput", "mean", "p50", "p90", "p95", "p99", "max"});
    table.add(summaryRow("whole run", summary));
    if (const auto* hold = summary.get_object().if_contains("hold"); hold && hold->is_object()) {
        table.add(summaryRow("hold phase", *hold));
    }
    std::string out = "\nSummary of run " + std::to_string(run.id)
        + " (service time, nearest rank on its histogram)\n" + table.text();
    const auto* notices = summary.get_object().if_contains("notices");
    if (notices && notices->is_array()) {
        for (const auto& notice : notices->get_array()) {
            if (notice.is_string()) {
                out += "\nNote: " + std::string{notice.get_string()} + "\n";
            }
        }
    }
    return out;
}

std::string percentilesText(const Content& content, const ShowRequest& request)
{
    TextTable table;
    std::vector<std::string> head{"ms"};
    for (const auto percent : shownPercents) {
        head.push_back("p" + formatNumber(percent));
    }
    table.add(head);
    for (const auto method : request.methods) {
        std::vector<std::string> row{std::string{stats::percentileMethodName(method)}};
        for (const auto percent : shownPercents) {
            row.push_back(
                content.serviceNs.empty() ? "–" : formatFixed(exactMs(content, percent, method), 6));
        }
        table.add(row);
    }
    return "\nExact percentiles of run " + std::to_string(content.detailed->id) + " (service time of "
        + std::to_string(content.serviceNs.size()) + " samples)\n" + table.text();
}

std::string runsText(const Content& content, const Experiment& experiment)
{
    TextTable table;
    table.add({"run", "state", "started (UTC)", "length", "samples"});
    bool any = false;
    std::string remarks;
    for (const auto& run : content.runs) {
        if (run.experimentId != experiment.id) {
            continue;
        }
        any = true;
        const auto number = std::to_string(run.id);
        table.add({number, std::string{session::runStateName(run.state)}, run.startedUtc, runLength(run),
            std::to_string(run.sampleCount)});
        if (!run.endReason.empty()) {
            remarks += "  Run " + number + ": " + run.endReason + "\n";
        }
        if (!run.note.empty()) {
            remarks += "  Note on run " + number + ": " + run.note + "\n";
        }
    }
    return any ? table.text() + remarks : "  no runs yet\n";
}

std::string sessionText(const session::SessionFile& file, const Content& content, const ShowRequest& request)
{
    std::string out = file.path().string() + "\n";
    if (content.experiments.empty()) {
        out += "\nNo experiments yet.\n";
    }
    for (const auto& experiment : content.experiments) {
        out += "\nExperiment " + std::to_string(experiment.id) + " \"" + experiment.name + "\" ("
            + experiment.instrument + ")\n" + runsText(content, experiment);
    }
    if (content.spawns) {
        out += "\nRun " + std::to_string(content.detailed->id) + ". " + spawnReport(*content.spawns);
    } else if (content.detailed) {
        out += summaryText(*content.detailed);
    }
    if (!request.methods.empty()) {
        out += percentilesText(content, request);
    }
    return out;
}

} // namespace

Result<std::string> describeSession(const session::SessionFile& file, const ShowRequest& request)
{
    const auto content = readContent(file, request);
    if (!content) {
        return content.error();
    }
    return request.json ? sessionJson(file, *content, request) : sessionText(file, *content, request);
}

} // namespace assay::cli
