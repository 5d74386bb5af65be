// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/json.h"
#include "cli/clirun.h"
#include "session/fixturecontent.h"
#include "session/sessionfixture.h"
#include "stats/percentile.h"

#include <gmock/gmock.h>

#include <fstream>

namespace assay::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

struct Answer
{
    std::vector<std::string> lines;
    int code = -1;
    std::string error;

    std::string text() const
    {
        std::string all;
        for (const auto& line : lines) {
            all += line + "\n";
        }
        return all;
    }

    json::value json() const { return parseJson(text(), "the output").value(); }
};

Answer session(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "session");
    CliRun run{arguments};
    Answer answer;
    while (auto line = run.line()) {
        answer.lines.push_back(std::move(*line));
    }
    if (const auto end = run.exit()) {
        answer.code = end->code;
        answer.error = end->errorOutput;
    }
    return answer;
}

std::vector<std::string> split(const std::string& line)
{
    std::vector<std::string> fields{""};
    for (const char c : line) {
        if (c == ',') {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    return fields;
}

const std::string released = ASSAY_TEST_DATA "/session-v1.assay";

TEST(SessionCommand, ListsExperimentsAndRuns)
{
    const auto answer = session({"show", released});
    EXPECT_EQ(answer.code, 0) << answer.error;
    EXPECT_THAT(answer.text(),
        AllOf(HasSubstr("Experiment 1 \"Shop\" (load)"), HasSubstr("Experiment 2 \"Login\""),
            HasSubstr("finished"), HasSubstr("Nobody answered."), HasSubstr(fixture::note)));
}

TEST(SessionCommand, ListsThemAsJson)
{
    const auto answer = session({"show", released, "--json"});
    ASSERT_EQ(answer.code, 0) << answer.error;
    const auto content = answer.json();
    EXPECT_EQ(content.at("format_version"), 1);
    const auto& experiments = content.at("experiments").as_array();
    ASSERT_EQ(experiments.size(), 2U);
    EXPECT_EQ(experiments[0].at("name"), "Login");
    const auto& runs = experiments[1].at("runs").as_array();
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].at("id"), 1);
    EXPECT_EQ(runs[0].at("state"), "finished");
    EXPECT_EQ(runs[0].at("samples"), 3'000);
    EXPECT_EQ(runs[0].at("length_ns"), fixture::lengthNs);
    EXPECT_EQ(runs[0].at("summary").at("samples"), 3'000) << "as JSON, not as text";
    EXPECT_EQ(runs[0].at("plan").at("frozen"), true);
    EXPECT_EQ(runs[0].at("host").at("cpus"), 2);
    EXPECT_TRUE(runs[1].at("summary").is_null());
    EXPECT_EQ(runs[1].at("end_reason"), "Nobody answered.");
}

TEST(SessionCommand, ListsRunsAsCsv)
{
    const auto answer = session({"show", released, "--csv"});
    ASSERT_EQ(answer.code, 0) << answer.error;
    ASSERT_EQ(answer.lines.size(), 3U);
    EXPECT_THAT(answer.lines[0], testing::StartsWith("run,experiment,experiment_name,instrument,state,"));
    EXPECT_THAT(answer.lines[1],
        testing::StartsWith("1,1,Shop,load,finished,2026-03-01T12:00:00.250Z,1234567890,3000"));
    EXPECT_EQ(session({"show", released, "--csv", "--run", "2"}).lines.size(), 2U);
}

TEST(SessionCommand, ComputesExactPercentilesByAnyMethod)
{
    std::vector<std::int64_t> serviceNs;
    for (const auto& sample : fixture::samples()) {
        if (sample.hasLatency()) {
            serviceNs.push_back(sample.serviceNs);
        }
    }
    std::sort(serviceNs.begin(), serviceNs.end());
    std::vector<std::string> arguments{"show", released, "--run", "1", "--json"};
    for (const auto name : stats::percentileMethodNames()) {
        arguments.insert(arguments.end(), {"--percentile-method", std::string{name}});
    }
    const auto answer = session(arguments);
    ASSERT_EQ(answer.code, 0) << answer.error;
    const auto run = answer.json().at("experiments").at(0).at("runs").at(0);
    EXPECT_EQ(run.at("latency_samples"), serviceNs.size());
    for (const auto name : stats::percentileMethodNames()) {
        const auto& figures = run.at("exact_percentiles").at(name);
        for (const double percent : {50.0, 90.0, 95.0, 99.0}) {
            const auto expected =
                stats::percentile(serviceNs, percent, *stats::percentileMethodFromName(name)) / 1e6;
            EXPECT_EQ(figures.at("p" + std::to_string(static_cast<int>(percent)) + "_ms").to_number<double>(),
                expected)
                << name << ' ' << percent;
        }
    }
    EXPECT_THAT(session({"show", released, "--run", "1", "--percentile-method", "r7"}).text(),
        AllOf(HasSubstr("Exact percentiles of run 1"), HasSubstr("r7")));
}

TEST(SessionCommand, WritesSamplesAsCsv)
{
    const auto answer = session({"samples", released, "--run", "1"});
    ASSERT_EQ(answer.code, 0) << answer.error;
    const auto expected = fixture::samples();
    ASSERT_EQ(answer.lines.size(), expected.size() + 1);
    EXPECT_EQ(answer.lines[0],
        "start_ns,intended_ns,user,label,connect_ns,tls_ns,first_byte_ns,service_ns,status,failure,bytes_in,"
        "bytes_out");
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto& s = expected[i];
        ASSERT_THAT(split(answer.lines[i + 1]),
            ElementsAre(std::to_string(s.startNs), std::to_string(s.intendedNs), std::to_string(s.user),
                s.label == 1 ? "home" : "search", std::to_string(s.connectNs), std::to_string(s.tlsNs),
                std::to_string(s.firstByteNs), std::to_string(s.serviceNs), std::to_string(s.status),
                std::string{failureName(s.failure)}, std::to_string(s.bytesIn), std::to_string(s.bytesOut)));
    }
    EXPECT_EQ(session({"samples", released, "--run", "1", "--csv"}).text(), answer.text());
}

TEST(SessionCommand, WritesSamplesAsJson)
{
    const auto answer = session({"samples", released, "--run", "1", "--json", "--label", "search"});
    ASSERT_EQ(answer.code, 0) << answer.error;
    const auto rows = answer.json().as_array();
    ASSERT_EQ(rows.size(), 1'500U);
    const auto expected = fixture::samples()[1];
    EXPECT_EQ(rows[0].at("start_ns"), expected.startNs);
    EXPECT_EQ(rows[0].at("label"), "search");
    EXPECT_EQ(rows[0].at("failure"), "");
    EXPECT_EQ(rows[0].at("service_ns"), expected.serviceNs);
}

TEST(SessionCommand, WritesIntervals)
{
    const auto answer = session({"intervals", released, "--run", "1", "--json"});
    ASSERT_EQ(answer.code, 0) << answer.error;
    const auto rows = answer.json().as_array();
    const auto expected = fixture::intervals();
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].at("start_ns"), expected[i].counts.startNs);
        EXPECT_EQ(rows[i].at("length_ns"), expected[i].counts.lengthNs);
        EXPECT_EQ(rows[i].at("label"), "all");
        EXPECT_EQ(rows[i].at("users"), 10);
        EXPECT_EQ(rows[i].at("started"), 501);
        EXPECT_EQ(rows[i].at("completed"), 500);
        EXPECT_EQ(rows[i].at("failures"), 5);
        EXPECT_EQ(rows[i].at("failures_refused"), 3);
        EXPECT_EQ(rows[i].at("failures_check_failed"), 2);
        for (const auto& [name, percent] : std::vector<std::pair<const char*, double>>{{"p50_ms", 50},
                 {"p90_ms", 90}, {"p95_ms", 95}, {"p99_ms", 99}, {"p999_ms", 99.9}, {"max_ms", 100}}) {
            EXPECT_EQ(rows[i].at(name).to_number<double>(),
                static_cast<double>(expected[i].service.percentileNs(percent)) / 1e6)
                << name;
        }
    }
    const auto csv = session({"intervals", released, "--run", "1", "--csv"});
    EXPECT_EQ(csv.lines.size(), expected.size() + 1);
    EXPECT_THAT(
        csv.lines[0], testing::StartsWith("start_ns,length_ns,label,users,started,completed,failures,"));
}

