// SPDX-License-Identifier: GPL-3.0-or-later
// assay-cli load and run, as their users start them.
#include "base/json.h"
#include "cli/clirun.h"
#include "load/casename.h"
#include "load/demoplan.h"
#include "session/runreader.h"
#include "session/sessionfile.h"
#include "support/scriptedserver.h"
#include "temporarydirectory.h"

#include <gmock/gmock.h>

#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

namespace assay::test {

using testing::HasSubstr;

namespace {

/// Runs a command to its end; its standard output as one text.
struct Ended
{
    int code = -1;
    std::string output;
    std::string errors;
};

Ended runCli(const std::vector<std::string>& arguments)
{
    CliRun run{arguments};
    Ended ended;
    while (const auto line = run.line()) {
        ended.output += *line + "\n";
    }
    if (const auto exit = run.exit()) {
        ended.code = exit->code;
        ended.errors = exit->errorOutput;
    }
    return ended;
}

json::object summaryOf(const Ended& ended)
{
    const auto value = parseJson(ended.output, "output");
    EXPECT_TRUE(value) << ended.output << ended.errors;
    return value ? value->as_object() : json::object{};
}

class LoadCommand : public testing::Test
{
protected:
    std::string write(const std::string& name, const std::string& text) const
    {
        const auto path = m_folder / name;
        std::ofstream{path} << text;
        return path.string();
    }

    TemporaryDirectory m_folder;
};

} // namespace

TEST_F(LoadCommand, SummaryHasEveryFigureForTheRunAndTheHoldPhase)
{
    const auto ended =
        runCli({"load", "--demo", "--users", "4", "--ramp", "300ms", "--hold", "700ms", "--json"});
    EXPECT_EQ(ended.code, 0) << ended.errors;
    const auto summary = summaryOf(ended);
    for (const auto* figures : {&summary, &summary.at("hold").as_object()}) {
        for (const auto* key : {"samples", "failures", "throughput_per_s", "latency_ms",
                 "response_from_intended_ms", "users_peak", "bytes_received", "bytes_sent", "duration_s",
                 "dropped", "retries", "cut", "unserved"}) {
            EXPECT_TRUE(figures->contains(key)) << key;
        }
        for (const auto* key : {"min", "mean", "p50", "p90", "p95", "p99", "p999", "max"}) {
            EXPECT_TRUE(figures->at("latency_ms").as_object().at(key).is_number()) << key;
        }
        EXPECT_EQ(figures->at("failures").at("total").to_number<int>(), 0);
    }
    EXPECT_EQ(summary.at("users_peak").to_number<int>(), 4);
    EXPECT_NEAR(summary.at("hold").at("duration_s").to_number<double>(), 0.7, 1e-9);
    // 20 ms of service: no request can be faster.
    EXPECT_GE(summary.at("latency_ms").at("min").to_number<double>(), 20);
}

TEST_F(LoadCommand, RunsAPlanFileIntoASessionThatSaysTheSame)
{
    auto plan = load::demoPlan();
    plan.profile.users = {{.users = 3, .holdNs = 500 * nsPerMs}};
    const auto session = (m_folder / "run.assay").string();
    const auto ended = runCli({"load", write("plan.json", plan.toText()), "--session", session, "--json"});
    EXPECT_EQ(ended.code, 0) << ended.errors;
    const auto summary = summaryOf(ended);
    const auto file = session::SessionFile::open(session, session::SessionFile::Mode::ReadOnly);
    ASSERT_TRUE(file) << file.error().message;
    const auto runs = session::RunReader{*file}.runs().value();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].state, session::RunState::Finished);
    EXPECT_EQ(runs[0].sampleCount, summary.at("samples").to_number<std::uint64_t>());
    EXPECT_EQ(parseJson(runs[0].summary, "summary").value().at("samples"), summary.at("samples"));
    EXPECT_FALSE(std::filesystem::exists(session + "-wal"));
    // The same plan again is another run of the same experiment.
    runCli({"load", (m_folder / "plan.json").string(), "--session", session, "--json"});
    const auto again = session::SessionFile::open(session, session::SessionFile::Mode::ReadOnly).value();
    EXPECT_EQ(again.experiments().value().size(), 1U);
    EXPECT_EQ(session::RunReader{again}.runs().value().size(), 2U);
}

