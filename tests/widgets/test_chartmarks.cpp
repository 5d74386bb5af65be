// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartcsv.h"
#include "charts/chartmarks.h"
#include "charts/chartrenderer.h"
#include "charts/readout.h"
#include "widgets/chartspecs.h"

#include <QBuffer>

#include <gmock/gmock.h>

namespace assay::charts {
namespace {

using testspecs::points;
using testspecs::text;

/// Two series of bars over three categories; the second has none in the last one.
ChartSpec bars()
{
    ChartSpec spec;
    spec.id = text("rates");
    spec.title = text("Rates");
    spec.x.categories = {text("empty"), text("256 MiB"), text("1 GiB")};
    spec.y = {text("Spawns"), Quantity::Rate, Scale::Linear, 0, {}, {}};
    Series fork = testspecs::line("fork", 0, points({{0, 100}, {1, 50}, {2, 25}}));
    fork.shape = Shape::Bars;
    fork.low = points({{0, 90}, {1, 45}, {2, 20}});
    fork.high = points({{0, 180}, {1, 55}, {2, 30}});
    Series vfork = testspecs::line("vfork", 1, points({{0, 100}, {1, 100}}));
    vfork.shape = Shape::Bars;
    spec.series = {fork, vfork};
    return spec;
}

ChartSpec heat()
{
    ChartSpec spec;
    spec.id = text("heat");
    spec.x.categories = {text("1"), text("2")};
    spec.y.quantity = Quantity::Rate;
    spec.y.categories = {text("fork"), text("vfork")};
    for (const double rate : {10.0, 1000.0}) {
        Series row = testspecs::line(rate < 100 ? "fork" : "vfork", 0, points({{0, rate}, {1, rate}}));
        row.shape = Shape::Heat;
        spec.series.append(row);
    }
    return spec;
}

RenderOptions pixels(int width, int height)
{
    RenderOptions options;
    options.unit = RenderOptions::Unit::Pixels;
    options.size = QSizeF(width, height);
    options.dpi = 96;
    return options;
}

int pixelsOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y).rgb() == colour.rgb() ? 1 : 0;
    }
    return count;
}

TEST(ChartMarks, BarsStandSideBySideInTheirColours)
{
    const auto image = render::image(bars(), pixels(600, 400));
    ASSERT_TRUE(image);
    const Theme day = Theme::day();
    const int fork = pixelsOf(*image, day.seriesColour(0));
    const int vfork = pixelsOf(*image, day.seriesColour(1));
    EXPECT_GT(fork, 2000);
    // 175 units of height against 200.
    EXPECT_NEAR(static_cast<double>(fork) / vfork, 175.0 / 200.0, 0.05);
}

TEST(ChartMarks, AHiddenSeriesLeavesItsRoomToTheOthers)
{
    RenderOptions options = pixels(600, 400);
    options.hidden = {text("vfork")};
    const auto both = render::image(bars(), pixels(600, 400));
    const auto one = render::image(bars(), options);
    ASSERT_TRUE(both && one);
    const QColor fork = Theme::day().seriesColour(0);
    EXPECT_EQ(pixelsOf(*one, Theme::day().seriesColour(1)), 0);
    EXPECT_GE(pixelsOf(*one, fork), pixelsOf(*both, fork));
}

TEST(ChartMarks, TheAxisReachesToTheEndsOfTheIntervals)
{
    const FigureView view = autoView(bars(), {});
    EXPECT_EQ(view.x, (Range{-0.5, 2.5}));
    EXPECT_GE(view.y.to, 180);
    EXPECT_EQ(view.y.from, 0);
}

TEST(ChartMarks, DeeperColoursAreLargerValues)
{
    const auto image = render::image(heat(), pixels(600, 400));
    ASSERT_TRUE(image);
    const Theme day = Theme::day();
    EXPECT_GT(pixelsOf(*image, heatColour(day, 0)), 2000);
    EXPECT_GT(pixelsOf(*image, heatColour(day, 1)), 2000);
    EXPECT_NE(heatColour(day, 0), heatColour(day, 1));
    EXPECT_EQ(heatColour(day, -1), heatColour(day, 0));
    EXPECT_EQ(heatColour(day, 2), heatColour(day, 1));
}

TEST(ChartMarks, AHeatMapOfOneValueOrNoneIsDrawn)
{
    ChartSpec spec = heat();
    spec.series[0].points = points({});
    spec.series[1].points = points({{0, 5}});
    EXPECT_TRUE(render::image(spec, pixels(300, 200)));
    spec.series[1].points = points({{0, 0}});
    EXPECT_TRUE(render::image(spec, pixels(300, 200)));
    EXPECT_TRUE(render::svg(spec, pixels(300, 200)));
}

TEST(ChartMarks, TablesNameCategoriesAndTheEndsOfIntervals)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const auto rows = writeCsv(bars(), {}, buffer);
    ASSERT_TRUE(rows);
    EXPECT_EQ(*rows, 3);
    EXPECT_THAT(bytes.toStdString(), testing::HasSubstr("fork low (1/s),fork high (1/s),vfork (1/s)"));
    EXPECT_THAT(bytes.toStdString(), testing::HasSubstr("\nempty,100,90,180,100\n"));
    EXPECT_THAT(bytes.toStdString(), testing::HasSubstr("\n1 GiB,25,20,30,\n"));
}

TEST(ChartMarks, ABarSaysNothingOfTheNextCategory)
{
    const ChartSpec spec = bars();
    EXPECT_EQ(pointAt(spec.series[1], 1)->y(), 100);
    EXPECT_FALSE(pointAt(spec.series[1], 2));
    EXPECT_FALSE(latestPoint(spec.series[0]));
}

TEST(ChartMarks, AScreenReaderHearsEachBar)
{
    const QStringList words = latestInWords(bars(), QLocale::c());
    ASSERT_EQ(words.size(), 5);
    EXPECT_THAT(words.front().toStdString(), testing::StartsWith("fork empty: 100"));
}

} // namespace
} // namespace assay::charts
