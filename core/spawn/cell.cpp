// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/cell.h"

#include "base/clock.h"
#include "base/text.h"
#include "base/units.h"
#include "spawn/cloneflags.h"

namespace assay::spawn {

namespace {

template <typename Names, typename Value> std::string_view nameOf(const Names& names, Value value)
{
    return names[static_cast<std::size_t>(value)];
}

} // namespace

std::string childText(const Cell& cell)
{
    if (cell.child.empty()) {
        return "built-in";
    }
    std::string text;
    for (const auto& word : cell.child) {
        text += (text.empty() ? "" : " ") + shellWord(word);
    }
    return text;
}

std::int64_t Work::plannedNs() const
{
    if (durationNs > 0 || ratePerSecond <= 0) {
        return durationNs;
    }
    return static_cast<std::int64_t>(
        static_cast<double>(count) / ratePerSecond * static_cast<double>(nsPerSecond));
}

std::string cellKey(const Cell& cell)
{
    const Cell ordinary;
    std::string key{factsOf(cell.mechanism).name};
    const auto add = [&key](std::string_view name, std::string_view value) {
        key += ' ';
        key += name;
        key += '=';
        key += value;
    };
    add("threads", std::to_string(cell.threads));
    add("memory", formatSize(cell.memoryBytes));
    if (cell.memoryBytes > 0) {
        add("fill", nameOf(fillNames, cell.fill));
        add("pages", nameOf(pageSizeNames, cell.pages));
        if (cell.slabs != ordinary.slabs) {
            add("slabs", nameOf(slabNames, cell.slabs));
        }
    }
    if (cell.openFiles > 0) {
        add("files", std::to_string(cell.openFiles));
    }
    if (cell.closeWay != ordinary.closeWay) {
        add("close", nameOf(closeWayNames, cell.closeWay));
    }
    if (cell.environmentVariables > 0) {
        add("environment", std::to_string(cell.environmentVariables));
    }
    if (cell.placement != ordinary.placement) {
        add("cpus", nameOf(placementNames, cell.placement));
    }
    if (cell.mechanism == Mechanism::Clone3 && cell.cloneFlags != 0) {
        add("flags", cloneFlagsText(cell.cloneFlags));
    }
    if (!cell.child.empty()) {
        add("child", childText(cell));
    }
    return key;
}

} // namespace assay::spawn
