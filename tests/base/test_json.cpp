// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include <gmock/gmock.h>

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

} // namespace assay
