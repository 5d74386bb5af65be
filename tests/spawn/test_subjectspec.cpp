// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subjectspec.h"

#include <gtest/gtest.h>

#include <sstream>

namespace assay::test {
namespace {

using namespace spawn;

SubjectSpec readBack(const std::string& lines)
{
    SubjectSpec spec;
    std::istringstream in{lines};
    for (std::string line; std::getline(in, line) && line != "end";) {
        EXPECT_TRUE(readSpecLine(line, spec)) << line;
    }
    return spec;
}

TEST(SubjectSpec, ArrivesAsItWasSent)
{
    SubjectSpec spec;
    spec.cell.mechanism = Mechanism::Clone3;
    spec.cell.threads = 3;
    spec.cell.memoryBytes = 5LL << 40;
    spec.cell.fill = Fill::Shared;
    spec.cell.pages = PageSize::Huge2M;
    spec.cell.slabs = Slabs::PerPage;
    spec.cell.child = {"/bin/sh", "-c", "", "two\nlines and \xff"};
    spec.cell.openFiles = 10;
    spec.cell.closeWay = CloseWay::Loop;
    spec.cell.environmentVariables = 4;
    spec.cell.placement = Placement::Spread;
    spec.cell.cloneFlags = 0x4100;
    spec.work = {17, 250, 0.1};
    spec.warmUpCount = 2;
    spec.childStamps = true;
    const auto back = readBack(specLines(spec));
    EXPECT_EQ(back.cell, spec.cell);
    EXPECT_EQ(back.work, spec.work);
    EXPECT_EQ(back.warmUpCount, spec.warmUpCount);
    EXPECT_TRUE(back.childStamps);
}

TEST(SubjectSpec, RefusesWhatItDoesNotKnow)
{
    SubjectSpec spec;
    for (const auto* line : {"", "nonsense 1", "threads", "threads x", "threads 1x", "mechanism spoon",
             "pages 5k", "argument 4", "argument zz", "rate fast"}) {
        EXPECT_FALSE(readSpecLine(line, spec)) << line;
    }
}

} // namespace
} // namespace assay::test
