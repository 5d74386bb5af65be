// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/decimate.h"

#include <gmock/gmock.h>

#include <random>

using namespace assay::charts;
using testing::Each;
using testing::ElementsAre;
using testing::Field;

namespace {

constexpr double width = 300;
constexpr double height = 200;
/// What the line may miss a value by: a fraction of a pixel that nobody sees.
constexpr double tolerance = 0.3;

PlotMap mapFor(Range x, Range y, double columnWidth = 1, Scale scale = Scale::Linear)
{
    return {AxisMap(x, Scale::Linear, width), AxisMap(y, scale, height), columnWidth};
}

/// The smallest and largest y of a polyline at or within half a column of `x`.
Range reachAt(const QList<QPointF>& line, double x, double within)
{
    Range reach{1e9, -1e9};
    const double from = x - within;
    const double to = x + within;
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const QPointF a = line.at(i);
        const QPointF b = line.at(i + 1);
        if (b.x() < from || a.x() > to)
            continue;
        const auto at = [&](double t) {
            return b.x() == a.x() ? a.y() : a.y() + (b.y() - a.y()) * (t - a.x()) / (b.x() - a.x());
        };
        for (const double y : {at(std::max(from, a.x())), at(std::min(to, b.x()))})
            reach.include(y);
        if (a.x() == b.x()) {
            reach.include(a.y());
            reach.include(b.y());
        }
    }
    return reach;
}

QList<QPointF> noise(unsigned seed, int count, double span)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(0, 100);
    std::uniform_real_distribution<double> gap(0, 2 * span / count);
    QList<QPointF> points;
    double x = 0;
    for (int i = 0; i < count; ++i) {
        points.append({x, std::pow(value(random), 1 + i % 3)});
        x += i % 97 == 0 ? gap(random) * 30 : gap(random);
    }
    return points;
}

} // namespace

TEST(VisibleSlice, KeepsOneNeighbourOnEitherSide)
{
    const QList<QPointF> points{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}};
    const Slice slice = visibleSlice(points, {1.5, 3.5});
    EXPECT_EQ(slice.first, 1);
    EXPECT_EQ(slice.last, 5);
}

TEST(VisibleSlice, OfARangeBetweenTwoPointsIsBothOfThem)
{
    const Slice slice = visibleSlice({{0, 0}, {10, 0}}, {4, 6});
    EXPECT_EQ(slice.size(), 2);
}

TEST(VisibleSlice, IsEmptyWithoutPoints)
{
    EXPECT_EQ(visibleSlice({}, {0, 1}).size(), 0);
}

class DecimateNoise : public testing::TestWithParam<std::tuple<unsigned, int, double>>
{ };

TEST_P(DecimateNoise, KeepsEveryValueOfALineInSightWithTwoPointsAColumn)
{
    const auto [seed, count, columnWidth] = GetParam();
    const QList<QPointF> points = noise(seed, count, 1000);
    const PlotMap map = mapFor({0, points.last().x()}, {0, 1e6}, columnWidth);
    const QList<QPointF> line = decimateLine(points, map);
    EXPECT_LE(line.size(), 2 * std::ceil(width / columnWidth) + 4);
    EXPECT_TRUE(std::is_sorted(line.begin(), line.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); }));
    for (const QPointF& point : points) {
        const double y = map.y.toPosition(point.y());
        const Range reach = reachAt(line, map.x.toPosition(point.x()), columnWidth);
        ASSERT_GE(y, reach.from - tolerance) << "x = " << point.x();
        ASSERT_LE(y, reach.to + tolerance) << "x = " << point.x();
    }
}

