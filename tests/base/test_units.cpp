// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/csv.h"
#include "base/units.h"
#include "base/varint.h"

#include <gtest/gtest.h>

#include <clocale>
#include <limits>

namespace assay {

struct DurationRow
{
    const char* name;
    const char* text;
    std::int64_t ns;
};

class DurationText : public testing::TestWithParam<DurationRow>
{
};

TEST_P(DurationText, IsRead)
{
    const auto ns = parseDuration(GetParam().text);
    ASSERT_TRUE(ns) << ns.error().message;
    EXPECT_EQ(*ns, GetParam().ns);
    EXPECT_EQ(parseDuration(formatDuration(*ns)).value(), *ns);
}

INSTANTIATE_TEST_SUITE_P(Rows, DurationText,
    testing::Values(DurationRow {"zero", "0", 0}, DurationRow {"ms", "500ms", 500'000'000},
        DurationRow {"s", "10s", 10'000'000'000}, DurationRow {"compound", "1m30s", 90'000'000'000},
        DurationRow {"fraction", "1.5s", 1'500'000'000}, DurationRow {"us", "250us", 250'000},
        DurationRow {"ns", "40ns", 40}, DurationRow {"hours", "2h", 7'200'000'000'000},
        DurationRow {"all", "1h2m3s4ms5us6ns", 3'723'004'005'006}),
    [](const auto& row) { return row.param.name; });

TEST(Duration, RefusesWhatHasNoUnitOrMeaning)
{
    for (const char* text : {"", "10", "s", "10x", "-5s", "1..5s", "10 s", "ten", "1e3s", "99999999999h", "5s5", "1,5s"}) {
        const auto result = parseDuration(text);
        ASSERT_FALSE(result) << text;
        EXPECT_EQ(result.error().kind, ErrorKind::Usage);
        EXPECT_NE(result.error().message.find(text), std::string::npos);
    }
}

TEST(Size, ReadsAndWrites)
{
    EXPECT_EQ(parseSize("512").value(), 512);
    EXPECT_EQ(parseSize("512M").value(), 512LL << 20);
    EXPECT_EQ(parseSize("1G").value(), 1LL << 30);
    EXPECT_EQ(parseSize("64k").value(), 64 << 10);
    EXPECT_EQ(parseSize("64KiB").value(), 64 << 10);
    EXPECT_EQ(parseSize("1.5M").value(), 3 << 19);
    EXPECT_EQ(formatSize(512LL << 20), "512M");
    EXPECT_EQ(formatSize(1000), "1000");
    for (const char* text : {"", "M", "5X", "-1", "1MM", "99999999T"}) {
        EXPECT_FALSE(parseSize(text)) << text;
    }
}

TEST(Numbers, IgnoreTheLocale)
{
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    EXPECT_DOUBLE_EQ(parseNumber("20.66").value(), 20.66);
    EXPECT_EQ(formatNumber(20.66), "20.66");
    EXPECT_EQ(formatFixed(1234.5, 2), "1234.50");
    EXPECT_FALSE(parseNumber("20,66"));
    EXPECT_FALSE(parseNumber("nan"));
    EXPECT_FALSE(parseNumber("inf"));
    std::setlocale(LC_ALL, "C");
}

TEST(HumanText, HasThreeDigitsAndOneUnit)
{
    EXPECT_EQ(humanDuration(0), "0 ns");
    EXPECT_EQ(humanDuration(12'345), "12.3 µs");
    EXPECT_EQ(humanDuration(1'500'000'000), "1.50 s");
    EXPECT_EQ(humanDuration(125 * 1'000'000'000LL), "2 min 5 s");
    EXPECT_EQ(humanSize(1536), "1.50 KiB");
    EXPECT_EQ(humanSize(12), "12 B");
}

TEST(Csv, QuotesOnlyWhereNeeded)
{
    std::string line;
    for (const char* field : {"plain", "a,b", "say \"hi\"", "two\nlines", ""}) {
        appendCsvField(line, field);
        line += ',';
    }
    EXPECT_EQ(line, "plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",,");
}

TEST(Varint, RoundTripsAndRefusesOverlongInput)
{
    for (const std::int64_t value : {std::int64_t {0}, std::int64_t {-1}, std::int64_t {300}, std::numeric_limits<std::int64_t>::min(),
             std::numeric_limits<std::int64_t>::max()}) {
        std::string bytes;
        appendVarint(bytes, zigzag(value));
        VarintReader reader {bytes};
        EXPECT_EQ(unzigzag(reader.next()), value);
        EXPECT_TRUE(reader.ok());
        EXPECT_TRUE(reader.atEnd());
    }
    VarintReader tooLong {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"};
    tooLong.next();
    EXPECT_FALSE(tooLong.ok());
    VarintReader cut {"\x80"};
    cut.next();
    EXPECT_FALSE(cut.ok());
}

} // namespace assay
