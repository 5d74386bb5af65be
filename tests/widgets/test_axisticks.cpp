// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axisticks.h"

#include <gmock/gmock.h>

#include <random>

using namespace assay::charts;

namespace {

struct TickCase
{
    const char* name;
    Quantity quantity;
    Scale scale;
    Range range;
    int maxCount;
    const char* labels; ///< joined with |
    const char* unit;
};

std::string joined(const TickSet& set)
{
    QStringList labels;
    for (const Tick& tick : set.ticks)
        labels.append(tick.label);
    return labels.join(QLatin1Char('|')).replace(QChar(0xa0), QLatin1Char(' ')).toStdString();
}

constexpr double s = 1e9;
constexpr double kib = 1024;

const TickCase cases[] = {
    {"SecondsOfAMinute", Quantity::Time, Scale::Linear, {0, 60 * s}, 6, "0|10|20|30|40|50|60", "s"},
    {"MinutesOfAnHalfHour", Quantity::Time, Scale::Linear, {0, 1800 * s}, 6,
        "0:00|5:00|10:00|15:00|20:00|25:00|30:00", "min:s"},
    {"HoursOfADay", Quantity::Time, Scale::Linear, {0, 86400 * s}, 6,
        "0:00:00|4:00:00|8:00:00|12:00:00|16:00:00|20:00:00|24:00:00", "h:min:s"},
    {"ZoomedToTenths", Quantity::Time, Scale::Linear, {12.3 * s, 12.7 * s}, 5, "12.3|12.4|12.5|12.6|12.7",
        "s"},
    {"ZoomedFarIntoALongRun", Quantity::Time, Scale::Linear, {605 * s, 606 * s}, 5,
        "605.0|605.2|605.4|605.6|605.8|606.0", "s"},
    {"Milliseconds", Quantity::Duration, Scale::Linear, {0, 45e6}, 5, "0|10|20|30|40", "ms"},
    {"Microseconds", Quantity::Duration, Scale::Linear, {0, 2500}, 5, "0.0|0.5|1.0|1.5|2.0|2.5", "µs"},
    {"SecondsAsDuration", Quantity::Duration, Scale::Linear, {0, 90 * s}, 5, "0|20|40|60|80", "s"},
    {"UsersAreWhole", Quantity::Count, Scale::Linear, {0, 2}, 8, "0|1|2", ""},
    {"RatesUpToSomeThousandsAreWritten", Quantity::Rate, Scale::Linear, {0, 4000}, 5,
        "0|1,000|2,000|3,000|4,000", "/s"},
    {"ThousandsASecond", Quantity::Rate, Scale::Linear, {0, 40000}, 4, "0|10|20|30|40", "k/s"},
    {"Kibibytes", Quantity::Bytes, Scale::Linear, {0, 3 * kib}, 3, "0|1|2|3", "KiB"},
    {"HalfMebibytes", Quantity::ByteRate, Scale::Linear, {0, 2 * kib* kib}, 4, "0.0|0.5|1.0|1.5|2.0",
        "MiB/s"},
    {"Percent", Quantity::Percent, Scale::Linear, {0, 100}, 5, "0|20|40|60|80|100", "%"},
    {"NegativeValues", Quantity::Count, Scale::Linear, {-20, 20}, 4, "-20|-10|0|10|20", ""},
    {"Decades", Quantity::Duration, Scale::Logarithmic, {1e3, 1e9}, 6,
        "1 µs|10 µs|100 µs|1 ms|10 ms|100 ms|1 s", "log"},
    {"TwosAndFives", Quantity::Duration, Scale::Logarithmic, {1e6, 20e6}, 6, "1 ms|2 ms|5 ms|10 ms|20 ms",
        "log"},
    {"ManyDecadesAreThinned", Quantity::Count, Scale::Logarithmic, {1, 1e8}, 4, "1||100||10 k||1 M||100 M",
        "log"},
};

} // namespace

class Ticks : public testing::TestWithParam<TickCase>
{ };