TEST_F(LoadCommand, FailuresAndThresholdsDecideTheExitCode)
{
    auto plan = load::demoPlan();
    plan.profile.users = {{.users = 2, .holdNs = 300 * nsPerMs}};
    plan.target.errorRate = 1;
    const auto failing = write("failing.json", plan.toText());
    plan.target.errorRate = 0;
    const auto good = write("good.json", plan.toText());
    EXPECT_EQ(runCli({"load", good}).code, 0);
    EXPECT_EQ(runCli({"load", failing}).code, 1);
    EXPECT_EQ(runCli({"load", failing, "--threshold", "failures<=100%"}).code, 0);
    EXPECT_EQ(runCli({"load", good, "--threshold", "p95<1ms"}).code, 1);
    EXPECT_EQ(runCli({"load", good, "--threshold", "p95<10s", "--threshold", "failures<1"}).code, 0);
    const auto told = runCli({"load", good, "--threshold", "hold:p95 < 1ms"});
    EXPECT_THAT(told.output, HasSubstr("FAILED  hold:p95 < 1ms"));
}

/// A server that never answers, or stops, is nothing that a nightly job may take for a pass.
TEST_F(LoadCommand, SilentServerIsNoPass)
{
    const auto serving = [](int answers) {
        return [answers](Peer& peer) {
            for (int i = 0; i < answers && !peer.readRequest().empty(); ++i) {
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            }
            peer.waitForClose();
        };
    };
    ScriptedServer silent{serving(0)};
    ScriptedServer stopping{serving(100)};
    const auto run = [](const ScriptedServer& server, const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"load", server.url(), "--hold", "200ms", "--grace", "400ms"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runCli(arguments);
    };
    const auto never = run(silent, {"--users", "5"});
    EXPECT_EQ(never.code, 1);
    EXPECT_THAT(never.output, HasSubstr("No request was ever answered."));
    EXPECT_EQ(run(silent, {"--threshold", "cut<100"}).code, 1);
    EXPECT_EQ(run(silent, {"--threshold", "failures<100"}).code, 1);
    const auto stopped = run(stopping, {});
    EXPECT_EQ(stopped.code, 1);
    EXPECT_THAT(stopped.output, HasSubstr("1 request was never answered"));
    EXPECT_EQ(run(stopping, {"--threshold", "p50<10s"}).code, 1);
    EXPECT_EQ(run(stopping, {"--threshold", "failures<1"}).code, 1);
    EXPECT_EQ(run(stopping, {"--threshold", "failures<2"}).code, 0);
    EXPECT_EQ(run(stopping, {"--threshold", "cut<2"}).code, 0);
}

