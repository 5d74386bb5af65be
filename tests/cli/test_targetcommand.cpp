// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "cli/clirun.h"
#include "target/rawclient.h"

#include <gmock/gmock.h>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

namespace assay::test {

using testing::HasSubstr;

/// A target that has said where it listens.
struct Target : CliRun
{
    json::object said;
    std::uint16_t port = 0;

    explicit Target(std::vector<std::string> arguments)
        : CliRun((arguments.insert(arguments.begin(), "target"), arguments))
    {
        const auto first = line();
        EXPECT_TRUE(first) << (exit() ? exit()->errorOutput : "no line came");
        if (first) {
            said = parseJson(*first, "the first line").value().as_object();
            port = static_cast<std::uint16_t>(said.at("port").to_number<int>());
        }
    }
};

TEST(TargetCommand, SaysWhereItListensAndHow)
{
    Target target{{"--service", "uniform:1ms,2ms", "--pool", "3", "--queue", "7", "--size", "2k", "--chunked",
        "--announce", "auto", "--keep-alive", "5s"}};
    EXPECT_EQ(target.said.at("type"), "listening");
    EXPECT_EQ(target.said.at("host"), "127.0.0.1");
    EXPECT_EQ(target.said.at("url").as_string(), "http://127.0.0.1:" + std::to_string(target.port) + "/");
    EXPECT_EQ(target.said.at("pid"), target.pid());
    EXPECT_EQ(target.said.at("service"), "uniform:1ms,2ms");
    EXPECT_EQ(target.said.at("pool"), 3);
    EXPECT_EQ(target.said.at("queue"), 7);
    EXPECT_EQ(target.said.at("keep_alive"), "5s");
    RawClient client{target.port};
    const auto response = client.get();
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body.size(), 2048U);
    EXPECT_EQ(response.field("Transfer-Encoding"), "chunked");
    EXPECT_EQ(response.field("Keep-Alive"), "timeout=5");
    kill(target.pid(), SIGTERM);
    ASSERT_TRUE(target.exit());
    EXPECT_EQ(target.exit()->code, 0);
    EXPECT_EQ(target.exit()->errorOutput, "");
    const auto last = target.line();
    ASSERT_TRUE(last);
    const auto seen = parseJson(*last, "the last line").value().as_object();
    EXPECT_EQ(seen.at("type"), "stopped");
    EXPECT_EQ(seen.at("requests"), 1);
    EXPECT_EQ(seen.at("connections"), 1);
    EXPECT_EQ(seen.at("busy_peak"), 1);
}

TEST(TargetCommand, StopsOnInterruptAndWhenItsTerminalIsClosed)
{
    for (const int signal : {SIGINT, SIGHUP}) {
        Target target{{}};
        EXPECT_EQ(target.said.at("service"), "20ms");
        EXPECT_EQ(target.said.at("pool"), 8);
        EXPECT_TRUE(target.said.at("queue").is_null());
        kill(target.pid(), signal);
        ASSERT_TRUE(target.exit());
        EXPECT_EQ(target.exit()->code, 0);
        EXPECT_EQ(target.exit()->signal, 0);
    }
}

TEST(TargetCommand, StopsAfterItsDuration)
{
    Target target{{"--duration", "50ms"}};
    ASSERT_TRUE(target.exit());
    EXPECT_EQ(target.exit()->code, 0);
}

TEST(TargetCommand, StopsAtTheEndOfItsInputWhenToldSo)
{
    Target target{{"--until-eof", "--service", "0"}};
    target.writeLine("anything: only the end counts");
    EXPECT_EQ(RawClient(target.port).get().status, 200);
    // A descriptor of the process becomes readable when it ends, also when somebody else reaps it.
    pollfd process{static_cast<int>(syscall(SYS_pidfd_open, target.pid(), 0)), POLLIN, 0};
    ASSERT_GE(process.fd, 0);
    target.abandon();
    EXPECT_EQ(poll(&process, 1, 10'000), 1);
    close(process.fd);
}

TEST(TargetCommand, OutlivesItsInputOtherwise)
{
    Target target{{"--duration", "2s", "--service", "0"}};
    const auto port = target.port;
    const auto pid = target.pid();
    target.abandon();
    EXPECT_EQ(RawClient(port).get().status, 200);
    kill(pid, SIGTERM);
}

TEST(TargetCommand, SaysThatThePortIsTaken)
{
    Target first{{"--duration", "10s"}};
    CliRun second{{"target", "--port", std::to_string(first.port)}};
    ASSERT_TRUE(second.exit());
    EXPECT_EQ(second.exit()->code, 3);
    EXPECT_THAT(second.exit()->errorOutput,
        HasSubstr("assay-cli: Another program already listens on port " + std::to_string(first.port)));
    EXPECT_FALSE(second.line());
    kill(first.pid(), SIGTERM);
}

struct CliFaultRow
{
    const char* name;
    std::vector<std::string> arguments;
    const char* says;
};

class CliFault : public testing::TestWithParam<CliFaultRow>
{ };

TEST_P(CliFault, EndsWithOneSentenceAndCodeTwo)
{
    CliRun run{GetParam().arguments};
    ASSERT_TRUE(run.exit());
    EXPECT_EQ(run.exit()->code, 2);
    EXPECT_THAT(run.exit()->errorOutput, testing::StartsWith("assay-cli: "));
    EXPECT_THAT(run.exit()->errorOutput, HasSubstr(GetParam().says));
    EXPECT_FALSE(run.line()) << "nothing on the standard output";
}

INSTANTIATE_TEST_SUITE_P(Rows, CliFault,
    testing::Values(CliFaultRow{"noCommand", {}, "Name a command"},
        CliFaultRow{"unknownCommand", {"serve"}, "There is no command \"serve\"; \"assay-cli --help\" lists"},
        CliFaultRow{"misspeltCommand", {"taget"}, "did you mean target?"},
        CliFaultRow{
            "misspeltOption", {"target", "--servce", "20ms"}, "no option --servce, did you mean --service?"},
        CliFaultRow{
            "service", {"target", "--service", "exp:20"}, "--service: \"exp:20\" is not a service time"},
        CliFaultRow{
            "announce", {"target", "--announce", "maybe"}, "--announce: \"maybe\" cannot be announced"},
        CliFaultRow{
            "port", {"target", "--port", "70000"}, "--port: 70000 is out of range. Write a number from 0"},
        CliFaultRow{"stall", {"target", "--stall", "2s", "--stall-every", "1s"}, "stall: must be shorter"},
        CliFaultRow{"key", {"target", "--cert", "a.pem"}, "cert: and key belong together"},
        CliFaultRow{"argument", {"target", "8080"}, "\"8080\" is one too many"}),
    [](const auto& row) { return row.param.name; });

TEST(CliHelp, IsThereForProgramAndCommand)
{
    for (const auto& [arguments, part] :
        std::vector<std::pair<std::vector<std::string>, std::string>>{{{"--help"}, "target"},
            {{"--version"}, "assay-cli " ASSAY_VERSION}, {{"target", "--help"}, "--keep-alive DURATION"}}) {
        CliRun run{arguments};
        std::string all;
        while (const auto text = run.line()) {
            all += *text + "\n";
        }
        EXPECT_THAT(all, HasSubstr(part));
        ASSERT_TRUE(run.exit());
        EXPECT_EQ(run.exit()->code, 0);
    }
}

} // namespace assay::test
