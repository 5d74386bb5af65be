// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/forkedchild.h"
#include "session/sessionfixture.h"
#include "session/writerprocess.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <csignal>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace assay::test {
namespace {

using namespace session;

TEST(WriterProcess, IsAliveItself)
{
    EXPECT_TRUE(isWriterAlive(currentWriter()));
}

TEST(WriterProcess, IsGoneOnceKilledEvenIfNobodyWaitedForIt)
{
    ForkedChild child{[](const auto& send) {
        send(currentWriter());
        for (;;) {
            pause();
        }
    }};
    const auto writer = child.nextLine();
    EXPECT_TRUE(isWriterAlive(writer));
    child.kill();
    siginfo_t ended{};
    ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child.pid()), &ended, WEXITED | WNOWAIT), 0);
    EXPECT_FALSE(isWriterAlive(writer));
    child.waitFor();
    EXPECT_FALSE(isWriterAlive(writer));
}

/// /proc of a process that ends while it is read gives an error in the middle of the reading.
TEST(WriterProcess, IsAskedForWhileItEnds)
{
    for (int i = 0; i < 200; ++i) {
        ForkedChild child{[](const auto& send) { send(currentWriter()); }};
        const auto writer = child.nextLine();
        std::thread reaper{[&] { child.waitFor(); }};
        while (isWriterAlive(writer)) { }
        reaper.join();
    }
}

TEST(WriterProcess, IsGoneWhenTheTextNamesAnotherProcess)
{
    const auto writer = currentWriter();
    const auto boot = writer.substr(0, writer.find(' '));
    const auto process = writer.substr(writer.find(' '));
    for (const auto& text : {std::string{}, std::string{" "}, std::string{"  "}, boot, boot + " ",
             boot + " 1", boot + " 1 ", boot + " x 1", boot + " -1 1", boot + " 99999999999999999999 1",
             "other" + process, writer + "1", writer + " ", boot + " 1 0"}) {
        EXPECT_FALSE(isWriterAlive(text)) << text;
    }
}

TEST_F(SessionTest, MarksTheRunsWhoseWriterIsGone)
{
    auto recorder = require(RunRecorder::begin(m_file, startOf(m_experimentId)));
    require(recorder.addInterval({.startNs = 0, .lengthNs = 200}, {}, {}));
    require(recorder.addInterval({.startNs = 200, .lengthNs = 150}, {}, {}));
    require(recorder.commit());
    const RunReader reader{m_file};

    require(m_file.markInterruptedRuns());
    EXPECT_EQ(require(reader.run(recorder.runId())).state, RunState::Running);

    m_file.database().exec("UPDATE run SET writer = 'another-boot 1 1'");
    const auto seen = require(reader.run(recorder.runId()));
    EXPECT_EQ(seen.state, RunState::Interrupted);
    EXPECT_EQ(seen.lengthNs, 350);
    EXPECT_THAT(seen.endReason, testing::HasSubstr("ended without finishing it"));
    EXPECT_EQ(m_file.database().execAndGet("SELECT state FROM run").getString(), "running")
        << "reading changes nothing";

    require(m_file.markInterruptedRuns());
    EXPECT_EQ(m_file.database().execAndGet("SELECT state FROM run").getString(), "interrupted");
    const auto marked = require(reader.run(recorder.runId()));
    EXPECT_EQ(marked.lengthNs, 350);
    EXPECT_EQ(marked.endReason, seen.endReason);
}

} // namespace
} // namespace assay::test