/// What cannot be printed is no result; a reader who has seen enough is no fault.
TEST(CliOutput, ThatCannotBeWrittenIsToldByEveryCommand)
{
    const auto shell = [](const std::string& command) {
        const auto status =
            std::system((std::string{ASSAY_BIN_DIR} + "/assay-cli " + command + " 2>/dev/null").c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    for (const std::string command : {"--help", "--version", "load --help", "target --help", "session --help",
             "load --demo --preview", "spawn --list", "load --demo --users 1 --ramp 0s --hold 100ms",
             "load --demo --users 1 --ramp 0s --hold 100ms --json"}) {
        EXPECT_EQ(shell(command + " >/dev/full"), 3) << command;
        EXPECT_EQ(shell(command + " >&-"), 3) << command;
        EXPECT_EQ(shell(command + " >/dev/null"), 0) << command;
        EXPECT_EQ(std::system(("test $( { " ASSAY_BIN_DIR "/assay-cli " + command
                      + "; echo $? >&3; } 3>&1 >/dev/null | head -1) = 0")
                                  .c_str()),
            0);
    }
}

/// A closed output must not be the number of the session's file.
TEST_F(LoadCommand, ClosedOutputLeavesTheSessionWhole)
{
    const auto session = (m_folder / "run.assay").string();
    const auto status = std::system((std::string{ASSAY_BIN_DIR}
        + "/assay-cli load --demo --users 1 --ramp 0s "
          "--hold 100ms --session "
        + session + " >&- 2>&-")
                                        .c_str());
    EXPECT_EQ(WEXITSTATUS(status), 3);
    const auto file = session::SessionFile::open(session, session::SessionFile::Mode::ReadOnly);
    ASSERT_TRUE(file);
    EXPECT_EQ(session::RunReader{*file}.runs().value().at(0).state, session::RunState::Finished);
}

/// A closed terminal asks to stop too.
TEST_F(LoadCommand, HangUpStopsGracefully)
{
    const auto session = (m_folder / "run.assay").string();
    auto file = session::SessionFile::create(session).value();
    auto plan = load::demoPlan();
    plan.profile.users = {{.users = 1, .holdNs = 3600 * nsPerSecond}};
    const auto experiment = file.putExperiment({0, "load", "demo", 0, plan.toText()}).value();
    CliRun engine{{"run", "--session", session, "--experiment", std::to_string(experiment)}};
    std::string last;
    while (const auto line = engine.line()) {
        last = *line;
        if (line->find(R"("type":"progress")") != std::string::npos) {
            kill(engine.pid(), SIGHUP);
        }
    }
    EXPECT_THAT(last, HasSubstr(R"("state":"stopped")"));
}

/// A plan without rows is no closed load of one user, unless the command line says what it shall be.
TEST_F(LoadCommand, PlanWithoutRowsIsRefused)
{
    auto plan = load::demoPlan();
    plan.profile = {};
    const auto without = plan.toText();
    const auto with = [&](const std::string& profile) {
        auto value = parseJson(without, "plan").value();
        value.as_object().erase("profile");
        if (!profile.empty()) {
            value.as_object()["profile"] = parseJson(profile, "profile").value();
        }
        return write("rows.json", prettyJson(value));
    };
    for (const auto* profile : {"", R"({"kind":"closed","users":[]})", R"({"kind":"open"})",
             R"({"kind":"open","rates":[]})", R"({"kind":"open","users":[]})"}) {
        const auto refused = runCli({"load", with(profile), "--preview"});
        EXPECT_EQ(refused.code, 2) << profile;
        EXPECT_THAT(refused.errors, HasSubstr(": holds no row")) << profile;
        EXPECT_EQ(runCli({"load", with(profile), "--preview", "--rate", "5"}).code, 0) << profile;
        const bool open = std::string_view{profile}.find("open") != std::string_view::npos;
        EXPECT_EQ(runCli({"load", with(profile), "--preview", "--users", "5"}).code, open ? 2 : 0) << profile;
    }
    const auto both = runCli(
        {"load", with(R"({"users":[{"users":1,"hold":"1s"}],"rates":[{"fromPerSecond":1,"duration":"1s"}]})"),
            "--preview"});
    EXPECT_EQ(both.code, 2);
    EXPECT_THAT(both.errors, HasSubstr("profile.kind: is missing"));
}

/// Options change of a plan what they name, and nothing else; the preview tells what became of it.
TEST_F(LoadCommand, ProfileOptionsChangeOnlyWhatTheyName)
{
    auto plan = load::demoPlan();
    plan.profile.users = {{.users = 7,
        .startDelayNs = nsPerSecond,
        .rampUpNs = 2 * nsPerSecond,
        .holdNs = 3 * nsPerSecond,
        .rampDownNs = 4 * nsPerSecond}};
    const auto users = write("users.json", plan.toText());
    const auto preview = [](const std::string& file, std::vector<std::string> options) {
        options.insert(options.begin(), {"load", file, "--preview"});
        const auto ended = runCli(options);
        EXPECT_EQ(ended.code, 0) << ended.errors;
        return ended.output.substr(0, ended.output.find("\nNote"));
    };
    EXPECT_EQ(preview(users, {"--hold", "5s"}),
        "time      users\n0s        0.0\n1s        0.0\n3s        7.0\n8s        7.0\n12s       0.0\n");
    EXPECT_EQ(preview(users, {"--users", "3", "--ramp-down", "0s"}),
        "time      users\n0s        0.0\n1s        0.0\n3s        3.0\n6s        3.0\n6s        0.0\n");
    EXPECT_EQ(preview(users, {"--duration", "2s"}),
        "time      users\n0s        0.0\n1s        0.0\n2s        3.5\n2s        0.0\n");
    plan.profile = {};
    plan.profile.kind = load::Profile::Kind::Open;
    plan.profile.rates = {{0, 10, 2 * nsPerSecond}, {10, 10, 3 * nsPerSecond}};
    const auto rates = write("rates.json", plan.toText());
    EXPECT_EQ(preview(rates, {"--ramp", "4s", "--ramp-down", "1s"}),
        "time      arrivals/s\n0s        0.0\n4s        10.0\n7s        10.0\n8s        0.0\n"
        "55 arrivals planned\n");
    EXPECT_EQ(preview(rates, {"--rate", "20", "--duration", "1s"}),
        "time      arrivals/s\n0s        0.0\n1s        10.0\n5 arrivals planned\n");
}

TEST_F(LoadCommand, InterruptStopsGracefullyAndKeepsTheRun)
{
    const auto session = (m_folder / "run.assay").string();
    auto file = session::SessionFile::create(session).value();
    const auto experiment = file.putExperiment({0, "load", "demo", 0, load::demoPlan().toText()}).value();
    CliRun run{{"run", "--session", session, "--experiment", std::to_string(experiment)}};
    std::string last;
    bool stopped = false;
    while (const auto line = run.line()) {
        last = *line;
        const auto message = parseJson(*line, "engine").value();
        if (!stopped && message.at("type") == "progress" && message.at("completed").to_number<int>() > 0) {
            stopped = true;
            kill(run.pid(), SIGINT);
        }
    }
    EXPECT_THAT(last, HasSubstr(R"("type":"done")"));
    EXPECT_THAT(last, HasSubstr(R"("state":"stopped")"));
    const auto runs = session::RunReader{file}.runs().value();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].state, session::RunState::Stopped);
    EXPECT_GT(runs[0].sampleCount, 0U);
}

