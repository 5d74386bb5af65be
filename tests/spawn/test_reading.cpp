// SPDX-License-Identifier: GPL-3.0-or-later
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
    EXPECT_THAT(lines, Contains(HasSubstr("vfork + exec does not slow down up to 1.00 GiB")));
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
    EXPECT_THAT(readingOf(summary), Contains(HasSubstr("fastest on 2 threads: 1.9 times the rate of 1")));

    summary.cells[1].spawnsPerSecond = {1010, 960, 1060}; // no certain gain
    summary.cells[2].spawnsPerSecond = {900, 880, 920};
    EXPECT_THAT(readingOf(summary), Contains(HasSubstr("gains nothing from more threads than 1")));
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
    EXPECT_THAT(notices, Contains(HasSubstr("strayed by 20 %")));
    EXPECT_THAT(notices, Contains(HasSubstr("left 3 zombies")));
    EXPECT_THAT(notices, Contains(HasSubstr("2 descriptors of its own")));
    EXPECT_THAT(notices, Contains(HasSubstr("Not done after 30 s.")));
    EXPECT_THAT(notices, Contains(HasSubstr("4 children ended with SIGBUS")));
}

} // namespace
} // namespace assay::test
