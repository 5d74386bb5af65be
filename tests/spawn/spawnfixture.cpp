// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/spawnfixture.h"

#include <filesystem>
#include <fstream>

namespace assay::test {

namespace fs = std::filesystem;

spawn::SubjectPrograms builtPrograms()
{
    auto programs = spawn::SubjectPrograms::find(); // java
    const fs::path folder = ASSAY_BIN_DIR;
    programs.plain = folder / "assay-subject";
    programs.javaSource = folder / "SpawnSubject.java";
    programs.child = folder / "assay-child";
    programs.qt = fs::exists(folder / "assay-subject-qt") ? folder / "assay-subject-qt" : fs::path{};
    return programs;
}

spawn::Machine machineHere()
{
    auto machine = spawn::Machine::inspect();
    machine.programs = builtPrograms();
    return machine;
}

spawn::Work fewSpawns(std::int64_t count)
{
    spawn::Work work;
    work.count = count;
    return work;
}

spawn::Cell cellOf(spawn::Mechanism mechanism, std::vector<std::string> child)
{
    spawn::Cell cell;
    cell.mechanism = mechanism;
    cell.child = std::move(child);
    return cell;
}

spawn::RoundResult measured(const spawn::Cell& cell, const spawn::Work& work)
{
    const auto result =
        spawn::measureRound(cell, work, builtPrograms(), 60 * nsPerSecond, [] { return false; });
    EXPECT_TRUE(result) << "nobody cancelled";
    return result.value_or(spawn::RoundResult{});
}

std::string writeProgram(
    const TemporaryDirectory& folder, const std::string& name, const std::string& content, unsigned mode)
{
    const auto path = folder / name;
    std::ofstream{path, std::ios::binary} << content;
    fs::permissions(path, static_cast<fs::perms>(mode));
    return path.string();
}

spawn::CellSummary summaryCell(spawn::Cell cell, std::int64_t wholeNs)
{
    spawn::CellSummary summary;
    summary.cell = std::move(cell);
    summary.rounds = 5;
    summary.spawns = 1000;
    const auto rate = 1e9 / static_cast<double>(wholeNs) * summary.cell.threads;
    summary.spawnsPerSecond = {rate, rate * 0.98, rate * 1.02};
    for (int i = 0; i < 100; ++i) {
        summary.phases[static_cast<std::size_t>(spawn::Phase::Whole)].record(wholeNs);
    }
    return summary;
}

} // namespace assay::test