TEST_F(LoadCommand, EngineObeysStopAndOutlivesItsStarter)
{
    const auto session = (m_folder / "run.assay").string();
    auto file = session::SessionFile::create(session).value();
    auto plan = load::demoPlan();
    plan.profile.users = {{.users = 2, .holdNs = 800 * nsPerMs}};
    const auto experiment = file.putExperiment({0, "load", "demo", 0, plan.toText()}).value();
    {
        CliRun run{{"run", "--session", session, "--experiment", std::to_string(experiment)}};
        EXPECT_THAT(run.line().value_or(""), HasSubstr("notice"));
        EXPECT_THAT(run.line().value_or(""), HasSubstr(R"("state":"running")"));
        run.abandon();
    }
    const session::RunReader reader{file};
    const auto deadline = monotonicNs() + 10 * nsPerSecond;
    auto state = session::RunState::Running;
    while (state == session::RunState::Running && monotonicNs() < deadline) {
        state = reader.runs().value().at(0).state;
    }
    EXPECT_EQ(state, session::RunState::Finished);
    plan.profile.users[0].holdNs = 3600 * nsPerSecond;
    const auto endless = file.putExperiment({0, "load", "long", 1, plan.toText()}).value();
    CliRun run{{"run", "--session", session, "--experiment", std::to_string(endless)}};
    std::string last;
    while (const auto line = run.line()) {
        last = *line;
        if (line->find(R"("type":"progress")") != std::string::npos) {
            run.writeLine("stop");
        }
    }
    EXPECT_THAT(last, HasSubstr(R"("state":"stopped")"));
}

struct BadRow
{
    const char* name;
    std::vector<std::string> arguments;
    std::vector<const char*> message; ///< parts of it
};

class BadInput : public testing::TestWithParam<BadRow>
{ };

