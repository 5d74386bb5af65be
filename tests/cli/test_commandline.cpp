// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "base/clock.h"

#include <gmock/gmock.h>

namespace assay::cli {

using testing::ElementsAre;
using testing::HasSubstr;

/// A command with one option of each type.
struct Sample
{
    bool json = false;
    std::string session;
    std::vector<std::string> thresholds;
    std::int64_t rampNs = 5 * nsPerSecond;
    std::int64_t size = 64 << 10;
    std::int64_t users = 1;
    double rate = 0;
    std::string url;
    CommandLine options{"load", "URL [options]", "Loads a server."};

    Sample()
    {
        options.positional("URL", url, CommandLine::Need::Required, "Where to send requests");
        options.flag("json", json, "Print JSON");
        options.text("session", "FILE", session, "Write the run into this file");
        options.texts("threshold", "EXPRESSION", thresholds, "Fail when it does not hold");
        options.duration("ramp", rampNs, "Time until all users are active");
        options.size("size", size, "Bytes");
        options.integer("users", users, 1, 1'000'000, "Virtual users");
        options.number("rate", rate, 0, 1e6, "Arrivals per second");
        options.example("assay-cli load http://localhost/", "One user for ten seconds");
    }
};

TEST(CommandLine, FillsTypedVariables)
{
    Sample sample;
    const auto outcome =
        sample.options.parse({"--users", "50", "http://localhost/", "--ramp=1m30s", "--size", "1M", "--rate",
            "2.5", "--json", "--session", "a b.assay", "--threshold", "p95<1s", "--threshold", "errors<1%"});
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(*outcome, CommandLine::Outcome::Run);
    EXPECT_EQ(sample.users, 50);
    EXPECT_EQ(sample.url, "http://localhost/");
    EXPECT_EQ(sample.rampNs, 90 * nsPerSecond);
    EXPECT_EQ(sample.size, 1 << 20);
    EXPECT_DOUBLE_EQ(sample.rate, 2.5);
    EXPECT_TRUE(sample.json);
    EXPECT_EQ(sample.session, "a b.assay");
    EXPECT_THAT(sample.thresholds, ElementsAre("p95<1s", "errors<1%"));
    EXPECT_TRUE(sample.options.given("users"));
    EXPECT_TRUE(sample.options.given("json"));
}

TEST(CommandLine, KeepsDefaultsOfWhatIsNotGiven)
{
    Sample sample;
    ASSERT_TRUE(sample.options.parse({"http://localhost/"}));
    EXPECT_EQ(sample.rampNs, 5 * nsPerSecond);
    EXPECT_FALSE(sample.json);
    EXPECT_FALSE(sample.options.given("ramp"));
}

TEST(CommandLine, TakesDashAndWhatFollowsTwoDashesAsArguments)
{
    Sample dash;
    ASSERT_TRUE(dash.options.parse({"-"}));
    EXPECT_EQ(dash.url, "-");
    Sample literal;
    ASSERT_TRUE(literal.options.parse({"--", "--users"}));
    EXPECT_EQ(literal.url, "--users");
}

struct FaultRow
{
    const char* name;
    std::vector<std::string> arguments;
    const char* names; ///< the message holds this …
    const char* remedy; ///< … and this
};

class CommandLineFault : public testing::TestWithParam<FaultRow>
{ };

TEST_P(CommandLineFault, IsOneSentenceWithRemedy)
{
    Sample sample;
    const auto outcome = sample.options.parse(GetParam().arguments);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::Usage);
    EXPECT_THAT(outcome.error().message, HasSubstr(GetParam().names));
    EXPECT_THAT(outcome.error().message, HasSubstr(GetParam().remedy));
    EXPECT_EQ(outcome.error().message.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Rows, CommandLineFault,
    testing::Values(FaultRow{"misspelt", {"x", "--user", "5"}, "--user", "did you mean --users?"},
        FaultRow{"unknown", {"x", "--frobnicate"}, "--frobnicate", "load --help"},
        FaultRow{"shortOption", {"x", "-q"}, "-q", "load --help"},
        FaultRow{"missingValueAtEnd", {"x", "--users"}, "--users", "needs a value"},
        FaultRow{"missingValueInside", {"x", "--users", "--json"}, "--users", "needs a value"},
        FaultRow{"emptyAdjacent", {"x", "--users="}, "--users", "needs a value"},
        FaultRow{"valueForFlag", {"x", "--json=yes"}, "--json", "takes no value"},
        FaultRow{"noUnit", {"x", "--ramp", "10"}, "--ramp", "500ms, 10s, 1m30s"},
        FaultRow{"badSize", {"x", "--size", "12Q"}, "--size", "512M"},
        FaultRow{"notInteger", {"x", "--users", "many"}, "--users", "whole number"},
        FaultRow{"fraction", {"x", "--users", "1.5"}, "--users", "whole number"},
        FaultRow{"tooSmall", {"x", "--users", "0"}, "--users", "from 1 to 1000000"},
        FaultRow{"negative", {"x", "--users", "-5"}, "--users", "from 1 to 1000000"},
        FaultRow{"notNumber", {"x", "--rate", "fast"}, "--rate", "not a number"},
        FaultRow{"twice", {"x", "--users", "5", "--users", "6"}, "--users", "Keep one"},
        FaultRow{"noUrl", {"--users", "5"}, "URL is missing", "assay-cli load URL"},
        FaultRow{"tooMany", {"x", "y"}, "\"y\"", "assay-cli load URL"}),
    [](const auto& row) { return row.param.name; });

TEST(CommandLine, HelpShowsOptionsDefaultsAndExamples)
{
    Sample sample;
    const auto help = sample.options.help();
    for (const char* part :
        {"Usage: assay-cli load URL [options]", "Loads a server.", "--ramp DURATION", "(default 5s)",
            "(default 64k)", "--users N", "--json", "One user for ten seconds", "URL  Where to send"}) {
        EXPECT_THAT(help, HasSubstr(part));
    }
    testing::internal::CaptureStdout();
    const auto outcome = sample.options.parse({"--users", "nonsense", "--help"});
    EXPECT_EQ(testing::internal::GetCapturedStdout(), help);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(*outcome, CommandLine::Outcome::HelpShown);
}

TEST(ExitCode, FollowsTheKindOfError)
{
    testing::internal::CaptureStderr();
    EXPECT_EQ(fail(usageError("Wrong.")), 2);
    EXPECT_EQ(fail(environmentError("No room.")), 3);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "assay-cli: Wrong.\nassay-cli: No room.\n");
}

} // namespace assay::cli
