// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/varint.h"
#include "session/sampleblock.h"
#include "session/sessionfixture.h"
#include "session/zstdframe.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace assay::test {
namespace {

using namespace session;
using testing::HasSubstr;

std::vector<Sample> roundTrip(const std::vector<Sample>& samples)
{
    return require(decodeSampleBlock(encodeSampleBlock(samples)));
}

TEST(SampleBlock, KeepsNothing)
{
    EXPECT_TRUE(roundTrip({}).empty());
}

TEST(SampleBlock, KeepsOneSample)
{
    const Sample sample{.startNs = 5,
        .intendedNs = 3,
        .connectNs = 7,
        .tlsNs = 11,
        .firstByteNs = 13,
        .serviceNs = 17,
        .bytesIn = 19,
        .bytesOut = 23,
        .user = 29,
        .label = 31,
        .status = 200,
        .failure = FailureKind::CheckFailed};
    EXPECT_EQ(roundTrip({sample}), std::vector{sample});
}

TEST(SampleBlock, KeepsAnyValues)
{
    std::mt19937_64 random{42};
    for (int round = 0; round < 200; ++round) {
        const auto samples = anySamples(random, random() % 300);
        ASSERT_EQ(sorted(roundTrip(samples)), sorted(samples)) << "round " << round;
    }
}

TEST(SampleBlock, KeepsTheLargestBlock)
{
    std::mt19937_64 random{7};
    const auto samples = anySamples(random, maxBlockSamples);
    EXPECT_EQ(sorted(roundTrip(samples)), sorted(samples));
}

struct LoadRow
{
    LoadShape shape;
    double bytesPerSample; ///< at most
};

class SampleBlockOf : public testing::TestWithParam<LoadRow>
{ };

TEST_P(SampleBlockOf, ComesBackOrderedAndSmall)
{
    SyntheticLoad load{GetParam().shape};
    load.next(50'000); // over the beginning
    const auto samples = load.next(16'384);
    const auto block = encodeSampleBlock(samples);
    EXPECT_LE(
        static_cast<double>(block.size()) / static_cast<double>(samples.size()), GetParam().bytesPerSample);
    const auto read = require(decodeSampleBlock(block));
    EXPECT_EQ(sorted(read), sorted(samples));
    EXPECT_TRUE(std::is_sorted(read.begin(), read.end(), [](const Sample& a, const Sample& b) {
        return std::tie(a.startNs, a.user, a.label) < std::tie(b.startNs, b.user, b.label);
    }));
}

INSTANTIATE_TEST_SUITE_P(Loads, SampleBlockOf,
    testing::Values(LoadRow{{.name = "Closed"}, 6.0}, LoadRow{{.name = "ThreeSteps", .labels = 3}, 6.0},
        LoadRow{{.name = "FailuresBetween", .failureShare = 0.05}, 6.0},
        LoadRow{{.name = "ThinkTime", .users = 500, .thinkNs = 1'000'000'000}, 6.0},
        LoadRow{{.name = "EvenArrivals", .arrivalsPerSecond = 10'000}, 6.5},
        LoadRow{{.name = "PoissonArrivals", .arrivalsPerSecond = 10'000, .poisson = true}, 8.5},
        LoadRow{{.name = "ManyUsers", .users = 10'000, .thinkNs = 1'000'000'000}, 8.0}),
    [](const auto& row) { return std::string{row.param.shape.name}; });

TEST(SampleBlock, RefusesEveryTruncation)
{
    const auto block = encodeSampleBlock(SyntheticLoad{{.labels = 3}}.next(200));
    for (std::size_t length = 0; length < block.size(); ++length) {
        ASSERT_FALSE(decodeSampleBlock(std::string_view{block}.substr(0, length))) << length << " bytes";
    }
    EXPECT_FALSE(decodeSampleBlock(block + '\0'));
    EXPECT_FALSE(decodeSampleBlock(block + block));
}

TEST(SampleBlock, RefusesEveryChangedByteOrIsNotHarmed)
{
    const auto samples = SyntheticLoad{{.labels = 3}}.next(200);
    const auto block = encodeSampleBlock(samples);
    const auto expected = sorted(samples);
    std::size_t harmless = 0;
    for (std::size_t at = 0; at < block.size(); ++at) {
        for (const int change : {0x01, 0x10, 0x80, 0xff}) {
            auto damaged = block;
            damaged[at] = static_cast<char>(damaged[at] ^ change);
            const auto read = decodeSampleBlock(damaged);
            if (read) {
                ASSERT_EQ(sorted(*read), expected) << "byte " << at << " changed by " << change;
                ++harmless;
            }
        }
    }
    // Frames have some bits that mean nothing to a reader; the checksum covers all the rest.
    EXPECT_LT(harmless, block.size() / 25);
}

/// Rightly compressed and checksummed, but what it says can't be.
struct WrongContent
{
    const char* name;
    std::string content;
    const char* reason;
};

void PrintTo(const WrongContent& row, std::ostream* out)
{
    *out << row.name;
}

std::string contentOf(char format, char order, std::uint64_t rows, std::size_t columns, char width = 0)
{
    std::string content{format, order};
    appendVarint(content, rows);
    for (std::size_t i = 0; i < columns; ++i) {
        appendVarint(content, 0);
        content += width;
    }
    return content;
}

std::string withBase(std::size_t column, std::int64_t value)
{
    std::string content{1, 0};
    appendVarint(content, 1);
    for (std::size_t i = 0; i < 12; ++i) {
        appendVarint(content, zigzag(i == column ? value : 0));
        content += '\0';
    }
    return content;
}

class WrongBlock : public testing::TestWithParam<WrongContent>
{ };

TEST_P(WrongBlock, IsRefused)
{
    const auto read = decodeSampleBlock(compressFrame(GetParam().content));
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(Contents, WrongBlock,
    testing::Values(WrongContent{"Empty", "", "format"}, WrongContent{"OneByte", "\1", "format"},
        WrongContent{"OtherFormat", contentOf(2, 0, 0, 12), "format"},
        WrongContent{"OtherOrder", contentOf(1, 2, 0, 12), "format"},
        WrongContent{"NoColumns", contentOf(1, 0, 0, 0), "columns"},
        WrongContent{"ElevenColumns", contentOf(1, 0, 0, 11), "columns"},
        WrongContent{"WideColumn", contentOf(1, 0, 1, 12, 9) + std::string(108, '\0'), "columns"},
        WrongContent{"TooManyRows", contentOf(1, 0, maxBlockSamples + 1, 12), "too many"},
        WrongContent{"ManyRowsClaimed", contentOf(1, 0, ~std::uint64_t{0}, 12), "too many"},
        WrongContent{"PlaneMissing", contentOf(1, 0, 10, 12, 1), "length"},
        WrongContent{"PlaneTooLong", contentOf(1, 0, 10, 12, 1) + std::string(121, '\0'), "length"},
        WrongContent{"NegativeUser", withBase(0, -1), "range"},
        WrongContent{"LargeUser", withBase(0, std::int64_t{1} << 32), "range"},
        WrongContent{"LargeLabel", withBase(1, std::int64_t{1} << 32), "range"},
        WrongContent{"LargeStatus", withBase(2, 1 << 16), "range"},
        WrongContent{"UnknownFailure", withBase(3, failureKindCount), "range"},
        WrongContent{"NegativeConnect", withBase(4, -1), "range"},
        WrongContent{"NegativeTls", withBase(5, -1), "range"},
        WrongContent{"LongService", withBase(6, maxTimeNs + 1), "range"},
        WrongContent{"NegativeFirstByte", withBase(7, -1), "range"},
        WrongContent{"FarIntended", withBase(8, maxTimeNs + 1), "range"},
        WrongContent{"FarStart", withBase(9, -maxTimeNs - 1), "range"}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(SampleBlock, RefusesAFrameThatClaimsToBeHuge)
{
    EXPECT_FALSE(decodeSampleBlock(compressFrame(std::string(64U << 20, '\0'))));
}

TEST(SampleBlock, RefusesNoise)
{
    std::mt19937_64 random{3};
    for (int round = 0; round < 2'000; ++round) {
        std::string noise(random() % 100, '\0');
        std::generate(noise.begin(), noise.end(), [&] { return static_cast<char>(random()); });
        EXPECT_FALSE(decodeSampleBlock(noise));
    }
}

} // namespace
} // namespace assay::test
