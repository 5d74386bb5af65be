// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include "base/units.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace assay {

using testing::HasSubstr;

TEST(ParseJson, NamesLineAndColumn)
{
    const auto result = parseJson("{\n  \"a\": 1,\n  \"b\": oops\n}", "plan.json");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::Usage);
    EXPECT_THAT(result.error().message, HasSubstr("plan.json"));
    EXPECT_THAT(result.error().message, HasSubstr("line 3, column 8"));
}

TEST(ParseJson, RefusesTextsThatEndEarlyOrGoOn)
{
    EXPECT_THAT(parseJson("{\"a\": [1, 2", "x").error().message, HasSubstr("line 1, column 12"));
    EXPECT_THAT(parseJson("{}\n {}", "x").error().message, HasSubstr("line 2, column 2"));
    EXPECT_FALSE(parseJson("", "x"));
    EXPECT_TRUE(parseJson(" {} \n", "x"));
}

TEST(ParseJson, RefusesAKeyThatIsThereTwice)
{
    const auto result = parseJson("{\"a\": {\"b\": 1},\n \"b\": 1, \"a\": 2}", "plan.json");
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, HasSubstr("\"a\" twice"));
    EXPECT_THAT(result.error().message, HasSubstr("line 2, column 12"));
    EXPECT_TRUE(parseJson(R"([{"a": 1}, {"a": {"a": [{"a": 1}]}}])", "x"));
}

TEST(ParseJson, ReadsNumbersExactly)
{
    std::uint64_t random = 88172645463325252U;
    for (int i = 0; i < 20'000; ++i) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        const double value = std::ldexp(static_cast<double>(random), i % 200 - 150);
        ASSERT_EQ(parseJson(formatNumber(-value), "x").value().to_number<double>(), -value);
    }
    EXPECT_EQ(parseJson("[1e400]", "x").has_value(), false);
    EXPECT_EQ(parseJson("1e-400", "x")->as_double(), 0);
    EXPECT_EQ(parseJson("18446744073709551615", "x")->as_uint64(), 18446744073709551615U);
    EXPECT_EQ(parseJson("-9223372036854775808", "x")->as_int64(), std::numeric_limits<std::int64_t>::min());
}

TEST(ParseJson, ReadsTextsOfEveryKind)
{
    const auto value = parseJson(R"({"é\u00e9\n\"": "\ud83d\ude00 \\", "empty": "", "": [true, false, null]})", "x");
    ASSERT_TRUE(value) << value.error().message;
    EXPECT_EQ(value->at("éé\n\""), "😀 \\");
    EXPECT_EQ(value->at("empty"), "");
    EXPECT_EQ(value->at(""), (json::array {true, false, nullptr}));
    const std::string longText(100'000, 'x');
    EXPECT_EQ(parseJson("[\"" + longText + "\"]", "x")->as_array()[0].as_string(), longText);
    EXPECT_FALSE(parseJson("\"\xff\"", "x"));
    EXPECT_FALSE(parseJson(std::string(100, '[') + std::string(100, ']'), "x"));
}

TEST(PrettyJson, PutsOneItemOnALineAndReadsBack)
{
    const auto value = parseJson(R"({"b":[1,{"c":"d"}],"a":1.5,"e":[],"f":{}})", "x").value();
    const auto text = prettyJson(value);
    EXPECT_EQ(text,
        "{\n  \"b\": [\n    1,\n    {\n      \"c\": \"d\"\n    }\n  ],\n  \"a\": 1.5,\n  \"e\": [],\n  \"f\": {}\n}\n");
    EXPECT_EQ(parseJson(text, "x").value(), value);
}

TEST(ObjectReader, CollectsEveryFaultWithItsPath)
{
    const auto value
        = parseJson(R"({"t": 5, "n": "x", "d": "10", "s": "5Q", "k": "z", "extra": 1, "l": {}})", "x").value();
    std::vector<Fault> faults;
    ObjectReader reader {value, "steps[1]", faults};
    reader.text("t");
    reader.number("n", 0);
    reader.durationNs("d", 0);
    reader.size("s", 0);
    reader.choice("k", {"a", "b"}, 0);
    reader.array("l");
    EXPECT_EQ(reader.integer("absent", 7), 7);
    reader.rejectUnknownKeys();
    ASSERT_EQ(faults.size(), 7U);
    EXPECT_EQ(faults[0].field, "steps[1].t");
    EXPECT_THAT(faults[4].message, HasSubstr("\"a\", \"b\""));
    EXPECT_EQ(faults[6].field, "steps[1].extra");
    EXPECT_THAT(faultsError("Bad plan:", faults).message, HasSubstr("\n  steps[1].t: "));
}

TEST(FaultsError, TellsTheFirstOfVeryMany)
{
    const auto message = faultsError("Wrong:", std::vector<Fault>(10'000, Fault{"steps", "is wrong."})).message;
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 21);
    EXPECT_TRUE(message.ends_with("\n  and 9980 more."));
}

} // namespace assay
