// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/servicetime.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace assay::target {

using testing::HasSubstr;

struct ServiceRow
{
    const char* name;
    const char* text;
    ServiceTime time;
    double meanNs;
};

class ServiceText : public testing::TestWithParam<ServiceRow>
{ };

TEST_P(ServiceText, IsReadAndWrittenBack)
{
    const auto time = ServiceTime::parse(GetParam().text);
    ASSERT_TRUE(time) << time.error().message;
    EXPECT_EQ(*time, GetParam().time);
    EXPECT_EQ(ServiceTime::parse(time->text()).value(), *time);
    EXPECT_DOUBLE_EQ(time->meanNs(), GetParam().meanNs);
}

TEST_P(ServiceText, DrawsWithItsMean)
{
    const auto& row = GetParam();
    std::mt19937_64 random{1};
    constexpr int draws = 200'000;
    double sum = 0;
    for (int i = 0; i < draws; ++i) {
        const auto ns = row.time.draw(random);
        ASSERT_GE(ns, 0);
        sum += static_cast<double>(ns);
    }
    // Six standard errors of the widest distribution here; the seed is fixed anyhow.
    EXPECT_NEAR(sum / draws, row.meanNs, row.meanNs * 0.02);
}

INSTANTIATE_TEST_SUITE_P(Rows, ServiceText,
    testing::Values(ServiceRow{"zero", "0", ServiceTime{}, 0},
        ServiceRow{"fixed", "20ms", ServiceTime::fixed(20 * nsPerMs), 20e6},
        ServiceRow{"uniform", "uniform:10ms,30ms", ServiceTime::uniform(10 * nsPerMs, 30 * nsPerMs), 20e6},
        ServiceRow{"exponential", "exp:20ms", ServiceTime::exponential(20 * nsPerMs), 20e6},
        ServiceRow{"logNormal", "lognormal:20ms,0.5", ServiceTime::logNormal(20 * nsPerMs, 0.5),
            20e6 * std::exp(0.125)}),
    [](const auto& row) { return row.param.name; });

TEST(ServiceTime, HasTheShapeOfItsDistribution)
{
    std::mt19937_64 random{7};
    const auto sorted = [&random](const ServiceTime& time) {
        std::vector<double> values(100'001);
        std::generate(values.begin(), values.end(), [&] { return static_cast<double>(time.draw(random)); });
        std::sort(values.begin(), values.end());
        return values;
    };
    const auto uniform = sorted(ServiceTime::uniform(10, 30));
    EXPECT_EQ(uniform.front(), 10);
    EXPECT_EQ(uniform.back(), 30);
    // The median of an exponential is mean · ln 2; the 84.13 % quantile of a log-normal is median · e^sigma.
    EXPECT_NEAR(sorted(ServiceTime::exponential(1'000'000))[50'000], 693'147, 10'000);
    const auto logNormal = sorted(ServiceTime::logNormal(1'000'000, 0.5));
    EXPECT_NEAR(logNormal[50'000], 1'000'000, 10'000);
    EXPECT_NEAR(logNormal[84'134], 1'648'721, 20'000);
}

TEST(ServiceTime, StaysWithinAnHour)
{
    std::mt19937_64 random{3};
    const auto time = ServiceTime::logNormal(1800 * nsPerSecond, 5);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_LE(time.draw(random), 3600 * nsPerSecond);
    }
}

struct BadServiceRow
{
    const char* name;
    const char* text;
    const char* reason;
};

class BadServiceText : public testing::TestWithParam<BadServiceRow>
{ };

TEST_P(BadServiceText, IsRefusedWithTheReason)
{
    const auto time = ServiceTime::parse(GetParam().text);
    ASSERT_FALSE(time);
    EXPECT_EQ(time.error().kind, ErrorKind::Usage);
    EXPECT_THAT(time.error().message, HasSubstr("\"" + std::string{GetParam().text} + "\""));
    EXPECT_THAT(time.error().message, HasSubstr(GetParam().reason));
    EXPECT_THAT(time.error().message, HasSubstr("lognormal:20ms,0.5"));
}

INSTANTIATE_TEST_SUITE_P(Rows, BadServiceText,
    testing::Values(BadServiceRow{"empty", "", "not a duration"}, BadServiceRow{"noUnit", "20", "its unit"},
        BadServiceRow{"negative", "-20ms", "not a duration"},
        BadServiceRow{"unknown", "pareto:20ms", "no distribution \"pareto\""},
        BadServiceRow{"uniformOne", "uniform:10ms", "two values"},
        BadServiceRow{"uniformBackwards", "uniform:30ms,10ms", "shorter than the shortest"},
        BadServiceRow{"uniformThree", "uniform:1ms,2ms,3ms", "\"2ms,3ms\" is not a duration"},
        BadServiceRow{"expTwo", "exp:1ms,2ms", "one value"},
        BadServiceRow{"expNothing", "exp:", "not a duration"},
        BadServiceRow{"noSigma", "lognormal:20ms", "the median and sigma"},
        BadServiceRow{"badSigma", "lognormal:20ms,wide", "sigma must be"},
        BadServiceRow{"hugeSigma", "lognormal:20ms,50", "from 0 to 5"},
        BadServiceRow{"tooLong", "2h", "longer than an hour"}),
    [](const auto& row) { return row.param.name; });

} // namespace assay::target
