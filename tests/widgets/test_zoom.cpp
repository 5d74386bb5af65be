// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/steadyrange.h"
#include "charts/zoom.h"

#include <gtest/gtest.h>

#include <random>

using namespace assay::charts;

namespace {

constexpr Range full{0, 100};

} // namespace

TEST(ZoomState, GoesBackStepByStep)
{
    ZoomState zoom;
    EXPECT_TRUE(zoom.setX({10, 50}, full, 1));
    EXPECT_TRUE(zoom.setX({20, 30}, full, 1));
    EXPECT_TRUE(zoom.undo());
    EXPECT_EQ(zoom.zoom().x, (Range{10, 50}));
    EXPECT_TRUE(zoom.undo());
    EXPECT_TRUE(zoom.zoom().isDefault());
    EXPECT_FALSE(zoom.undo());
}

TEST(ZoomState, TakesASeriesOfWheelStepsAsOne)
{
    ZoomState zoom;
    zoom.setX({20, 80}, full, 1);
    for (int i = 0; i < 5; ++i)
        zoom.scaleX(0.8, 50, *zoom.zoom().x, full, 1);
    EXPECT_LT(zoom.zoom().x->span(), 30);
    zoom.undo();
    EXPECT_EQ(zoom.zoom().x, (Range{20, 80}));
}

TEST(ZoomState, IsNoZoomAnyMoreWhenScaledOutToEverything)
{
    ZoomState zoom;
    zoom.setX({20, 80}, full, 1);
    zoom.scaleX(4, 50, *zoom.zoom().x, full, 1);
    EXPECT_TRUE(zoom.zoom().isDefault());
}

TEST(ZoomState, StaysWithinTheDataAndNeverIsEmpty)
{
    std::mt19937 random(11);
    std::uniform_real_distribution<double> any(-200, 300);
    ZoomState zoom;
    for (int i = 0; i < 5000; ++i) {
        const Range visible = zoom.zoom().x.value_or(full);
        switch (i % 6) {
        case 0:
            zoom.setX({any(random), any(random)}, full, 1);
            break;
        case 1:
            zoom.scaleX(std::abs(any(random)) / 100, any(random), visible, full, 1);
            break;
        case 2:
            zoom.panX(any(random), visible, full, 1);
            break;
        case 3:
            zoom.scaleY(std::abs(any(random)) / 100, any(random) / 100);
            break;
        case 4:
            zoom.panY(any(random) / 100);
            break;
        case 5:
            zoom.undo();
            break;
        }
        const Range x = zoom.zoom().x.value_or(full);
        ASSERT_GE(x.from, full.from - 1e-9);
        ASSERT_LE(x.to, full.to + 1e-9);
        ASSERT_GE(x.span(), 1 - 1e-9);
        ASSERT_GE(zoom.zoom().yWindow.from, -1e-9);
        ASSERT_LE(zoom.zoom().yWindow.to, 1 + 1e-9);
        ASSERT_GT(zoom.zoom().yWindow.span(), 0);
    }
}

TEST(ZoomState, DoesNotPanWhatIsNotZoomed)
{
    ZoomState zoom;
    EXPECT_FALSE(zoom.panX(10, full, full, 1));
    EXPECT_FALSE(zoom.panY(0.5));
}

TEST(SteadyRange, GrowsAtOnce)
{
    SteadyRange steady;
    EXPECT_EQ(steady.next({0, 10}, 0), (Range{0, 10}));
    EXPECT_EQ(steady.next({0, 50}, 100), (Range{0, 50}));
}

TEST(SteadyRange, ShrinksOnlyAfterAWhile)
{
    SteadyRange steady;
    steady.next({0, 50}, 0);
    EXPECT_EQ(steady.next({0, 10}, 1000), (Range{0, 50}));
    EXPECT_EQ(steady.next({0, 10}, 1000 + SteadyRange::patienceMs - 1), (Range{0, 50}));
    EXPECT_EQ(steady.next({0, 10}, 1000 + SteadyRange::patienceMs), (Range{0, 10}));
}

TEST(SteadyRange, StaysWhenTheOldRangeIsNeededAgain)
{
    SteadyRange steady;
    steady.next({0, 50}, 0);
    steady.next({0, 10}, 1000);
    steady.next({0, 50}, 3000);
    EXPECT_EQ(steady.next({0, 10}, 1000 + SteadyRange::patienceMs), (Range{0, 50}));
}
