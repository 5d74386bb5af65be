// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/dataextent.h"

#include "charts/readout.h"
#include "chartspecs.h"

#include <gmock/gmock.h>

using namespace assay::charts;
using namespace assay::charts::testspecs;

namespace {

ChartSpec stacked()
{
    ChartSpec spec;
    spec.series = {line("user", 0, points({{0, 10}, {1, 20}, {2, 30}})),
        line("system", 1, points({{0, 5}, {1, 5}, {2, 5}})),
        line("idle", 2, points({{0, 85}, {1, 75}, {2, 65}}))};
    for (Series& series : spec.series)
        series.shape = Shape::StackedArea;
    return spec;
}

} // namespace

TEST(ExtentX, CoversAllSeriesAndUnsortedDots)
{
    ChartSpec spec;
    EXPECT_FALSE(extentX(spec));
    spec.series = {line("a", 0, points({{3, 0}, {5, 0}})), line("none", 1, nullptr),
        line("dots", 2, points({{9, 0}, {1, 0}, {4, 0}}))};
    spec.series.last().shape = Shape::Dots;
    EXPECT_EQ(extentX(spec), (Range{1, 9}));
}

TEST(ExtentY, OfAreasIsTheirSum)
{
    EXPECT_EQ(extentY(stacked(), false, {0, 2}, {}), (Range{10, 100}));
    EXPECT_EQ(extentY(stacked(), false, {0, 2}, {text("idle")}), (Range{10, 35}));
}

TEST(ExtentY, LooksOnlyAtWhatIsSeen)
{
    ChartSpec spec;
    spec.series = {line("a", 0, points({{0, 1000}, {1, 10}, {2, 20}, {3, 1000}}))};
    EXPECT_EQ(extentY(spec, false, {0.5, 2.5}, {}), (Range{10, 20}));
    // Between two points only the line from one to the other is seen.
    EXPECT_EQ(extentY(spec, false, {0.2, 0.4}, {}), (Range{10, 1000}));
}

TEST(ExtentY, KeepsTheAxesApartAndLeavesOutHiddenSeries)
{
    ChartSpec spec = latency();
    spec.right = Axis{};
    spec.series.last().onRightAxis = true;
    EXPECT_EQ(extentY(spec, false, {0, 60 * second}, {}), (Range{10 * millisecond, 40 * millisecond}));
    EXPECT_EQ(extentY(spec, true, {0, 60 * second}, {}), (Range{20 * millisecond, 80 * millisecond}));
    EXPECT_FALSE(extentY(spec, false, {0, 60 * second}, {text("p50")}));
}

TEST(ExtentY, IgnoresWhatALogarithmicAxisCannotShow)
{
    ChartSpec spec;
    spec.y.scale = Scale::Logarithmic;
    spec.series = {line("a", 0, points({{0, 0}, {1, 5}, {2, -1}, {3, 50}}))};
    EXPECT_EQ(extentY(spec, false, {0, 3}, {}), (Range{5, 50}));
    EXPECT_EQ(countNotOnLogScale(spec, {0, 3}, {}), 2);
    EXPECT_EQ(countNotOnLogScale(spec, {1, 3}, {}), 1);
    EXPECT_EQ(countNotOnLogScale(spec, {0, 3}, {text("a")}), 0);
}

TEST(StackedOn, TakesTheValueBelowThatHolds)
{
    const QList<QPointF> sum =
        stackedOn({{0, 10}, {2, 20}}, {{-1, 1}, {0, 1}, {1, 1}, {2, 1}, {3, NAN}}, {-1, 3});
    EXPECT_THAT(sum,
        testing::ElementsAre(QPointF(-1, 1), QPointF(0, 11), QPointF(1, 11), QPointF(2, 21), QPointF(3, 20)));
}

TEST(PointAt, IsTheLastOneBefore)
{
    const Series series = line("a", 0, points({{1, 10}, {2, 20}, {3, 30}}));
    EXPECT_FALSE(pointAt(series, 0.9));
    EXPECT_EQ(pointAt(series, 1), QPointF(1, 10));
    EXPECT_EQ(pointAt(series, 2.99), QPointF(2, 20));
    EXPECT_EQ(pointAt(series, 99), QPointF(3, 30));
    EXPECT_FALSE(pointAt(line("none", 0, nullptr), 1));
}
