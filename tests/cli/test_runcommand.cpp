// SPDX-License-Identifier: GPL-3.0-or-later
// assay-cli run, as the window starts it: what it tells, and that telling never holds up the run.
#include "cli/clirun.h"
#include "load/demoplan.h"
#include "session/runreader.h"
#include "session/sessionfile.h"
#include "temporarydirectory.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::test {

namespace {

class RunCommand : public testing::Test
{
protected:
    /// Puts the plan into a session of its own; the arguments that run it.
    std::vector<std::string> argumentsFor(const load::LoadPlan& plan)
    {
        m_file.emplace(session::SessionFile::create(m_folder / "run.assay").value());
        const auto id = m_file->putExperiment({0, "load", "demo", 0, plan.toText()}).value();
        return {"run", "--session", (m_folder / "run.assay").string(), "--experiment", std::to_string(id)};
    }

    session::RunState state() const
    {
        const auto runs = session::RunReader{*m_file}.runs().value();
        return runs.empty() ? session::RunState::Running : runs[0].state;
    }

    TemporaryDirectory m_folder;
    std::optional<session::SessionFile> m_file;
};

load::LoadPlan shortDemo(std::int64_t holdNs)
{
    auto plan = load::demoPlan();
    plan.profile.users = {{.users = 2, .holdNs = holdNs}};
    return plan;
}

} // namespace

TEST_F(RunCommand, ExitCodeJudgesAsLoadDoes)
{
    auto plan = shortDemo(200 * nsPerMs);
    EXPECT_EQ(CliRun{argumentsFor(plan)}.exit()->code, 0);
    std::filesystem::remove(m_folder / "run.assay");
    plan.target.errorRate = 1;
    EXPECT_EQ(CliRun{argumentsFor(plan)}.exit()->code, 1);
    std::filesystem::remove(m_folder / "run.assay");
    plan.thresholds = {"failures<=100%"};
    EXPECT_EQ(CliRun{argumentsFor(plan)}.exit()->code, 0);
}

/// A window that has stopped reading: its pipe is full before the run begins and stays so.
TEST_F(RunCommand, GoesOnWhenNobodyReads)
{
    std::array<int, 2> pipe{};
    ASSERT_EQ(pipe2(pipe.data(), O_CLOEXEC), 0);
    const auto capacity = fcntl(pipe[1], F_SETPIPE_SZ, 4096);
    ASSERT_GT(capacity, 0);
    const std::string filling(static_cast<std::size_t>(capacity), 'x');
    ASSERT_EQ(write(pipe[1], filling.data(), filling.size()), std::ssize(filling));

    auto arguments = argumentsFor(shortDemo(800 * nsPerMs));
    arguments.insert(arguments.begin(), "assay-cli");
    std::vector<char*> argv;
    for (auto& argument : arguments) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    pid_t pid = 0;
    ASSERT_EQ(posix_spawn(&pid, ASSAY_BIN_DIR "/assay-cli", &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(pipe[1]);

    const auto deadline = monotonicNs() + 20 * nsPerSecond;
    while (state() == session::RunState::Running && monotonicNs() < deadline) { }
    EXPECT_EQ(state(), session::RunState::Finished);
    // Now the window reads again: nothing that matters is missing, only the progress that is past.
    std::string told;
    std::array<char, 4096> piece{};
    for (ssize_t count = 0; (count = read(pipe[0], piece.data(), piece.size())) > 0;) {
        told.append(piece.data(), static_cast<std::size_t>(count));
    }
    close(pipe[0]);
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    EXPECT_THAT(told, testing::HasSubstr(R"("state":"running")"));
    EXPECT_THAT(told, testing::HasSubstr(R"("type":"done")"));
    EXPECT_THAT(told, testing::Not(testing::HasSubstr(R"("type":"progress")")));
}

} // namespace assay::test
