// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/childprocess.h"

#include <csignal>
#include <fstream>
#include <future>
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay {
namespace {

using namespace std::chrono_literals;

/// Starts a shell command and gathers what its handlers are told.
class Watched
{
public:
    explicit Watched(const std::string& command)
        : m_exit(m_exitPromise.get_future())
        , m_firstLine(m_firstLinePromise.get_future())
        , child(ChildProcess::start("/bin/sh", {"-c", command},
              {[this](const std::string& line) {
                   if (lines.empty()) {
                       m_firstLinePromise.set_value(line);
                   }
                   lines.push_back(line);
               },
                  [this](const ChildProcess::Exit& exit) { m_exitPromise.set_value(exit); }}))
    { }

    ChildProcess::Exit exit() { return m_exit.get(); }
    std::string firstLine() { return m_firstLine.get(); }

    std::vector<std::string> lines;

private:
    std::promise<ChildProcess::Exit> m_exitPromise;
    std::future<ChildProcess::Exit> m_exit;
    std::promise<std::string> m_firstLinePromise;
    std::future<std::string> m_firstLine;

public:
    Result<ChildProcess> child; // last: its thread uses the others
};

TEST(ChildProcess, DeliversLinesThenTheExit)
{
    Watched watched("echo one; echo two; printf three; echo oops >&2; exit 3");
    ASSERT_TRUE(watched.child);
    const auto exit = watched.exit();
    EXPECT_THAT(watched.lines, testing::ElementsAre("one", "two", "three"));
    EXPECT_EQ(exit.code, 3);
    EXPECT_EQ(exit.signal, 0);
    EXPECT_EQ(exit.errorOutput, "oops\n");
}

TEST(ChildProcess, TellsTheSignalOfACrash)
{
    Watched watched("kill -SEGV $$");
    ASSERT_TRUE(watched.child);
    EXPECT_EQ(watched.exit().signal, SIGSEGV);
}

TEST(ChildProcess, PassesLinesToStandardInput)
{
    Watched watched("read word; echo got $word");
    ASSERT_TRUE(watched.child);
    watched.child->writeLine("stop");
    watched.exit();
    EXPECT_THAT(watched.lines, testing::ElementsAre("got stop"));
}

TEST(ChildProcess, WritingToAProgramThatIsGoneDoesNoHarm)
{
    Watched watched("exit 0");
    ASSERT_TRUE(watched.child);
    watched.exit();
    watched.child->writeLine("stop");
    watched.child->writeLine("stop");
}

TEST(ChildProcess, NamesAProgramThatCannotBeStarted)
{
    const auto child = ChildProcess::start("/nonexistent/assay-cli", {}, {});
    ASSERT_FALSE(child);
    EXPECT_THAT(child.error().message, testing::HasSubstr("/nonexistent/assay-cli"));
}

TEST(ChildProcess, ReportsAnExecFailureWithoutRunningOn)
{
    const auto path = std::filesystem::temp_directory_path() / ("assay-no-exec-" + std::to_string(getpid()));
    std::ofstream(path) << "\x7f"
                           "ELF is not enough";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    const auto child = ChildProcess::start(path, {}, {});
    std::filesystem::remove(path);
    ASSERT_FALSE(child);
    EXPECT_THAT(child.error().message, testing::HasSubstr(path.string()));
}

TEST(ChildProcess, IsNotInheritedFilesOfTheParent)
{
    const int open = dup(STDERR_FILENO); // without close-on-exec
    Watched watched("if [ -e /proc/self/fd/" + std::to_string(open) + " ]; then echo leaked; fi");
    ASSERT_TRUE(watched.child);
    watched.exit();
    close(open);
    EXPECT_TRUE(watched.lines.empty());
}

TEST(ChildProcess, DestroyingTheObjectLeavesTheProgramRunning)
{
    int pid = 0;
    const auto path = std::filesystem::temp_directory_path() / ("assay-outlives-" + std::to_string(getpid()));
    {
        // The end of its input tells the program that its parent let go; it then still does its work.
        Watched watched("echo ready; read end; echo survived > " + path.string());
        ASSERT_TRUE(watched.child);
        watched.firstLine();
        pid = watched.child->pid();
    }
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (handle >= 0) {
        pollfd ended{handle, POLLIN, 0};
        EXPECT_EQ(poll(&ended, 1, 10'000), 1);
        close(handle);
    }
    std::string word;
    std::ifstream(path) >> word;
    std::filesystem::remove(path);
    EXPECT_EQ(word, "survived");
}

} // namespace
} // namespace assay