TEST_P(BadInput, GetsOneClearSentence)
{
    const TemporaryDirectory folder;
    std::ofstream{folder / "broken.json"} << "{\n  \"format\": \"assay-load-plan\",\n  \"steps\": [}\n";
    std::ofstream{folder / "newer.json"} << R"({"format":"assay-load-plan","formatVersion":99,"steps":[]})";
    std::ofstream{folder / "wrong.json"} << R"({"format":"assay-load-plan","formatVersion":1,"stepz":[]})";
    auto plan = load::demoPlan();
    plan.profile.users = {{.users = 5, .holdNs = nsPerSecond}, {.users = 2, .holdNs = nsPerSecond}};
    std::ofstream{folder / "tworows.json"} << plan.toText();
    plan.profile = {};
    plan.profile.kind = load::Profile::Kind::Open;
    plan.profile.rates = {{5, 10, nsPerSecond}};
    std::ofstream{folder / "rising.json"} << plan.toText();
    std::ofstream{folder / "text.assay"} << "not a session";
    auto arguments = GetParam().arguments;
    for (auto& argument : arguments) {
        if (argument.starts_with("@")) {
            argument = (folder / argument.substr(1)).string();
        }
    }
    const auto ended = runCli(arguments);
    EXPECT_EQ(ended.code, 2);
    if (arguments[0] != "run") { // which tells the window too, on its standard output
        EXPECT_EQ(ended.output, "");
    }
    EXPECT_THAT(ended.errors, testing::StartsWith("assay-cli: "));
    for (const auto* part : GetParam().message) {
        EXPECT_THAT(ended.errors, HasSubstr(part));
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, BadInput,
    testing::Values(BadRow{"noUrl", {"load"}, {"URL"}}, BadRow{"badUrl", {"load", "http://"}, {"http://"}},
        BadRow{"emptySession", {"load", "http://localhost/", "--session", ""}, {"--session", "empty"}},
        BadRow{"emptyHeader", {"load", "http://localhost/", "--header="}, {"--header"}},
        BadRow{"otherScheme", {"load", "ftp://localhost/"}, {"ftp"}},
        BadRow{"badPort", {"load", "http://localhost:99999/"}, {"99999"}},
        BadRow{"unknownOption", {"load", "http://localhost/", "--user", "5"}, {"--user"}},
        BadRow{"durationWithoutUnit", {"load", "http://localhost/", "--hold", "10"}, {"--hold", "10s"}},
        BadRow{"noUsers", {"load", "http://localhost/", "--users", "0"}, {"--users"}},
        BadRow{"usersAndRate", {"load", "http://localhost/", "--users", "5", "--rate", "5"},
            {"--users", "--rate"}},
        BadRow{
            "holdOfManyRows", {"load", "@tworows.json", "--hold", "1s"}, {"--hold", "tworows.json", "rows"}},
        BadRow{"usersOfManyRows", {"load", "@tworows.json", "--users", "1"}, {"--users", "tworows.json"}},
        BadRow{"rateOfAnotherShape", {"load", "@rising.json", "--rate", "1"}, {"--rate", "rising.json"}},
        BadRow{"usersForArrivals", {"load", "@rising.json", "--users", "1"}, {"--users", "arrivals"}},
        BadRow{"rateForUsers", {"load", "--demo", "--rate", "1"}, {"--rate", "demo", "users"}},
        BadRow{"poissonUsers", {"load", "http://localhost/", "--poisson"}, {"--poisson", "--rate"}},
        BadRow{"cappedUsers", {"load", "--demo", "--max-users", "5"}, {"--max-users", "users"}},
        BadRow{"tooManyThreads", {"load", "http://localhost/", "--threads", "257"}, {"--threads", "256"}},
        BadRow{"tooManyRedirects", {"load", "http://localhost/", "--redirects", "51"}, {"--redirects", "50"}},
        BadRow{"deviceAsPlan", {"load", "/dev/zero"}, {"/dev/zero", "no regular file"}},
        BadRow{"badThreshold", {"load", "http://localhost/", "--threshold", "p95"}, {"p95"}},
        BadRow{"badHeader", {"load", "http://localhost/", "--header", "nonsense"}, {"nonsense"}},
        BadRow{"headerForTheDemo", {"load", "--demo", "--header", "A: b"}, {"--header", "demo"}},
        BadRow{"demoAndUrl", {"load", "--demo", "http://localhost/"}, {"http://localhost/"}},
        BadRow{"missingPlan", {"load", "@none.json"}, {"none.json"}},
        BadRow{"folderAsPlan", {"load", "/"}, {"folder"}},
        BadRow{"brokenPlan", {"load", "@broken.json"}, {"broken.json", "line 3"}},
        BadRow{"newerPlan", {"load", "@newer.json"}, {"99", "1"}},
        BadRow{"misspeltField", {"load", "@wrong.json"}, {"stepz"}},
        BadRow{"notASession", {"load", "http://localhost/", "--session", "@text.assay"}, {"text.assay"}},
        BadRow{"sessionInNoFolder", {"load", "http://localhost/", "--session", "@none/x.assay"}, {"x.assay"}},
        BadRow{"runWithoutSession", {"run"}, {"--session"}},
        BadRow{"runOfNoSession", {"run", "--session", "@text.assay", "--experiment", "1"}, {"text.assay"}}),
    caseName);

} // namespace assay::test
