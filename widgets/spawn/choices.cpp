// SPDX-License-Identifier: GPL-3.0-or-later
// What can be chosen on each axis.
#include "document/qtext.h"
#include "spawn/cellnames.h"
#include "spawn/choicesmodel.h"
#include "spawn/cloneflags.h"

#include <QCoreApplication>

#include <algorithm>

namespace assay::spawnpage {

using spawn::Cell;
using spawn::SpawnPlan;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("SpawnChoices", text);
}

/// A choice of `value` in the plan's list `values`, which stays in the order of the enumeration.
template <typename Value> Choice choiceOf(std::vector<Value> SpawnPlan::*values, Value value)
{
    Choice choice;
    choice.isOn = [values, value](const SpawnPlan& plan) {
        return std::ranges::find(plan.*values, value) != (plan.*values).end();
    };
    choice.set = [values, value](SpawnPlan& plan, bool on) {
        std::erase(plan.*values, value);
        if (on) {
            (plan.*values).insert(std::ranges::upper_bound(plan.*values, value), value);
        }
    };
    return choice;
}

template <typename Value, typename Title>
std::vector<Choice> choicesOf(
    std::vector<Value> SpawnPlan::*values, std::size_t count, Title title, const QStringList& tips)
{
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < count; ++i) {
        auto choice = choiceOf(values, static_cast<Value>(i));
        choice.title = title(static_cast<Value>(i));
        if (!choice.title.contains(u'(')) { // the name of a call stays as it is
            choice.title[0] = choice.title[0].toUpper();
        }
        choice.tip = tips.value(static_cast<qsizetype>(i));
        choices.push_back(std::move(choice));
    }
    return choices;
}

/// The largest memory of the plan, which asks most of a machine.
std::int64_t mostMemory(const SpawnPlan& plan)
{
    return plan.memoryBytes.empty() ? 0 : *std::ranges::max_element(plan.memoryBytes);
}

} // namespace

std::vector<Choice> mechanismChoices()
{
    std::vector<Choice> choices;
    for (const auto& facts : spawn::mechanisms()) {
        auto choice = choiceOf(&SpawnPlan::mechanisms, facts.mechanism);
        choice.title = qtext(facts.title);
        choice.tip = qtext(facts.does);
        choice.obstacle = [mechanism = facts.mechanism](const SpawnPlan&, const spawn::Machine& machine) {
            Cell cell;
            cell.mechanism = mechanism;
            return whyUnavailable(cell, machine);
        };
        choices.push_back(std::move(choice));
    }
    return choices;
}

std::vector<Choice> fillChoices()
{
    return choicesOf(&SpawnPlan::fills, spawn::fillNames.size(), fillText,
        {tr("Each page is written to: it has a page of its own, as a heap in use has."),
            tr("Each page is read: all share the kernel's page of zeros."),
            tr("Mapped and left alone: no page tables, but counted as promised memory."),
            tr("A shared mapping, written to."),
            tr("Written to, then madvise(MADV_DONTFORK): no child gets it.")});
}

std::vector<Choice> pageChoices()
{
    auto choices = choicesOf(&SpawnPlan::pages, spawn::pageSizeNames.size(), pagesText,
        {tr("The processor's smallest pages, 4 KiB on most."), tr("madvise(MADV_HUGEPAGE)."),
            tr("From the pool of 2 MiB pages (MAP_HUGETLB)."), tr("From the pool of 1 GiB pages.")});
    for (std::size_t i = 0; i < choices.size(); ++i) {
        choices[i].obstacle = [pages = static_cast<spawn::PageSize>(i)](
                                  const SpawnPlan& plan, const spawn::Machine& machine) {
            Cell cell;
            cell.pages = pages;
            cell.memoryBytes = std::max<std::int64_t>(mostMemory(plan), 1);
            return whyUnavailable(cell, machine);
        };
    }
    return choices;
}

std::vector<Choice> slabChoices()
{
    auto choices = choicesOf(&SpawnPlan::slabs, spawn::slabNames.size(), slabsText,
        {tr("All of the memory is one mapping."), tr("As an allocator's arenas are."),
            tr("One mapping a page: the costliest shape there is.")});
    for (std::size_t i = 0; i < choices.size(); ++i) {
        choices[i].obstacle = [slabs = static_cast<spawn::Slabs>(i)](
                                  const SpawnPlan& plan, const spawn::Machine& machine) {
            Cell cell;
            cell.slabs = slabs;
            cell.memoryBytes = mostMemory(plan);
            return whyUnavailable(cell, machine);
        };
    }
    return choices;
}

std::vector<Choice> closeChoices()
{
    auto choices = choicesOf(&SpawnPlan::closeWays, spawn::closeWayNames.size(), closeText,
        {tr("The child keeps the descriptors that are open."),
            tr("close() for every possible number up to the limit."),
            tr("close() for those that /proc/self/fd lists."), tr("One close_range().")});
    for (std::size_t i = 0; i < choices.size(); ++i) {
        choices[i].obstacle = [way = static_cast<spawn::CloseWay>(i)](
                                  const SpawnPlan&, const spawn::Machine& machine) {
            Cell cell; // of fork, which has a place for it
            cell.closeWay = way;
            return whyUnavailable(cell, machine);
        };
    }
    return choices;
}

std::vector<Choice> placementChoices()
{
    return choicesOf(&SpawnPlan::placements, spawn::placementNames.size(), placementText,
        {tr("The kernel chooses."), tr("All threads, and so all children, on one processor."),
            tr("Each thread, and its children, on a processor of its own.")});
}

std::vector<Choice> cloneFlagChoices()
{
    std::vector<Choice> choices;
    QString all = qtext(spawn::allCloneFlagsText());
    all.replace(u',', u' ').replace(u'|', u' ');
    for (const QString& name : all.split(u' ', Qt::SkipEmptyParts)) {
        const auto flag = spawn::cloneFlagsFromText(utf8(name));
        if (!flag || *flag == 0) {
            continue;
        }
        Choice choice;
        choice.title = name;
        choice.tip = tr("A flag of the mechanism clone3.");
        choice.isOn = [flag = *flag](const SpawnPlan& plan) { return (plan.cloneFlags & flag) == flag; };
        choice.set = [flag = *flag](SpawnPlan& plan, bool on) {
            plan.cloneFlags = on ? plan.cloneFlags | flag : plan.cloneFlags & ~flag;
        };
        choices.push_back(std::move(choice));
    }
    return choices;
}

} // namespace assay::spawnpage