TEST(SessionCommand, TakesTheLastRunAndQuotesLabels)
{
    const TemporaryDirectory directory;
    const auto path = (directory / "x.assay").string();
    {
        auto file = require(session::SessionFile::create(path));
        auto start = startOf(require(file.putExperiment(someExperiment())));
        require(
            require(session::RunRecorder::begin(file, start)).finish(session::RunState::Stopped, "", "", 1));
        start.labels = {"a, \"b\""};
        auto recorder = require(session::RunRecorder::begin(file, start));
        const std::vector<session::Sample> samples{{.serviceNs = 5, .label = 1}, {.startNs = 1, .label = 7}};
        require(recorder.addSamples(samples));
        require(recorder.addInterval({.lengthNs = 200, .label = 1}, {}, {}));
        require(recorder.finish(session::RunState::Finished, "", "", 1));
    }
    const auto samples = session({"samples", path});
    ASSERT_EQ(samples.lines.size(), 3U);
    EXPECT_THAT(samples.lines[1], HasSubstr(R"(,"a, ""b""",)"));
    EXPECT_THAT(samples.lines[2], HasSubstr(",label 7,")) << "a label without a name";
    const auto interval = session({"intervals", path, "--json"}).json().at(0);
    EXPECT_EQ(interval.at("label"), "a, \"b\"");
    EXPECT_TRUE(interval.at("p50_ms").is_null()) << "nothing ended, so there is no latency";
    EXPECT_EQ(session({"samples", path, "--run", "1"}).lines.size(), 1U);
    EXPECT_EQ(session({"samples", path, "--run", "1", "--json"}).text(), "[]\n");
}

TEST(SessionCommand, ChangesNothing)
{
    const TemporaryDirectory directory;
    const auto path = directory / "x.assay";
    std::filesystem::copy_file(released, path);
    const auto time = std::filesystem::last_write_time(path);
    for (const char* action : {"show", "samples", "intervals"}) {
        EXPECT_EQ(session({action, path.string()}).code, 0);
    }
    EXPECT_EQ(std::filesystem::last_write_time(path), time);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{directory.path()}, {}), 1);
}

struct Fault
{
    const char* name;
    std::vector<std::string> arguments;
    std::string word;
};

void PrintTo(const Fault& row, std::ostream* out)
{
    *out << row.name;
}

class SessionFault : public testing::TestWithParam<Fault>
{ };

TEST_P(SessionFault, IsExplained)
{
    const auto answer = session(GetParam().arguments);
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.lines, testing::IsEmpty());
    EXPECT_THAT(answer.error, HasSubstr(GetParam().word));
}

INSTANTIATE_TEST_SUITE_P(Arguments, SessionFault,
    testing::Values(Fault{"NoAction", {}, "show|samples|intervals"},
        Fault{"UnknownAction", {"shwo"}, "did you mean show"}, Fault{"NoFile", {"show"}, "FILE"},
        Fault{"MissingFile", {"show", "/nowhere.assay"}, "does not exist"},
        Fault{"OtherFile", {"samples", ASSAY_SOURCE_DIR "/README.md"}, "is not an Assay session"},
        Fault{"UnknownRun", {"samples", released, "--run", "9"}, "no run 9"},
        Fault{"UnknownRunInShow", {"show", released, "--run", "9"}, "no run 9"},
        Fault{"UnknownRunInCsv", {"show", released, "--run", "9", "--csv"}, "no run 9"},
        Fault{"UnknownLabel", {"samples", released, "--run", "1", "--label", "hme"}, "did you mean home?"},
        Fault{"StrangeLabel", {"intervals", released, "--run", "1", "--label", "zzzzzz"},
            "it has all, home, search."},
        Fault{"UnknownMethod", {"show", released, "--percentile-method", "best"}, "nearest-rank"},
        Fault{"CsvAndJson", {"samples", released, "--csv", "--json"}, "exclude each other"}),
    [](const auto& row) { return std::string{row.param.name}; });

} // namespace
} // namespace assay::test
