// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"
#include "spawn/cloneflags.h"
#include "spawn/spawnplan.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace assay::spawn {

namespace {

/// Reads the list under `key`; a single value instead of a list of one is what people write. `read` turns a
/// value into an item, or gives a sentence.
template <typename Item, typename Read>
void readAxis(ObjectReader& in, std::string_view key, std::vector<Item>& items, Read read)
{
    const auto* value = in.child(key);
    if (!value) {
        return;
    }
    items.clear();
    const json::array single{*value};
    const auto& list = value->is_array() ? value->get_array() : single;
    for (const auto& element : list) {
        if (Result<Item> item = read(element); item) {
            items.push_back(*item);
        } else {
            in.fault(key, item.error().message);
        }
    }
}

/// The position of a name among those of an axis.
template <typename Item, typename Names> auto nameReader(const Names& names)
{
    return [&names](const json::value& value) -> Result<Item> {
        const auto* text = value.if_string();
        const auto* found = text ? std::ranges::find(names, std::string_view{*text}) : names.end();
        if (found != names.end()) {
            return static_cast<Item>(found - names.begin());
        }
        std::string all;
        for (const auto& name : names) {
            all += (all.empty() ? "\"" : ", \"") + std::string{name} + "\"";
        }
        return usageError("must be of " + all + ".");
    };
}

Result<Mechanism> readMechanism(const json::value& value)
{
    const auto* text = value.if_string();
    const auto found = text ? mechanismFromName(*text) : std::nullopt;
    if (found) {
        return *found;
    }
    return usageError("\"" + (text ? std::string{*text} : std::string{"?"})
        + "\" is no mechanism. assay-cli spawn --list names them.");
}

Result<std::int64_t> readWhole(const json::value& value)
{
    boost::system::error_code failed;
    const auto number = value.is_number() ? value.to_number<std::int64_t>(failed) : 0;
    if (!value.is_number() || failed) {
        return usageError("must hold whole numbers.");
    }
    return number;
}

Result<std::int64_t> readSize(const json::value& value)
{
    if (const auto* text = value.if_string()) {
        return parseSize(*text);
    }
    return readWhole(value);
}

/// "built-in", or the program with its arguments as a list.
Result<std::vector<std::string>> readChild(const json::value& value)
{
    std::vector<std::string> words;
    if (const auto* text = value.if_string(); text && *text == "built-in") {
        return words;
    }
    const auto* list = value.if_array();
    for (const auto& word : list ? *list : json::array{}) {
        if (!word.is_string()) {
            list = nullptr;
            break;
        }
        words.emplace_back(word.get_string());
    }
    if (!list || words.empty()) {
        return usageError("must hold \"built-in\" or lists such as [\"/bin/sh\", \"-c\", \"true\"].");
    }
    return words;
}

void readCloneFlags(ObjectReader& in, SpawnPlan& plan)
{
    const auto text = in.text("cloneFlags");
    if (const auto flags = cloneFlagsFromText(text)) {
        plan.cloneFlags = *flags;
    } else {
        in.fault("cloneFlags", "may hold, joined with '|': " + allCloneFlagsText() + ".");
    }
}

void readParts(ObjectReader& in, SpawnPlan& plan)
{
    plan.name = in.text("name");
    readAxis(in, "mechanisms", plan.mechanisms, readMechanism);
    readAxis(in, "threads", plan.threads, readWhole);
    readAxis(in, "memory", plan.memoryBytes, readSize);
    readAxis(in, "fill", plan.fills, nameReader<Fill>(fillNames));
    readAxis(in, "pages", plan.pages, nameReader<PageSize>(pageSizeNames));
    readAxis(in, "slabs", plan.slabs, nameReader<Slabs>(slabNames));
    readAxis(in, "openFiles", plan.openFiles, readWhole);
    readAxis(in, "close", plan.closeWays, nameReader<CloseWay>(closeWayNames));
    readAxis(in, "environment", plan.environmentVariables, readWhole);
    readAxis(in, "placement", plan.placements, nameReader<Placement>(placementNames));
    if (const auto* children = in.child("children"); children && !children->is_array()) {
        in.fault("children", "must be a list of programs.");
    } else {
        readAxis(in, "children", plan.children, readChild);
    }
    readCloneFlags(in, plan);
    plan.work.count = in.integer("count", plan.work.count);
    plan.work.durationNs = in.durationNs("duration", plan.work.durationNs);
    plan.work.ratePerSecond = in.number("rate", plan.work.ratePerSecond);
    plan.rounds = in.integer("rounds", plan.rounds);
    plan.seed = static_cast<std::uint64_t>(in.integer("seed", static_cast<std::int64_t>(plan.seed)));
    plan.timeoutNs = in.durationNs("timeout", plan.timeoutNs);
    plan.baseline = in.text("baseline");
}

} // namespace

Result<SpawnPlan> SpawnPlan::fromJson(const json::value& value, std::string_view source)
{
    std::vector<Fault> faults;
    ObjectReader in{value, "", faults};
    SpawnPlan plan;
    if (in.text("format", format) != format) {
        in.fault("format", "must be \"" + std::string{format} + "\": this is another kind of file.");
    }
    if (const auto version = in.integer("formatVersion", formatVersion); version > formatVersion) {
        return usageError(std::string{source} + " has the format version " + std::to_string(version)
            + "; this Assay reads up to " + std::to_string(formatVersion) + ". Use a newer Assay.");
    }
    readParts(in, plan);
    in.rejectUnknownKeys();
    if (!faults.empty()) {
        return faultsError(std::string{source} + " is not a plan that Assay can read:", faults);
    }
    return plan;
}

Result<SpawnPlan> SpawnPlan::fromText(std::string_view text, std::string_view source)
{
    const auto value = parseJson(text, source);
    return value ? fromJson(*value, source) : Result<SpawnPlan>{value.error()};
}

} // namespace assay::spawn
