// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/cell.h"

#include "base/clock.h"
#include "base/text.h"
#include "base/units.h"
#include "spawn/cloneflags.h"

#include <algorithm>

namespace assay::spawn {

namespace {

template <typename Names, typename Value> std::string_view nameOf(const Names& names, Value value)
{
    return names[static_cast<std::size_t>(value)];
}

/// As a shell would take it, without bytes that a terminal would obey or that would break a table's rows.
std::string shownWord(std::string_view word)
{
    const auto isControl = [](char letter) {
        return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
    };
    if (std::ranges::none_of(word, isControl)) {
        return shellWord(word);
    }
    std::string shown = "$'";
    for (const char letter : word) {
        if (isControl(letter)) {
            constexpr std::string_view digits = "0123456789abcdef";
            const auto byte = static_cast<unsigned char>(letter);
            shown += letter == '\n' ? std::string{"\\n"}
                                    : std::string{"\\x"} + digits[byte >> 4] + digits[byte & 15];
        } else {
            shown += (letter == '\'' || letter == '\\' ? "\\" : "") + std::string{letter};
        }
    }
    return shown + "'";
}

} // namespace

std::string childText(const Cell& cell)
{
    if (cell.child.empty()) {
        return "built-in";
    }
    std::string text;
    for (const auto& word : cell.child) {
        text += (text.empty() ? "" : " ") + shownWord(word);
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
