// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/statusset.h"

#include <gmock/gmock.h>

#include <vector>

namespace assay::load {

namespace {

std::vector<unsigned> codesOf(std::string_view text)
{
    const auto set = StatusSet::parse(text);
    EXPECT_TRUE(set) << text;
    std::vector<unsigned> codes;
    for (unsigned code = 0; set && code < 1100; ++code) {
        if (set->contains(code)) {
            codes.push_back(code);
        }
    }
    return codes;
}

} // namespace

TEST(StatusSet, ReadsCodesAndRanges)
{
    EXPECT_THAT(codesOf("200"), testing::ElementsAre(200));
    EXPECT_THAT(codesOf("200-203,304"), testing::ElementsAre(200, 201, 202, 203, 304));
    EXPECT_THAT(codesOf(" 999 , 100 - 101 "), testing::ElementsAre(100, 101, 999));
    EXPECT_EQ(codesOf("100-999").size(), 900U);
}

TEST(StatusSet, RefusesEverythingElse)
{
    for (const auto* text : {"", ",", "200,", ",200", "20", "1000", "300-200", "200-", "-200", "2xx",
             "200 201", "200--201", "0x200", "99999999999999999999", "200-299-300", "+200"}) {
        const auto set = StatusSet::parse(text);
        ASSERT_FALSE(set) << text;
        EXPECT_THAT(set.error().message, testing::HasSubstr("200-299,304"));
    }
}

} // namespace assay::load
