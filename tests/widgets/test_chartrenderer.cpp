// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartrenderer.h"

#include "chartspecs.h"

#include <QDir>
#include <QFile>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <gmock/gmock.h>

using namespace assay::charts;
using namespace assay::charts::testspecs;
using testing::HasSubstr;

namespace {

RenderOptions pixels(int width, int height, double dpi = 96)
{
    RenderOptions options;
    options.unit = RenderOptions::Unit::Pixels;
    options.size = QSizeF(width, height);
    options.dpi = dpi;
    return options;
}

bool near(QColor a, QColor b)
{
    // A line between two rows of pixels is a little paler than its colour.
    return std::abs(a.red() - b.red()) < 52 && std::abs(a.green() - b.green()) < 52
        && std::abs(a.blue() - b.blue()) < 52;
}

int countColour(const QImage& image, const QRect& rect, QColor colour)
{
    int count = 0;
    const QRect inside = rect.intersected(image.rect());
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x)
            count += near(image.pixelColor(x, y), colour);
    }
    return count;
}

int countInk(const QImage& image, const QRect& rect, QColor paper)
{
    return rect.width() * rect.height() - countColour(image, rect, paper);
}

/// Where the plot lies in a picture of these options, in its pixels.
ChartLayout layoutOf(const ChartSpec& spec, const RenderOptions& options)
{
    ChartFigure figure;
    ChartFigure::Options look;
    look.theme = Theme::day();
    look.font.setPixelSize(13);
    look.locale = options.locale;
    look.heading = true;
    look.legend = true;
    figure.update(
        spec, autoView(spec, options.hidden, options.visible), options.size * 96 / options.dpi, look);
    return figure.layout();
}

QImage imageOf(const ChartSpec& spec, const RenderOptions& options)
{
    const auto image = render::image(spec, options);
    EXPECT_TRUE(image);
    return image ? *image : QImage();
}

QStringList textsOf(const QByteArray& svg)
{
    QStringList texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            texts.append(reader.readElementText().simplified());
    }
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
    return texts;
}

} // namespace

TEST(RenderImage, HasTheLinesInThePlotAndNowhereElse)
{
    const ChartSpec spec = latency();
    const RenderOptions options = pixels(800, 400);
    const QImage image = imageOf(spec, options);
    ASSERT_EQ(image.size(), QSize(800, 400));
    const ChartLayout layout = layoutOf(spec, options);
    for (const Series& series : spec.series) {
        const QColor colour = Theme::day().seriesColour(series.colour);
        EXPECT_GT(countColour(image, layout.plot.toRect(), colour), 600) << series.id.toStdString();
        // Left of the plot there are only labels, above it only titles.
        const QRect aside(0, 0, int(layout.plot.left()) - 4, int(layout.plot.bottom()));
        EXPECT_EQ(countColour(image, aside, colour), 0);
    }
}

TEST(RenderImage, PutsALineWhereItsValuesAre)
{
    ChartSpec spec = latency();
    spec.series = {line("a", 0, points({{0, 50 * millisecond}, {60 * second, 50 * millisecond}}))};
    spec.y.maximum = 100 * millisecond;
    spec.bands.clear();
    const RenderOptions options = pixels(800, 400);
    const QImage image = imageOf(spec, options);
    const QRectF plot = layoutOf(spec, options).plot;
    const int middle = int(plot.center().y());
    const QColor colour = Theme::day().seriesColour(0);
    EXPECT_GT(countColour(image, QRect(int(plot.left()), middle - 2, int(plot.width()), 5), colour),
        plot.width() - 4);
    EXPECT_EQ(countColour(image,
                  QRect(int(plot.left()), int(plot.top()), int(plot.width()), middle - int(plot.top()) - 4),
                  colour),
        0);
}

TEST(RenderImage, WritesTheNamesOfBandsWhereNoDataCanBe)
{
    ChartSpec spec = latency();
    const RenderOptions options = pixels(800, 400);
    const ChartLayout layout = layoutOf(spec, options);
    ASSERT_FALSE(layout.bandNames.isEmpty());
    EXPECT_LE(layout.bandNames.bottom(), layout.plot.top());
    EXPECT_GE(layout.bandNames.top(), layout.yTitle.bottom());
    const QImage image = imageOf(spec, options);
    const QColor text = Theme::day().subtleText;
    EXPECT_GT(countColour(image, layout.bandNames.toRect(), text), 5);
    EXPECT_EQ(countColour(image, layout.plot.toRect().adjusted(1, 1, -1, -1), text), 0);
    spec.bands[0].label.clear();
    EXPECT_TRUE(layoutOf(spec, pixels(800, 400)).bandNames.isEmpty());
}