TEST_P(DecimateNoise, KeepsEveryValueOfAStaircase)
{
    const auto [seed, count, columnWidth] = GetParam();
    const QList<QPointF> points = noise(seed, count, 1000);
    const PlotMap map = mapFor({0, points.last().x()}, {0, 1e6}, columnWidth);
    const QList<QPointF> stairs = decimateSteps(points, map);
    // A gap costs two points on either side instead of two a column.
    EXPECT_LE(stairs.size(),
        std::min<qsizetype>(
            4 * points.size(), 2 * qsizetype(std::ceil(width / columnWidth)) + 4 + count / 20));
    for (qsizetype i = 0; i < points.size(); ++i) {
        const double y = map.y.toPosition(points.at(i).y());
        const double from = map.x.toPosition(points.at(i).x());
        Range reach = reachAt(stairs, from, columnWidth);
        ASSERT_GE(y, reach.from - tolerance) << "point " << i;
        ASSERT_LE(y, reach.to + tolerance) << "point " << i;
        const double to = i + 1 < points.size() ? map.x.toPosition(points.at(i + 1).x()) : from;
        if (to - from < 4 * columnWidth)
            continue;
        // In a long gap the value holds: the line is level and at that height.
        reach = reachAt(stairs, (from + to) / 2, 0.25);
        ASSERT_NEAR(y, reach.from, tolerance) << "point " << i;
        ASSERT_NEAR(y, reach.to, tolerance) << "point " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, DecimateNoise,
    testing::Combine(
        testing::Values(1U, 2U, 3U), testing::Values(2, 50, 299, 2400, 12000), testing::Values(1.0, 1.6)));

TEST(DecimateLine, OfAFlatLineIsTwoPoints)
{
    QList<QPointF> points;
    for (int i = 0; i < 5000; ++i)
        points.append({double(i), 42});
    EXPECT_EQ(decimateLine(points, mapFor({0, 4999}, {0, 100})).size(), 2);
}

TEST(DecimateLine, KeepsASingleSpikeAmongAMillion)
{
    QList<QPointF> points;
    for (int i = 0; i < 1'000'000; ++i)
        points.append({double(i), i == 654'321 ? 100.0 : 1.0});
    const QList<QPointF> line = decimateLine(points, mapFor({0, 999'999}, {0, 100}));
    EXPECT_THAT(line, testing::Contains(testing::Property(&QPointF::y, height)));
    EXPECT_LE(line.size(), 8);
}

TEST(DecimateLine, ReachesTheBorderThroughItsNeighboursOutside)
{
    const QList<QPointF> line = decimateLine({{0, 0}, {10, 10}}, mapFor({4, 6}, {0, 10}));
    ASSERT_EQ(line.size(), 2);
    EXPECT_LT(line.first().x(), 0);
    EXPECT_GT(line.last().x(), width);
}

TEST(DecimateLine, LeavesOutWhatIsNotANumber)
{
    const QList<QPointF> line =
        decimateLine({{0, 1}, {1, NAN}, {2, INFINITY}, {3, 5}}, mapFor({0, 3}, {0, 10}));
    EXPECT_EQ(line.size(), 2);
}

TEST(DecimateLine, PutsZeroOnTheLowerEdgeOfALogarithmicAxis)
{
    const QList<QPointF> line =
        decimateLine({{0, 10}, {1, 0}, {2, -5}, {3, 100}}, mapFor({0, 3}, {1, 100}, 1, Scale::Logarithmic));
    ASSERT_EQ(line.size(), 4);
    EXPECT_EQ(line.at(1).y(), 0);
    EXPECT_EQ(line.at(2).y(), 0);
    EXPECT_EQ(line.at(3).y(), height);
}

TEST(DecimateLine, OfNothingIsNothing)
{
    EXPECT_TRUE(decimateLine({}, mapFor({0, 1}, {0, 1})).isEmpty());
}

TEST(DecimateSteps, HoldsAValueUntilTheNext)
{
    const QList<QPointF> stairs = decimateSteps({{0, 10}, {1, 20}, {2, 20}}, mapFor({0, 2}, {0, 20}));
    EXPECT_THAT(
        stairs, ElementsAre(QPointF(0, 100), QPointF(150, 100), QPointF(150, 200), QPointF(300, 200)));
}

TEST(DecimateDots, KeepsOneDotACellInAnyOrder)
{
    const QList<QPointF> dots =
        decimateDots({{9, 5}, {1, 5}, {1.001, 5.001}, {20, 5}, {5, 50}}, mapFor({0, 10}, {0, 10}), 4);
    EXPECT_THAT(dots, ElementsAre(QPointF(270, 100), QPointF(30, 100)));
}

TEST(CutToPlot, EndsALineAtTheBorders)
{
    const QList<QPointF> line = cutToPlot({{-100, 0}, {100, 200}, {400, 200}}, {width, height});
    EXPECT_THAT(line, ElementsAre(QPointF(0, 100), QPointF(100, 200), QPointF(300, 200)));
}

TEST(CutToPlot, LeadsALineAlongTheEdgeWhereItIsTooHigh)
{
    const QList<QPointF> line = cutToPlot({{0, 100}, {100, 300}, {200, 100}}, {width, height});
    EXPECT_THAT(line,
        ElementsAre(
            QPointF(0, 100), QPointF(50, 200), QPointF(100, 200), QPointF(150, 200), QPointF(200, 100)));
}

TEST(CutToPlot, OfALineOutsideIsNothing)
{
    EXPECT_TRUE(cutToPlot({{-10, 5}, {-5, 5}}, {width, height}).isEmpty());
}
