// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/threshold.h"

#include "base/clock.h"

#include "load/casename.h"

#include <gmock/gmock.h>

namespace assay::load {

using testing::HasSubstr;

namespace {

/// 100 service times of 1 … 100 ms, responses 1 s later; 4 of 200 requests failed.
struct ExampleRun
{
    ExampleRun()
    {
        for (int i = 1; i <= 100; ++i) {
            service.record(i * nsPerMs);
            response.record(i * nsPerMs + nsPerSecond);
        }
        figures = {2 * nsPerSecond, 200, 4, 250, 50, 123.4, &service, &response};
    }

    stats::LatencyHistogram service;
    stats::LatencyHistogram response;
    SummaryFigures figures;
};

} // namespace

struct ThresholdCase
{
    const char* text;
    bool passed;
    const char* actual;
};

class ThresholdVerdict : public testing::TestWithParam<ThresholdCase>
{ };

TEST_P(ThresholdVerdict, ComparesTheFigure)
{
    const auto threshold = Threshold::parse(GetParam().text);
    ASSERT_TRUE(threshold) << threshold.error().message;
    EXPECT_EQ(threshold->text(), GetParam().text);
    const auto verdict = threshold->evaluate(ExampleRun{}.figures);
    EXPECT_EQ(verdict.passed, GetParam().passed);
    EXPECT_EQ(verdict.actual, GetParam().actual);
}

INSTANTIATE_TEST_SUITE_P(Figures, ThresholdVerdict,
    testing::Values(ThresholdCase{"p95<300ms", true, "95.0 ms"},
        ThresholdCase{"p95 < 90ms", false, "95.0 ms"}, ThresholdCase{"p99.9<=1s", true, "100 ms"},
        ThresholdCase{"p50>=1m", false, "50.0 ms"}, ThresholdCase{" mean <\t50ms", false, "50.5 ms"},
        ThresholdCase{"max<2s", true, "100 ms"}, ThresholdCase{"max<=100ms", true, "100 ms"},
        ThresholdCase{"max<100ms", false, "100 ms"}, ThresholdCase{"min>0", true, "1.00 ms"},
        ThresholdCase{"min>1ms", false, "1.00 ms"}, ThresholdCase{"intended:p100<2s", true, "1.10 s"},
        ThresholdCase{"intended:min<1s", false, "1.00 s"},
        ThresholdCase{"failures<1%", false, "2.00 % (4 of 200)"},
        ThresholdCase{"failures <= 2 %", true, "2.00 % (4 of 200)"}, ThresholdCase{"failures<4", false, "4"},
        ThresholdCase{"failures<5", true, "4"}, ThresholdCase{"unserved<=20%", true, "20.00 % (50 of 250)"},
        ThresholdCase{"unserved<1", false, "50"}, ThresholdCase{"throughput>=100", true, "123.4 /s"},
        ThresholdCase{"throughput > 123.4/s", false, "123.4 /s"}, ThresholdCase{"samples>=200", true, "200"},
        ThresholdCase{"samples>200", false, "200"}),
    rowNumber);

TEST(Threshold, KnowsItsPhase)
{
    EXPECT_FALSE(Threshold::parse("p95<1s")->holdPhase());
    EXPECT_TRUE(Threshold::parse("hold:p95<1s")->holdPhase());
    EXPECT_TRUE(Threshold::parse("hold: intended: p95<1s")->holdPhase());
    EXPECT_TRUE(Threshold::parse("intended:hold:p95<1s")->holdPhase());
    EXPECT_FALSE(Threshold::parse("intended:hold:p95<1s")->evaluate(ExampleRun{}.figures).passed);
}

TEST(Threshold, NeverPassesOnNothing)
{
    const stats::LatencyHistogram empty;
    const SummaryFigures nothing{nsPerSecond, 0, 0, 0, 0, 0, &empty, nullptr};
    for (const auto* text : {"p95<1s", "max>=0", "intended:p95<1s", "failures<1%", "failures>=0%",
             "failures<1", "failures>=0", "throughput<1", "throughput>=0", "hold:failures<1"}) {
        const auto verdict = Threshold::parse(text)->evaluate(nothing);
        EXPECT_FALSE(verdict.passed) << text;
        EXPECT_THAT(verdict.actual, HasSubstr("no request")) << text;
    }
    for (const auto* text : {"unserved<1", "unserved<1%", "unserved>=0", "hold:unserved<1"}) {
        const auto verdict = Threshold::parse(text)->evaluate(nothing);
        EXPECT_FALSE(verdict.passed) << text;
        EXPECT_EQ(verdict.actual, "nothing arrived") << text;
    }
    EXPECT_FALSE(Threshold::parse("samples>0")->evaluate(nothing).passed);
    EXPECT_TRUE(Threshold::parse("samples<1")->evaluate(nothing).passed);
}

TEST(Threshold, NeverPassesWithoutItsPhase)
{
    const stats::LatencyHistogram empty;
    const SummaryFigures noPhase{0, 0, 0, 0, 0, 0, &empty, &empty};
    for (const auto* figure : {"p95<1s", "mean>=0", "intended:max<1s", "failures<1", "failures<1%",
             "unserved<1", "unserved<1%", "throughput<1", "throughput>=0", "samples<1", "samples>=0"}) {
        const auto verdict = Threshold::parse(std::string{"hold:"} + figure)->evaluate(noPhase);
        EXPECT_FALSE(verdict.passed) << figure;
        EXPECT_EQ(verdict.actual, "there was no hold phase") << figure;
    }
}

TEST(Threshold, SaysWhatIsWrong)
{
    const auto refusal = [](std::string_view text) {
        const auto threshold = Threshold::parse(text);
        EXPECT_FALSE(threshold) << text;
        return threshold ? std::string{} : threshold.error().message;
    };
    EXPECT_THAT(refusal("p95"), HasSubstr("The threshold \"p95\" compares nothing"));
    EXPECT_THAT(refusal(""), HasSubstr("compares nothing"));
    EXPECT_THAT(refusal("p95=300ms"), HasSubstr("compares nothing"));
    EXPECT_THAT(refusal("p95<300"), HasSubstr("\"300\", which is not a duration"));
    EXPECT_THAT(refusal("p95<"), HasSubstr("not a duration"));
    EXPECT_THAT(refusal("p95<5%"), HasSubstr("not a duration"));
    EXPECT_THAT(refusal("p101<1s"), HasSubstr("\"p101\", but known are"));
    EXPECT_THAT(refusal("p<1s"), HasSubstr("\"p\", but known are"));
    EXPECT_THAT(refusal("pNaN<1s"), HasSubstr("known are"));
    EXPECT_THAT(refusal("latency<1s"), HasSubstr("p95<300ms, hold:p99<=1s"));
    EXPECT_THAT(refusal("failures<1s"), HasSubstr("not a number"));
    EXPECT_THAT(refusal("throughput<10%"), HasSubstr("not a number"));
    EXPECT_THAT(refusal("failures>-1"), HasSubstr("not a number"));
    EXPECT_THAT(refusal("failures<==1"), HasSubstr("not a number"));
    EXPECT_THAT(refusal("intended:failures<1"), HasSubstr("not a time"));
    EXPECT_THAT(refusal("peak:p95<1s"), HasSubstr("\"peak:p95\""));
}

} // namespace assay::load