TEST(RenderImage, WritesTitleAndLegendOutsideThePlot)
{
    const ChartSpec spec = latency();
    const RenderOptions options = pixels(800, 400);
    const QImage image = imageOf(spec, options);
    const ChartLayout layout = layoutOf(spec, options);
    ASSERT_EQ(layout.legend.size(), 2);
    EXPECT_GT(countInk(image, layout.title.toRect(), Qt::white), 100);
    for (const LegendEntry& entry : layout.legend) {
        EXPECT_FALSE(entry.rect.intersects(layout.plot));
        EXPECT_TRUE(QRectF(image.rect()).contains(entry.rect));
        EXPECT_GT(countColour(image, entry.rect.toRect(),
                      Theme::day().seriesColour(spec.series.at(entry.series).colour)),
            20);
    }
}

TEST(RenderImage, LeavesOutHiddenSeries)
{
    const ChartSpec spec = latency();
    RenderOptions options = pixels(800, 400);
    options.hidden = {text("p99")};
    const QImage image = imageOf(spec, options);
    EXPECT_EQ(countColour(image, image.rect(), Theme::day().seriesColour(3)), 0);
    EXPECT_EQ(layoutOf(spec, options).legend.size(), 1);
}

TEST(RenderImage, IsTransparentOnlyWhenAsked)
{
    RenderOptions options = pixels(400, 300);
    EXPECT_EQ(imageOf(latency(), options).pixelColor(2, 2), QColor(Qt::white));
    options.paper = Paper::Transparent;
    EXPECT_EQ(imageOf(latency(), options).pixelColor(2, 2).alpha(), 0);
    options.paper = Paper::Dark;
    EXPECT_LT(imageOf(latency(), options).pixelColor(2, 2).lightness(), 60);
}

TEST(RenderImage, ScalesEverythingWithItsDensity)
{
    const ChartSpec spec = latency();
    RenderOptions options;
    options.size = QSizeF(127, 63.5);
    options.dpi = 96;
    const QImage low = imageOf(spec, options);
    options.dpi = 192;
    const QImage high = imageOf(spec, options);
    EXPECT_EQ(low.size(), QSize(480, 240));
    EXPECT_EQ(high.size(), QSize(960, 480));
    // Twice as dense: the same picture with four times the ink.
    const double ratio =
        double(countInk(high, high.rect(), Qt::white)) / countInk(low, low.rect(), Qt::white);
    EXPECT_NEAR(ratio, 4, 0.9);
}

TEST(RenderImage, ShowsThePartThatIsAskedFor)
{
    ChartSpec spec = latency();
    spec.series = {
        line("a", 0, points({{0, 1e6}, {30 * second, 1e6}, {30.1 * second, 9e6}, {60 * second, 9e6}}))};
    RenderOptions options = pixels(600, 300);
    options.visible = Range{0, 20 * second};
    const ChartLayout layout = layoutOf(spec, options);
    const QImage image = imageOf(spec, options);
    // Only 1 ms is seen, so the axis ends there and the line runs along its upper end.
    const QRect upper(int(layout.plot.left()), int(layout.plot.top()) - 3, int(layout.plot.width()), 6);
    EXPECT_GT(countColour(image, upper, Theme::day().seriesColour(0)), layout.plot.width() * 0.9);
}

TEST(RenderImage, RefusesSizesThatMakeNoSense)
{
    for (const RenderOptions& options : {pixels(0, 0), pixels(10, 10), pixels(100'000, 100'000),
             pixels(400, 300, 0), pixels(400, 300, NAN)}) {
        const auto image = render::image(latency(), options);
        ASSERT_FALSE(image);
        EXPECT_EQ(image.error().kind, assay::ErrorKind::Usage);
    }
}

TEST(RenderImage, OfAnEmptyChartSaysWhy)
{
    ChartSpec spec = latency();
    for (Series& series : spec.series)
        series.points.reset();
    spec.emptyText = text("Nothing was measured yet.");
    const auto svg = render::svg(spec, pixels(600, 300));
    ASSERT_TRUE(svg);
    EXPECT_THAT(svg->toStdString(), HasSubstr("Nothing was measured yet."));
}

