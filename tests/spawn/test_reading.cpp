// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/notices.h"
#include "spawn/reading.h"
#include "spawn/spawnfixture.h"

#include <gmock/gmock.h>

#include <cerrno>

namespace assay::test {
namespace {

using namespace spawn;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::int64_t gibibyte = 1LL << 30;

Cell cellWith(Mechanism mechanism, std::int64_t memoryBytes, int threads = 1, PageSize pages = PageSize::Base)
{
    Cell cell = cellOf(mechanism);
    cell.memoryBytes = memoryBytes;
    cell.threads = threads;
    cell.pages = pages;
    return cell;
}

/// The figures of the field notes: a bare loop on the machine where this was tried.
SpawnSummary fieldNotes()
{
    SpawnSummary summary;
    summary.cells = {summaryCell(cellWith(Mechanism::Fork, 0), 3'100'000),
        summaryCell(cellWith(Mechanism::Fork, gibibyte), 24'000'000),
        summaryCell(cellWith(Mechanism::Fork, gibibyte, 1, PageSize::Huge2M), 3'400'000),
        summaryCell(cellWith(Mechanism::Vfork, 0), 1'200'000),
        summaryCell(cellWith(Mechanism::Vfork, gibibyte), 1'210'000)};
    summary.cells[2].memory.huge = gibibyte;
    return summary;
}

TEST(Reading, TellsTheStoryOfTheFieldNotes)
{
    const auto lines = readingOf(fieldNotes());
    EXPECT_THAT(lines, Contains(HasSubstr("Fastest with 1.00 GiB and one thread: vfork + exec")));
    EXPECT_THAT(lines, Contains(HasSubstr("fork + exec takes 20.9 ms longer for each GiB")));
    EXPECT_THAT(
        lines, Contains(HasSubstr("Up to 1.00 GiB of touched memory do not slow down vfork + exec.")));
    EXPECT_THAT(lines, Contains(HasSubstr("Huge pages (2m, verified for 100 % of the memory)")));
    EXPECT_THAT(lines, Contains(HasSubstr("7.1 times as fast")));
    EXPECT_THAT(lines, Contains(HasSubstr("should use vfork + exec instead of fork + exec")));
}

TEST(Reading, FindsTheBestNumberOfThreads)
{
    SpawnSummary summary;
    for (const int threads : {1, 2, 4}) {
        summary.cells.push_back(summaryCell(cellWith(Mechanism::Vfork, 0, threads), 1'000'000));
    }
    summary.cells[1].spawnsPerSecond = {1900, 1880, 1920};
    summary.cells[2].spawnsPerSecond = {1500, 1480, 1520};
    EXPECT_THAT(readingOf(summary),
        Contains(
            HasSubstr("vfork + exec is fastest on 2 threads with an empty heap (1.9 times the rate of 1).")));

    summary.cells[1].spawnsPerSecond = {1010, 960, 1060}; // no certain gain
    summary.cells[2].spawnsPerSecond = {900, 880, 920};
    EXPECT_THAT(readingOf(summary),
        Contains(HasSubstr("More threads than 1 gain nothing certain for vfork + exec with an empty heap.")));
}

TEST(Reading, ClaimsNothingWithinTheNoise)
{
    SpawnSummary summary;
    summary.cells = {summaryCell(cellWith(Mechanism::Fork, 0), 1'000'000),
        summaryCell(cellWith(Mechanism::Vfork, 0), 990'000)};
    const auto lines = readingOf(summary);
    EXPECT_THAT(lines, Contains(HasSubstr("No mechanism is certainly faster")));
    EXPECT_THAT(lines, Not(Contains(HasSubstr("Fastest"))));
}

TEST(Reading, IsSilentWithoutNumbers)
{
    EXPECT_THAT(readingOf({}), IsEmpty());
    EXPECT_THAT(noticesOf({}), IsEmpty());
    SpawnSummary summary;
    summary.cells.resize(2);
    summary.cells[0].unavailable = "No.";
    EXPECT_THAT(readingOf(summary), IsEmpty());
}

TEST(Reading, NeverComparesChildrenThatDoDifferentWork)
{
    SpawnSummary summary;
    summary.cells = {summaryCell(cellOf(Mechanism::Fork), 3'000'000),
        summaryCell(cellOf(Mechanism::Vfork, {"/bin/true"}), 1'000'000)};
    EXPECT_THAT(readingOf(summary), IsEmpty());
}

TEST(Reading, NamesTheLimitThatWasHit)
{
    auto summary = fieldNotes();
    summary.cells[1].failures[ENOMEM] = 12;
    summary.cells[1].failureCauses[ENOMEM] = "The kernel promises no more memory.";
    EXPECT_THAT(readingOf(summary),
        Contains(HasSubstr("12 of 1012 spawns failed with ENOMEM. The kernel promises no more memory.")));
}

/// Every mechanism on every axis, as large plans have it.
SpawnSummary manyCells()
{
    SpawnSummary summary;
    for (const auto mechanism :
        {Mechanism::Fork, Mechanism::Vfork, Mechanism::PosixSpawn, Mechanism::Popen}) {
        for (const int threads : {1, 2, 4}) {
            for (const auto memoryBytes : {std::int64_t{0}, gibibyte}) {
                for (const auto pages : {PageSize::Base, PageSize::Transparent}) {
                    const bool copies = mechanism == Mechanism::Fork && memoryBytes > 0;
                    const auto ns = copies ? pages == PageSize::Base ? 40'000'000 : 1'000'000 : 100'000;
                    summary.cells.push_back(summaryCell(
                        cellWith(mechanism, memoryBytes, threads, memoryBytes > 0 ? pages : PageSize::Base),
                        ns));
                    summary.cells.back().memory.huge = pages == PageSize::Base ? 0 : memoryBytes;
                    if (memoryBytes == 0) {
                        break;
                    }
                }
            }
        }
    }
    return summary;
}

TEST(Reading, StaysShortAndRepeatsNothing)
{
    auto lines = readingOf(manyCells());
    EXPECT_LE(lines.size(), 12U);
    std::ranges::sort(lines);
    EXPECT_EQ(std::ranges::adjacent_find(lines), lines.end());
    EXPECT_THAT(lines,
        Contains(
            "Huge pages bring nothing certain with 1.00 GiB and one thread for vfork + exec, posix_spawn "
            "and popen()."));
    EXPECT_THAT(lines, Contains(HasSubstr("make fork + exec with 1.00 GiB and one thread 40 times as fast")));
}

TEST(Reading, DoesNotDependOnTheOrderOfTheCells)
{
    auto summary = manyCells();
    const auto there = readingOf(summary);
    std::ranges::reverse(summary.cells);
    const auto back = readingOf(summary);
    for (const auto* part :
        {"40 times as fast", "Huge pages bring nothing certain with 1.00 GiB and one thread",
            "fork + exec takes 39.9 ms longer for each GiB"}) {
        EXPECT_THAT(there, Contains(HasSubstr(part)));
        EXPECT_THAT(back, Contains(HasSubstr(part)));
    }
}

TEST(Reading, SaysInWhatElseTheCellsDiffer)
{
    SpawnSummary summary;
    for (const int files : {0, 1000}) {
        for (const auto& child : {std::vector<std::string>{}, std::vector<std::string>{"/bin/true"}}) {
            for (const int threads : {1, 2}) {
                auto cell = cellWith(Mechanism::Vfork, 0, threads);
                cell.openFiles = files;
                cell.child = child;
                summary.cells.push_back(summaryCell(cell, 1'000'000 / threads));
            }
        }
    }
    EXPECT_THAT(readingOf(summary),
        Contains(
            HasSubstr("on 2 threads with an empty heap, the child /bin/true and 1000 open files (4.0 times "
                      "the rate of 1)")));
}

TEST(Reading, RecommendsOnlyWhatDoesTheSame)
{
    SpawnSummary summary;
    auto excluded = cellWith(Mechanism::Fork, gibibyte);
    excluded.fill = Fill::DontFork;
    summary.cells = {
        summaryCell(cellWith(Mechanism::Fork, gibibyte), 40'000'000), summaryCell(excluded, 200'000)};
    EXPECT_THAT(readingOf(summary), Not(Contains(HasSubstr("should keep its memory"))));
}

TEST(Reading, NamesThoseThatAreAsFastAsTheFastest)
{
    auto summary = fieldNotes();
    summary.cells.push_back(summaryCell(cellWith(Mechanism::PosixSpawn, gibibyte), 1'220'000));
    EXPECT_THAT(readingOf(summary),
        Contains(HasSubstr(
            "vfork + exec, 826 spawns/s (median 1.21 ms), not certainly faster than posix_spawn; 20 "
            "times the rate of fork + exec")));
}

TEST(Reading, ComparesNobodyWhoseChildrenDidNothing)
{
    auto summary = fieldNotes();
    summary.cells[3].badEnds["exit 127"] = summary.cells[3].spawns;
    summary.cells[4].badEnds["SIGSEGV"] = summary.cells[4].spawns;
    EXPECT_THAT(readingOf(summary), Not(Contains(HasSubstr("vfork"))));
    EXPECT_THAT(noticesOf(summary), Contains(HasSubstr("vfork threads=1 memory=0: no child did its work")));
    summary.cells[3].badEnds = {{"exit 1", summary.cells[3].spawns}}; // as grep does
    EXPECT_THAT(readingOf(summary), Contains(HasSubstr("Fastest with an empty heap and one thread: vfork")));
}

TEST(Reading, TellsOfClosingOnlyWhereSomethingIsClosed)
{
    SpawnSummary summary;
    for (const auto way : {CloseWay::Inherit, CloseWay::Loop, CloseWay::CloseRange}) {
        auto cell = cellWith(Mechanism::Fork, 0);
        cell.closeWay = way;
        cell.openFiles = 1000;
        summary.cells.push_back(summaryCell(cell, way == CloseWay::Loop ? 900'000 : 300'000));
    }
    EXPECT_THAT(readingOf(summary), Contains(HasSubstr("by loop costs fork + exec 900 µs")));
    summary.cells[0] = summaryCell(summary.cells[0].cell, 5'000'000);
    summary.cells[1] = summaryCell(summary.cells[1].cell, 300'000);
    EXPECT_THAT(readingOf(summary), Not(Contains(HasSubstr("Closing"))));
}

TEST(Reading, IsCertainOfNothingAfterTwoRounds)
{
    auto summary = fieldNotes();
    for (auto& cell : summary.cells) {
        cell.rounds = 2;
    }
    const auto lines = readingOf(summary);
    EXPECT_THAT(lines, Not(Contains(HasSubstr("Fastest"))));
    EXPECT_THAT(lines, Not(Contains(HasSubstr("longer for each GiB"))));
    EXPECT_THAT(lines, Not(Contains(HasSubstr("do not slow down")))) << "not certain is not the same as none";
    EXPECT_THAT(
        lines, Contains(HasSubstr("cannot be told from so few or so different rounds for fork + exec")));
    EXPECT_THAT(noticesOf(summary), Contains(HasSubstr("with 50 % certainty at most")));
}

TEST(Reading, RecommendsPosixSpawnWhereNothingIsCertainlyFaster)
{
    auto summary = fieldNotes();
    summary.cells.push_back(summaryCell(cellWith(Mechanism::PosixSpawn, gibibyte), 1'220'000));
    EXPECT_THAT(readingOf(summary), Contains(HasSubstr("should use posix_spawn instead of fork + exec")));
    summary.cells.back() = summaryCell(cellWith(Mechanism::PosixSpawn, gibibyte), 2'000'000);
    EXPECT_THAT(readingOf(summary), Contains(HasSubstr("should use vfork + exec instead of fork + exec")));
}

TEST(Notices, TellWhatMakesFiguresLessCertain)
{
    auto summary = fieldNotes();
    summary.drift = 0.02;
    EXPECT_THAT(noticesOf(summary), IsEmpty());
    summary.drift = 0.2;
    summary.cells[0].zombies = 3;
    summary.cells[0].leaked = 2;
    summary.cells[0].problems = {"Not done after 30 s."};
    summary.cells[0].badEnds["SIGBUS"] = 4;
    const auto notices = noticesOf(summary);
    summary.othersReady = 2.04;
    summary.plannedRate = 1000;
    summary.cells[0].rounds = 5;
    const auto more = noticesOf(summary);
    EXPECT_THAT(more, Contains(HasSubstr("2.0 tasks of other programs wanted a processor too")));
    EXPECT_THAT(more, Contains(HasSubstr("fork threads=1 memory=0 kept 323 of 1000 spawns/s")));
    EXPECT_THAT(notices, Contains(HasSubstr("strayed by 20 %")));
    EXPECT_THAT(notices, Contains(HasSubstr("left 3 zombies")));
    EXPECT_THAT(notices, Contains(HasSubstr("2 descriptors of its own")));
    EXPECT_THAT(notices, Contains(HasSubstr("Not done after 30 s.")));
    EXPECT_THAT(notices, Contains(HasSubstr("4 children ended with SIGBUS")));
}

} // namespace
} // namespace assay::test
