// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawnoptions.h"

#include "base/textfile.h"
#include "base/units.h"
#include "spawn/cloneflags.h"

#include <boost/program_options/parsers.hpp>

#include <algorithm>

namespace assay::cli {

namespace {

std::vector<std::string> listItems(const std::string& text)
{
    std::vector<std::string> items;
    for (std::size_t start = 0; start <= text.size();) {
        const auto end = std::min(text.find(',', start), text.size());
        items.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return items;
}

/// Each item of the list as `read` reads it; the first that it cannot read is named.
template <typename Item, typename Read>
Result<std::vector<Item>> readList(const std::string& option, const std::string& text, Read read)
{
    std::vector<Item> items;
    for (const auto& word : listItems(text)) {
        Result<Item> item = read(word);
        if (!item) {
            return usageError("--" + option + ": " + item.error().message);
        }
        items.push_back(*item);
    }
    return items;
}

template <typename Item, typename Names> auto nameReader(const Names& names)
{
    return [&names](const std::string& word) -> Result<Item> {
        const auto* found = std::ranges::find(names, word);
        if (found != names.end()) {
            return static_cast<Item>(found - names.begin());
        }
        std::string all;
        for (const auto& name : names) {
            all += (all.empty() ? "" : ", ") + std::string{name};
        }
        return usageError("\"" + word + "\" is none of " + all + ".");
    };
}

Result<spawn::Mechanism> readMechanism(const std::string& word)
{
    if (const auto mechanism = spawn::mechanismFromName(word)) {
        return *mechanism;
    }
    return usageError("\"" + word + "\" is no mechanism; \"assay-cli spawn --list\" names them.");
}

/// "all", or names.
Result<std::vector<spawn::Mechanism>> readMechanisms(const std::string& text)
{
    if (text != "all") {
        return readList<spawn::Mechanism>("mechanism", text, readMechanism);
    }
    std::vector<spawn::Mechanism> all;
    for (const auto& facts : spawn::mechanisms()) {
        all.push_back(facts.mechanism);
    }
    return all;
}

} // namespace

void SpawnOptions::addTo(CommandLine& line)
{
    line.positional("PLAN.json", m_planFile, CommandLine::Need::Optional, "A plan saved as JSON");
    line.text("preset", "NAME", m_preset, "A ready plan for one question; --list names them");
    addAxes(line);
    addWork(line);
    line.text("session", "FILE", m_session, "Record the run into this session file");
    line.flag("json", m_json, "Print the result, or the list, as JSON");
    line.flag(
        "list", m_list, "Only tell which mechanisms, axes and presets there are, and what is missing here");
    line.flag("preview", m_preview, "Only tell which cells the plan has, and how long they may take");
}

void SpawnOptions::addAxes(CommandLine& line)
{
    line.text("mechanism", "LIST", m_mechanisms, "Ways to start a process, or \"all\"");
    line.text("threads", "LIST", m_threads, "Threads that spawn at once, such as 1,2,4");
    line.text("memory", "LIST", m_memory, "Memory of the process, such as 0,256M,1G");
    line.text("fill", "LIST", m_fill, "What is done with it: written, read, reserved, shared, dontfork");
    line.text("pages", "LIST", m_pages, "Its pages: 4k, thp, 2m, 1g");
    line.text("slabs", "LIST", m_slabs, "Its mappings: one, 80m (a mapping each 80 MiB), page (one a page)");
    line.texts("child", "PROGRAM [ARG…]", m_child,
        "What is started, up to the next option; without it a built-in program that ends at once");
    line.text("files", "LIST", m_openFiles, "Open descriptors that children inherit");
    line.text("close", "LIST", m_close, "How the child closes them: inherit, loop, proc, close_range");
    line.text("environment", "LIST", m_environment, "Environment variables besides the usual ones");
    line.text("placement", "LIST", m_placement, "Processors: free, same (all on one), spread (one a thread)");
    line.text("flags", "A|B", m_flags, "Flags of the mechanism clone3");
}

void SpawnOptions::addWork(CommandLine& line)
{
    line.integer("count", m_count, 0, spawn::maxRoundSpawns, "Spawns of a cell in a round");
    line.duration("duration", m_durationNs, "Or as many as fit into this time");
    line.number(
        "rate", m_rate, 0, spawn::maxSpawnRate, "Begin so many a second instead of one after the other");
    line.integer(
        "rounds", m_rounds, 1, spawn::maxSpawnRounds, "How often each cell is measured, in shuffled order");
    line.integer("seed", m_seed, 0, std::numeric_limits<std::int64_t>::max(), "Of that order");
    line.duration("timeout", m_timeoutNs, "Give up a cell's round after this time beyond its duration");
    line.text("baseline", "CELL", m_baseline,
        "What speed-ups are relative to: a cell as the table names it, or its number from 1");
}

bool SpawnOptions::namesAxis() const
{
    const auto axes = {&m_mechanisms, &m_threads, &m_memory, &m_fill, &m_pages, &m_slabs, &m_openFiles,
        &m_close, &m_environment, &m_placement, &m_flags};
    return !m_child.empty()
        || std::ranges::any_of(axes, [](const std::string* axis) { return !axis->empty(); });
}

Result<spawn::SpawnPlan> SpawnOptions::basePlan(const spawn::Machine& machine) const
{
    if (!m_planFile.empty() && !m_preset.empty()) {
        return usageError("Give a plan or a preset, not both.");
    }
    if (!m_planFile.empty()) {
        const auto text = readTextFile(m_planFile);
        return text ? spawn::SpawnPlan::fromText(*text, m_planFile) : Result<spawn::SpawnPlan>{text.error()};
    }
    if (m_preset.empty() && namesAxis()) {
        return spawn::SpawnPlan{};
    }
    const auto wanted = m_preset.empty() ? "quick-look" : m_preset;
    std::string names;
    for (const auto& preset : spawn::spawnPresets(machine.freeMemoryBytes, machine.cpus)) {
        if (preset.name == wanted) {
            return preset.plan;
        }
        names += (names.empty() ? "" : ", ") + std::string{preset.name};
    }
    return usageError("--preset: there is no \"" + wanted + "\". There are " + names + ".");
}

Result<void> SpawnOptions::applyAxes(const CommandLine& line, spawn::SpawnPlan& plan) const
{
    Result<void> done;
    const auto apply = [&](const char* option, const std::string& text, auto& axis, auto read) {
        if (!done || !line.given(option)) {
            return;
        }
        using Item = typename std::remove_reference_t<decltype(axis)>::value_type;
        if (auto items = readList<Item>(option, text, read)) {
            axis = std::move(*items);
        } else {
            done = items.error();
        }
    };
    if (line.given("mechanism")) {
        auto mechanisms = readMechanisms(m_mechanisms);
        if (!mechanisms) {
            return mechanisms.error();
        }
        plan.mechanisms = std::move(*mechanisms);
    }
    apply("threads", m_threads, plan.threads, parseInteger);
    apply("memory", m_memory, plan.memoryBytes, parseSize);
    apply("fill", m_fill, plan.fills, nameReader<spawn::Fill>(spawn::fillNames));
    apply("pages", m_pages, plan.pages, nameReader<spawn::PageSize>(spawn::pageSizeNames));
    apply("slabs", m_slabs, plan.slabs, nameReader<spawn::Slabs>(spawn::slabNames));
    apply("files", m_openFiles, plan.openFiles, parseInteger);
    apply("close", m_close, plan.closeWays, nameReader<spawn::CloseWay>(spawn::closeWayNames));
    apply("environment", m_environment, plan.environmentVariables, parseInteger);
    apply("placement", m_placement, plan.placements, nameReader<spawn::Placement>(spawn::placementNames));
    if (line.given("flags")) {
        const auto flags = spawn::cloneFlagsFromText(m_flags);
        if (!flags) {
            return usageError(
                "--flags: clone3 may be given, joined with '|': " + spawn::allCloneFlagsText() + ".");
        }
        plan.cloneFlags = *flags;
    }
    if (!m_child.empty()) {
        plan.children = {m_child.size() == 1 ? boost::program_options::split_unix(m_child.front()) : m_child};
    }
    return done;
}

void SpawnOptions::applyWork(const CommandLine& line, spawn::SpawnPlan& plan) const
{
    if (line.given("duration")) {
        plan.work.durationNs = m_durationNs;
        plan.work.count = 0;
    }
    if (line.given("count")) {
        plan.work.count = m_count;
    }
    if (line.given("rate")) {
        plan.work.ratePerSecond = m_rate;
    }
    if (line.given("rounds")) {
        plan.rounds = m_rounds;
    }
    if (line.given("seed")) {
        plan.seed = static_cast<std::uint64_t>(m_seed);
    }
    if (line.given("timeout")) {
        plan.timeoutNs = m_timeoutNs;
    }
}

Result<spawn::SpawnPlan> SpawnOptions::plan(const CommandLine& line, const spawn::Machine& machine) const
{
    auto plan = basePlan(machine);
    if (!plan) {
        return plan;
    }
    if (const auto applied = applyAxes(line, *plan); !applied) {
        return applied.error();
    }
    applyWork(line, *plan);
    if (line.given("baseline")) {
        const auto number = parseInteger(m_baseline);
        const auto cells = plan->validate().empty() ? cellsOf(*plan) : std::vector<spawn::Cell>{};
        const bool isNumber = number && *number >= 1 && *number <= static_cast<std::int64_t>(cells.size());
        plan->baseline = isNumber ? cellKey(cells[static_cast<std::size_t>(*number - 1)]) : m_baseline;
    }
    if (const auto faults = plan->validate(); !faults.empty()) {
        return faultsError((m_planFile.empty() ? "The plan" : m_planFile) + " cannot be run:", faults);
    }
    return plan;
}

std::vector<std::string> SpawnOptions::takeChild(std::vector<std::string> arguments)
{
    const auto option = std::ranges::find(arguments, "--child");
    if (option == arguments.end()) {
        return arguments;
    }
    const auto first = option + 1;
    auto last =
        std::find_if(first, arguments.end(), [](const std::string& word) { return word.starts_with("--"); });
    m_child.assign(first, last);
    if (m_child.empty()) {
        return arguments; // parse() says what is missing
    }
    if (last != arguments.end() && *last == "--") {
        ++last;
    }
    arguments.erase(option, last);
    return arguments;
}

} // namespace assay::cli