TEST(RenderPng, CarriesDensityTitleAndVersion)
{
    RenderOptions options;
    options.size = QSizeF(100, 60);
    options.dpi = 300;
    const auto png = render::png(latency(), options);
    ASSERT_TRUE(png);
    const QImage image = QImage::fromData(*png, "png");
    EXPECT_EQ(image.width(), 1181);
    EXPECT_NEAR(image.dotsPerMeterX() * 0.0254, 300, 0.5);
    EXPECT_EQ(image.text(QStringLiteral("Title")), QStringLiteral("Response time"));
    EXPECT_THAT(image.text(QStringLiteral("Software")).toStdString(), testing::StartsWith("Assay "));
}

TEST(RenderSvg, KeepsTextAsText)
{
    ChartSpec spec = latency();
    spec.note = text("Nearest rank.");
    const auto svg = render::svg(spec, pixels(800, 400));
    ASSERT_TRUE(svg);
    const QStringList texts = textsOf(*svg);
    for (const char* wanted : {"Response time", "Nearest rank.", "Response time (ms)", "Time (s)", "p50",
             "p99", "Hold", "0", "10", "60"})
        EXPECT_TRUE(texts.contains(text(wanted))) << wanted;
    EXPECT_THAT(svg->toStdString(), HasSubstr("<title>Response time</title>"));
    EXPECT_THAT(svg->toStdString(), HasSubstr("<desc>"));
    EXPECT_THAT(svg->toStdString(), HasSubstr("viewBox=\"0 0 800 400\""));
    QSvgRenderer renderer(*svg);
    EXPECT_TRUE(renderer.isValid());
}

TEST(RenderSvg, DrawsNothingOutsideThePlotThoughSvgHasNoClip)
{
    ChartSpec spec = latency();
    spec.y.maximum = 25 * millisecond;
    RenderOptions options = pixels(800, 400);
    options.visible = Range{20.1 * second, 40.1 * second};
    const auto svg = render::svg(spec, options);
    ASSERT_TRUE(svg);
    QImage image(800, 400, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QSvgRenderer(*svg).render(&painter);
    painter.end();
    const ChartLayout layout = layoutOf(spec, options);
    const QColor colour = Theme::day().seriesColour(0);
    EXPECT_GT(countColour(image, layout.plot.toRect(), colour), 100);
    EXPECT_EQ(countColour(image, QRect(0, 0, 800, int(layout.plot.top()) - 3), colour), 0);
    EXPECT_EQ(
        countColour(image, QRect(0, 0, int(layout.plot.left()) - 3, int(layout.plot.bottom())), colour), 0);
}

TEST(RenderPdf, IsAPageOfTheFiguresSize)
{
    RenderOptions options;
    options.size = QSizeF(160, 90);
    const auto pdf = render::pdf(latency(), options);
    ASSERT_TRUE(pdf);
    EXPECT_TRUE(pdf->startsWith("%PDF-"));
    // 160 mm × 90 mm in points.
    const QByteArray box = pdf->mid(pdf->indexOf("/MediaBox"), 25);
    EXPECT_TRUE(box.startsWith("/MediaBox [0 0 454.") || box.startsWith("/MediaBox [0 0 453."))
        << box.constData();
    EXPECT_TRUE(pdf->contains("/Title"));
}

TEST(RenderSave, WritesTheFormatOfTheSuffix)
{
    const QTemporaryDir folder;
    const std::pair<const char*, const char*> formats[] = {
        {"a.png", "\x89PNG"}, {"a.SVG", "<?xml"}, {"a.pdf", "%PDF"}};
    for (const auto& [name, magic] : formats) {
        const QString path = folder.filePath(text(name));
        ASSERT_TRUE(render::save(latency(), pixels(400, 300), path)) << name;
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        EXPECT_TRUE(file.read(5).startsWith(magic)) << name;
    }
}

TEST(RenderSave, SaysWhatIsWrongWithThePath)
{
    const auto unknown = render::save(latency(), pixels(400, 300), QStringLiteral("chart.gif"));
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().kind, assay::ErrorKind::Usage);
    EXPECT_THAT(unknown.error().message, HasSubstr("chart.gif"));
    const auto nowhere = render::save(latency(), pixels(400, 300), QStringLiteral("/nowhere/at/all.png"));
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().kind, assay::ErrorKind::Environment);
    EXPECT_THAT(nowhere.error().message, HasSubstr("/nowhere/at/all.png"));
}

TEST(RenderSave, LeavesNoHalfFile)
{
    const QTemporaryDir folder;
    ASSERT_FALSE(saveFile(folder.path(), QByteArrayLiteral("x")));
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}