TEST_P(Ticks, AreWhereOneExpectsThem)
{
    const TickCase& c = GetParam();
    const Axis axis{QString(), c.quantity, c.scale, {}, {}};
    const TickSet set =
        makeTicks(axis, c.range, c.maxCount, QLocale(QLocale::English, QLocale::UnitedStates));
    EXPECT_EQ(joined(set), c.labels);
    EXPECT_EQ(set.unit.toStdString(), c.unit);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, Ticks, testing::ValuesIn(cases), [](const auto& row) { return std::string(row.param.name); });

TEST(TicksLocale, WritesGermanCommas)
{
    const Axis axis{QString(), Quantity::Duration, Scale::Linear, {}, {}};
    EXPECT_EQ(joined(makeTicks(axis, {0, 1e6}, 4, QLocale(QLocale::German))), "0,0|0,5|1,0");
}

/// Whatever the range: ticks lie in it, ascend, aren't too many, and their labels differ and are equally
/// exact.
TEST(TicksProperty, HoldsForRandomRanges)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> exponent(-1, 15);
    std::uniform_real_distribution<double> share(0, 1);
    const Quantity quantities[] = {Quantity::Time, Quantity::Duration, Quantity::Count, Quantity::Rate,
        Quantity::Bytes, Quantity::ByteRate, Quantity::Percent};
    for (int round = 0; round < 4000; ++round) {
        const Axis axis{QString(), quantities[round % 7],
            round % 3 || round % 7 == 0 ? Scale::Linear : Scale::Logarithmic, {}, {}};
        const double to = std::pow(10, exponent(random));
        const Range nice = niceRange(axis, {to * share(random), to}, 5);
        ASSERT_FALSE(nice.isEmpty());
        ASSERT_GE(nice.to, to * (1 - 1e-9));
        const int most = 2 + round % 9;
        const TickSet set = makeTicks(axis, nice, most, QLocale::c());
        ASSERT_GE(set.ticks.size(), 1) << to;
        ASSERT_LE(set.ticks.size(), axis.scale == Scale::Linear ? most + 2 : 3 * most + 4);
        QSet<QString> labels;
        qsizetype labelled = 0;
        for (qsizetype i = 0; i < set.ticks.size(); ++i) {
            const Tick& tick = set.ticks.at(i);
            ASSERT_GE(tick.value, nice.from - nice.span() * 1e-6);
            ASSERT_LE(tick.value, nice.to + nice.span() * 1e-6);
            ASSERT_TRUE(i == 0 || tick.value > set.ticks.at(i - 1).value);
            if (tick.label.isEmpty())
                continue;
            labels.insert(tick.label);
            ++labelled;
        }
        ASSERT_EQ(labels.size(), labelled) << joined(set) << " of " << nice.from << " … " << nice.to;
        ASSERT_GE(labelled, 1);
    }
}

TEST(NiceRange, StartsAtZeroAndEndsRound)
{
    const Axis axis{QString(), Quantity::Rate, Scale::Linear, {}, {}};
    EXPECT_EQ(niceRange(axis, {310, 430}, 5), (Range{0, 500}));
}

TEST(NiceRange, KeepsFixedEnds)
{
    const Axis axis{QString(), Quantity::Percent, Scale::Linear, 0, 100};
    EXPECT_EQ(niceRange(axis, {20, 30}, 5), (Range{0, 100}));
}

TEST(NiceRange, OfTimeEndsWhereTheDataEndUnlessATickIsNear)
{
    const Axis axis{QString(), Quantity::Time, Scale::Linear, {}, {}};
    EXPECT_EQ(niceRange(axis, {0, 59.8 * s}, 5), (Range{0, 60 * s}));
    EXPECT_EQ(niceRange(axis, {0, 53 * s}, 5), (Range{0, 53 * s}));
}

TEST(NiceRange, OfALogarithmicAxisWithoutPositiveValuesIsStillOne)
{
    const Axis axis{QString(), Quantity::Duration, Scale::Logarithmic, {}, {}};
    const Range range = niceRange(axis, {0, 0}, 5);
    EXPECT_GT(range.from, 0);
    EXPECT_GE(range.to, 10 * range.from);
}

TEST(NiceRange, NeverIsEmpty)
{
    for (const double value : {0.0, 1.0, -3.0, 1e300})
        EXPECT_FALSE(
            niceRange({QString(), Quantity::Count, Scale::Linear, {}, {}}, {value, value}, 5).isEmpty());
}
