// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"
#include "spawn/cloneflags.h"
#include "spawn/spawnplan.h"

#include <boost/json/array.hpp>

namespace assay::spawn {

namespace {

template <typename Values, typename ToJson>
void writeAxis(json::object& out, std::string_view key, const Values& values, ToJson toJson)
{
    json::array list;
    for (const auto& value : values) {
        list.push_back(toJson(value));
    }
    out[key] = std::move(list);
}

template <typename Values, typename ToJson>
void addAxis(
    json::object& out, std::string_view key, const Values& values, const Values& defaults, ToJson toJson)
{
    if (values != defaults) {
        writeAxis(out, key, values, toJson);
    }
}

template <typename Names> auto nameWriter(const Names& names)
{
    return [&names](auto value) { return json::value(names[static_cast<std::size_t>(value)]); };
}

json::value childJson(const std::vector<std::string>& child)
{
    json::array words;
    for (const auto& word : child) {
        words.emplace_back(word);
    }
    return child.empty() ? json::value("built-in") : json::value(std::move(words));
}

} // namespace

json::value SpawnPlan::toJson() const
{
    static const SpawnPlan defaults;
    const auto number = [](std::int64_t value) { return json::value(value); };
    json::object out;
    out["format"] = format;
    out["formatVersion"] = formatVersion;
    const auto add = [&out](std::string_view key, const auto& value, const auto& usual) {
        if (value != usual) {
            out[key] = value;
        }
    };
    add("name", name, defaults.name);
    // What every plan is about is written in any case, also when there is nothing of it.
    writeAxis(
        out, "mechanisms", mechanisms, [](Mechanism value) { return json::value(factsOf(value).name); });
    writeAxis(out, "threads", threads, number);
    writeAxis(out, "memory", memoryBytes, [](std::int64_t value) { return json::value(formatSize(value)); });
    addAxis(out, "fill", fills, defaults.fills, nameWriter(fillNames));
    addAxis(out, "pages", pages, defaults.pages, nameWriter(pageSizeNames));
    addAxis(out, "slabs", slabs, defaults.slabs, nameWriter(slabNames));
    addAxis(out, "children", children, defaults.children, childJson);
    addAxis(out, "openFiles", openFiles, defaults.openFiles, number);
    addAxis(out, "close", closeWays, defaults.closeWays, nameWriter(closeWayNames));
    addAxis(out, "environment", environmentVariables, defaults.environmentVariables, number);
    addAxis(out, "placement", placements, defaults.placements, nameWriter(placementNames));
    if (cloneFlags != 0) {
        out["cloneFlags"] = cloneFlagsText(cloneFlags);
    }
    out["count"] = work.count;
    if (work.durationNs != 0) {
        out["duration"] = formatDuration(work.durationNs);
    }
    add("rate", work.ratePerSecond, defaults.work.ratePerSecond);
    add("rounds", rounds, defaults.rounds);
    add("seed", seed, defaults.seed);
    if (timeoutNs != defaults.timeoutNs) {
        out["timeout"] = formatDuration(timeoutNs);
    }
    add("baseline", baseline, defaults.baseline);
    return out;
}

std::string SpawnPlan::toText() const
{
    return prettyJson(toJson());
}

} // namespace assay::spawn
