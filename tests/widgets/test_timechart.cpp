// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartcanvas.h"
#include "charts/chartgroup.h"
#include "charts/elidedlabel.h"
#include "charts/timechart.h"

#include "chartspecs.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>

#include <ctime>
#include <iostream>
#include <random>

using namespace assay::charts;
using namespace assay::charts::testspecs;
using testing::ElementsAre;

namespace {

class TimeChartTest : public testing::Test
{
protected:
    TimeChartTest()
    {
        chart.setTheme(Theme::day());
        chart.resize(640, 320);
        chart.setSpec(latency());
        chart.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&chart));
    }

    QWidget* canvas() { return chart.findChild<QWidget*>(text("chart.canvas")); }

    /// A point of the plot in the canvas's coordinates, from 0 … 1 of its width and height.
    QPoint at(double x, double y)
    {
        const QRectF plot = chart.plotRect().translated(-canvas()->pos());
        return QPointF(plot.left() + x * plot.width(), plot.top() + y * plot.height()).toPoint();
    }

    void drag(
        QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {})
    {
        QTest::mousePress(canvas(), button, keys, from);
        for (int i = 1; i <= 4; ++i) {
            const QPoint between = from + (to - from) * i / 4;
            QMouseEvent move(QEvent::MouseMove, QPointF(between), canvas()->mapToGlobal(QPointF(between)),
                Qt::NoButton, button, keys);
            QCoreApplication::sendEvent(canvas(), &move);
        }
        QTest::mouseRelease(canvas(), button, keys, to);
    }

    void wheel(QPoint where, int delta, Qt::KeyboardModifiers keys)
    {
        QWheelEvent event(QPointF(where), canvas()->mapToGlobal(QPointF(where)), QPoint(), QPoint(0, delta),
            Qt::NoButton, keys, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas(), &event);
    }

    int pixelsOf(const QColor& colour, const QRect& within = QRect(0, 0, 10000, 10000))
    {
        const QImage image = chart.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const double scale = image.devicePixelRatio();
        const QRect rect = QRect((within.topLeft() * scale), within.size() * scale).intersected(image.rect());
        int count = 0;
        for (int y = rect.top(); y <= rect.bottom(); ++y) {
            for (int x = rect.left(); x <= rect.right(); ++x)
                count += image.pixel(x, y) == colour.rgb();
        }
        return count;
    }

    std::vector<std::string> readout()
    {
        std::vector<std::string> texts;
        for (QString value : chart.readout())
            texts.push_back(value.replace(QChar(0xa0), QLatin1Char(' ')).toStdString());
        return texts;
    }

    TimeChart chart;
};

} // namespace

TEST_F(TimeChartTest, ALongNoteIsShownWhole)
{
    auto spec = latency();
    spec.note =
        text("One of the notes that take two lines in a chart which is not very wide, and whose end is "
             "as good as its beginning.");
    chart.resize(480, 320);
    chart.setSpec(spec);
    QCoreApplication::processEvents();
    const ElidedLabel* note = nullptr;
    for (const auto* label : chart.findChildren<ElidedLabel*>()) {
        if (label->text() == spec.note) {
            note = label;
        }
    }
    ASSERT_TRUE(note);
    EXPECT_GT(note->heightForWidth(note->width()), note->fontMetrics().height()) << "takes several lines";
    EXPECT_GE(note->height(), note->heightForWidth(note->width()));
}

TEST_F(TimeChartTest, ShowsEverythingAtFirst)
{
    EXPECT_EQ(chart.visibleRange(), (Range{0, 60 * second}));
    EXPECT_EQ(chart.visibleYRange(), (Range{0, 80 * millisecond}));
    EXPECT_FALSE(chart.isZoomed());
    EXPECT_TRUE(chart.isFollowing());
    EXPECT_GT(pixelsOf(Theme::day().seriesColour(0)), 200);
}

TEST_F(TimeChartTest, ReadsOutTheLatestValuesAndThoseUnderTheCursor)
{
    EXPECT_THAT(readout(), ElementsAre("40.0 ms", "80.0 ms"));
    chart.setCursor(30.05 * second);
    EXPECT_THAT(readout(), ElementsAre("25.0 ms", "50.0 ms"));
    chart.setCursor(-1);
    EXPECT_THAT(readout(), ElementsAre("", ""));
    chart.clearCursor();
    EXPECT_THAT(readout(), ElementsAre("40.0 ms", "80.0 ms"));
}

TEST_F(TimeChartTest, DrawsTheCrosshairOverTheChart)
{
    const QImage before = chart.grab().toImage();
    chart.setCursor(30 * second);
    EXPECT_NE(chart.grab().toImage(), before);
    chart.clearCursor();
    EXPECT_EQ(chart.grab().toImage(), before);
}

TEST_F(TimeChartTest, TellsWhereTheMouseIs)
{
    const QSignalSpy moved(&chart, &TimeChart::cursorMoved);
    const QSignalSpy left(&chart, &TimeChart::cursorLeft);
    QTest::mouseMove(canvas(), at(0.5, 0.5));
    ASSERT_EQ(moved.count(), 1);
    EXPECT_NEAR(moved.first().first().toDouble(), 30 * second, 0.2 * second);
    QTest::mouseMove(canvas(), QPoint(1, 1));
    EXPECT_EQ(left.count(), 1);
    EXPECT_FALSE(chart.cursor());
}

TEST_F(TimeChartTest, ZoomsToADraggedStretch)
{
    const QSignalSpy changed(&chart, &TimeChart::visibleRangeChanged);
    drag(at(0.25, 0.3), at(0.5, 0.6));
    ASSERT_EQ(changed.count(), 1);
    EXPECT_NEAR(chart.visibleRange().from, 15 * second, 0.3 * second);
    EXPECT_NEAR(chart.visibleRange().to, 30 * second, 0.3 * second);
    EXPECT_TRUE(chart.findChild<QToolButton*>(text("chart.resetZoom"))->isVisible());
    EXPECT_FALSE(chart.isFollowing());
}

TEST_F(TimeChartTest, AClickZoomsNothing)
{
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, at(0.5, 0.5));
    drag(at(0.5, 0.2), at(0.501, 0.8));
    EXPECT_FALSE(chart.isZoomed());
}

TEST_F(TimeChartTest, SurvivesClicksOutsideThePlot)
{
    for (const QPoint where :
        {QPoint(1, 1), QPoint(canvas()->width() - 1, canvas()->height() - 1), QPoint(2, 150)}) {
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, where);
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, where);
        drag(where, at(0.5, 0.5));
    }
    EXPECT_FALSE(chart.isZoomed());
}

TEST_F(TimeChartTest, ZoomsWithTheWheelAndLeavesAPlainWheelToThePage)
{
    wheel(at(0.5, 0.5), 120, Qt::NoModifier);
    EXPECT_FALSE(chart.isZoomed());
    wheel(at(0.5, 0.5), 120, Qt::ControlModifier);
    EXPECT_NEAR(chart.visibleRange().span(), 48 * second, 0.1 * second);
    const Range y = chart.visibleYRange();
    wheel(at(0.5, 1), 120, Qt::ShiftModifier);
    EXPECT_NEAR(chart.visibleYRange().span(), y.span() / 1.25, y.span() / 100);
    EXPECT_NEAR(chart.visibleYRange().from, 0, y.span() / 50);
}

TEST_F(TimeChartTest, PansWhatIsZoomed)
{
    chart.setVisibleRange(20 * second, 30 * second);
    drag(at(0.6, 0.5), at(0.1, 0.5), Qt::MiddleButton);
    EXPECT_NEAR(chart.visibleRange().from, 25 * second, 0.2 * second);
    drag(at(0.1, 0.5), at(0.6, 0.5), Qt::LeftButton, Qt::ShiftModifier);
    EXPECT_NEAR(chart.visibleRange().from, 20 * second, 0.4 * second);
    EXPECT_NEAR(chart.visibleRange().span(), 10 * second, 1);
}

TEST_F(TimeChartTest, ObeysTheKeyboard)
{
    QTest::keyClick(canvas(), Qt::Key_Plus);
    const Range zoomed = chart.visibleRange();
    EXPECT_LT(zoomed.span(), 50 * second);
    QTest::keyClick(canvas(), Qt::Key_Right);
    EXPECT_GT(chart.visibleRange().from, zoomed.from);
    QTest::keyClick(canvas(), Qt::Key_Left);
    EXPECT_NEAR(chart.visibleRange().from, zoomed.from, 1e3);
    QTest::keyClick(canvas(), Qt::Key_Minus);
    QTest::keyClick(canvas(), Qt::Key_Minus);
    EXPECT_FALSE(chart.isZoomed());
    QTest::keyClick(canvas(), Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_TRUE(chart.isZoomed());
    EXPECT_TRUE(chart.isFollowing());
    const Range y = chart.visibleYRange();
    QTest::keyClick(canvas(), Qt::Key_Up);
    EXPECT_GT(chart.visibleYRange().from, y.from);
    QTest::keyClick(canvas(), Qt::Key_Home);
    EXPECT_FALSE(chart.isZoomed());
    QTest::keyClick(canvas(), Qt::Key_Backspace);
    EXPECT_TRUE(chart.isZoomed());
}

TEST_F(TimeChartTest, MovesTheCursorFromPointToPointWithTheKeyboard)
{
    chart.setCursor(10 * second);
    const QSignalSpy moved(&chart, &TimeChart::cursorMoved);
    QTest::keyClick(canvas(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(canvas(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(canvas(), Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(moved.count(), 3);
    EXPECT_NEAR(*chart.cursor(), 10.2 * second, 1);
}

TEST_F(TimeChartTest, ReturnsByDoubleClickButtonAndUndo)
{
    const QSignalSpy reset(&chart, &TimeChart::visibleRangeReset);
    chart.setVisibleRange(20 * second, 30 * second);
    QTest::mouseDClick(canvas(), Qt::LeftButton, {}, at(0.5, 0.5));
    EXPECT_FALSE(chart.isZoomed());
    chart.undoZoom();
    EXPECT_EQ(chart.visibleRange(), (Range{20 * second, 30 * second}));
    QTest::mouseClick(chart.findChild<QToolButton*>(text("chart.resetZoom")), Qt::LeftButton);
    EXPECT_FALSE(chart.isZoomed());
    EXPECT_EQ(reset.count(), 2);
}

TEST_F(TimeChartTest, KeepsItsZoomWhenDataArriveButNotForAnotherChart)
{
    chart.setLive(true);
    chart.setVisibleRange(20 * second, 30 * second);
    ChartSpec spec = latency();
    spec.series[0].points = sampled(600, second / 5, [](int i) { return i * 1e6; });
    chart.setSpec(spec);
    EXPECT_EQ(chart.visibleRange(), (Range{20 * second, 30 * second}));
    EXPECT_EQ(chart.fullRange().to, 120 * second);
    spec.id = text("other");
    chart.setSpec(spec);
    EXPECT_FALSE(chart.isZoomed());
}

TEST_F(TimeChartTest, FollowsALiveRunInWholeSecondsAndCanKeepToItsEnd)
{
    chart.setLive(true);
    ChartSpec spec = latency();
    spec.series[0].points = sampled(352, second / 5, [](int) { return 1e6; });
    chart.setSpec(spec);
    EXPECT_EQ(chart.visibleRange(), (Range{0, 71 * second}));
    chart.setFollowSpan(10 * second);
    EXPECT_EQ(chart.visibleRange(), (Range{61 * second, 71 * second}));
}

TEST_F(TimeChartTest, GrowsTheVerticalAxisAtOnceButDoesNotShrinkItAtOnce)
{
    chart.setLive(true);
    const auto withPeak = [](double peak) {
        ChartSpec spec = latency();
        spec.series = {line("a", 0, points({{0, peak}, {second, peak}}))};
        return spec;
    };
    chart.setSpec(withPeak(10e6));
    chart.setSpec(withPeak(100e6));
    EXPECT_EQ(chart.visibleYRange().to, 100e6);
    chart.setSpec(withPeak(10e6));
    EXPECT_EQ(chart.visibleYRange().to, 100e6);
    chart.setLive(false);
    EXPECT_EQ(chart.visibleYRange().to, 10e6);
}

TEST_F(TimeChartTest, HidesASeriesByItsLegend)
{
    const QSignalSpy changed(&chart, &TimeChart::seriesVisibilityChanged);
    auto* entry = chart.findChild<QAbstractButton*>(text("legend.p99"));
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->accessibleName(), text("p99"));
    QTest::mouseClick(entry, Qt::LeftButton);
    EXPECT_EQ(chart.hiddenSeries(), HiddenSeries{text("p99")});
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(chart.visibleYRange().to, 40 * millisecond);
    chart.setSpec(latency());
    EXPECT_EQ(chart.hiddenSeries(), HiddenSeries{text("p99")});
    const QRect plot = chart.plotRect().toRect();
    EXPECT_EQ(pixelsOf(Theme::day().seriesColour(3), plot), 0);
    EXPECT_GT(pixelsOf(Theme::day().seriesColour(0), plot), 200);
    chart.setSeriesVisible(text("p99"), true);
    EXPECT_TRUE(chart.hiddenSeries().isEmpty());
}

TEST_F(TimeChartTest, FollowsThePalette)
{
    chart.setTheme({});
    QPalette dark;
    dark.setColor(QPalette::Base, QColor(0x1b1e20));
    dark.setColor(QPalette::Text, Qt::white);
    chart.setPalette(dark);
    EXPECT_TRUE(chart.theme().dark);
    EXPECT_EQ(chart.grab().toImage().pixelColor(chart.width() / 2, 1), QColor(0x1b1e20));
    EXPECT_GT(pixelsOf(chart.theme().seriesColour(0)), 200);
}

TEST_F(TimeChartTest, SaysThatALogarithmicAxisHasNoZero)
{
    ChartSpec spec = latency();
    spec.y.scale = Scale::Logarithmic;
    EXPECT_TRUE(chart.hintText().isEmpty());
    spec.series[0].points = points({{0, 0}, {second, 10e6}, {2 * second, 0}});
    chart.setSpec(spec);
    EXPECT_THAT(chart.hintText().toStdString(), testing::EndsWith("axis: 2"));
    EXPECT_GT(pixelsOf(Theme::day().seriesColour(3)), 200);
}

TEST_F(TimeChartTest, SurvivesEverySize)
{
    for (const QSize size :
        {QSize(0, 0), QSize(1, 1), QSize(30, 500), QSize(300, 120), QSize(2000, 40), QSize(640, 320)}) {
        chart.resize(size);
        chart.setCursor(5 * second);
        const QPixmap grabbed = chart.grab();
    }
    SUCCEED();
}

TEST_F(TimeChartTest, SurvivesEverySpec)
{
    ChartSpec none;
    ChartSpec onePoint = latency();
    onePoint.series = {line("a", 0, points({{second, 5e6}}))};
    ChartSpec huge = latency();
    huge.series = {line("a", 0, points({{0, 1e300}, {1e18, -1e300}}))};
    ChartSpec many = latency();
    for (int i = 0; i < 60; ++i)
        many.series.append(
            line(QByteArray("a long name for the series ").append(QByteArray::number(i)).constData(), i,
                points({{0, i * 1e6}, {60 * second, 1e6}})));
    for (const ChartSpec& spec : {none, onePoint, huge, many, latency(), none}) {
        chart.setSpec(spec);
        const QPixmap grabbed = chart.grab();
        chart.setVisibleRange(1, 2);
        chart.resetZoom();
    }
    SUCCEED();
}

TEST_F(TimeChartTest, TellsAScreenReaderItsLatestValues)
{
    EXPECT_EQ(canvas()->accessibleName(), text("Response time"));
    QString description = canvas()->accessibleDescription();
    EXPECT_EQ(description.replace(QChar(0xa0), QLatin1Char(' ')), text("p50 40.0 ms, p99 80.0 ms"));
    EXPECT_NE(canvas()->focusPolicy() & Qt::TabFocus, 0);
}

TEST_F(TimeChartTest, CopiesDataAndImage)
{
    chart.setVisibleRange(10 * second, 10.4 * second);
    chart.copyData();
    const QString table = QGuiApplication::clipboard()->text();
    EXPECT_EQ(table.toStdString(),
        "Time (s)\tp50 (ms)\tp99 (ms)\n10\t15\t30\n10.2\t15.1\t30.2\n10.4\t15.2\t30.4\n");
    chart.copyImage();
    EXPECT_EQ(QGuiApplication::clipboard()->image().size(), chart.size() * 2);
}

TEST_F(TimeChartTest, OffersActionsThatSomebodyServes)
{
    const auto visible = [this] {
        QStringList names;
        for (const QAction* action : chart.chartActions()) {
            if (!action->isSeparator() && action->isVisible())
                names.append(action->objectName());
        }
        return names.join(QLatin1Char(' ')).toStdString();
    };
    EXPECT_EQ(visible(), "chart.undoZoom chart.showAll chart.copyImage chart.copyData");
    const QSignalSpy wished(&chart, &TimeChart::exportImageRequested);
    EXPECT_EQ(visible(), "chart.undoZoom chart.showAll chart.copyImage chart.copyData chart.exportImage");
    chart.findChild<QAction*>(text("chart.exportImage"))->trigger();
    EXPECT_EQ(wished.count(), 1);
}

TEST_F(TimeChartTest, ReadsOutADotOfAnUnsortedChart)
{
    ChartSpec spec;
    spec.id = text("xy");
    spec.x = {text("Users"), Quantity::Count, Scale::Linear, {}, {}};
    spec.y = {text("Throughput"), Quantity::Rate, Scale::Linear, {}, {}};
    spec.series = {line("measured", 0, points({{50, 400}, {25, 200}, {0, 0}}))};
    spec.series.first().shape = Shape::Dots;
    chart.setSpec(spec);
    EXPECT_THAT(readout(), ElementsAre(""));
    QTest::mouseMove(canvas(), at(0.5, 0.5));
    EXPECT_THAT(readout(), ElementsAre("200 /s"));
    EXPECT_GT(pixelsOf(Theme::day().seriesColour(0)), 20);
}

/// At 200 % (a ctest of its own runs this so) a picture that was drawn at 100 % would consist of equal 2 × 2
/// squares.
TEST_F(TimeChartTest, IsAsFineAsTheScreen)
{
    const QImage image = chart.grab().toImage();
    const double scale = chart.devicePixelRatioF();
    EXPECT_EQ(image.size(), chart.size() * scale);
    int uneven = 0;
    for (int y = 0; y + 1 < image.height(); y += 2) {
        for (int x = 0; x + 1 < image.width(); x += 2)
            uneven +=
                image.pixel(x, y) != image.pixel(x + 1, y) || image.pixel(x, y) != image.pixel(x, y + 1);
    }
    EXPECT_GT(uneven, 1000);
}

TEST(ChartGroupTest, SharesCursorZoomRangeAndMargins)
{
    TimeChart first;
    TimeChart second_;
    ChartGroup group;
    ChartSpec shorter = latency();
    shorter.id = text("cpu");
    shorter.y = {text("CPU"), Quantity::Percent, Scale::Linear, {}, 100};
    shorter.series = {line("user", 0, sampled(50, second, [](int) { return 5e-3; }))};
    ChartSpec wide = latency();
    wide.y = {text("Requests"), Quantity::Count, Scale::Linear, {}, {}};
    first.setSpec(wide);
    second_.setSpec(shorter);
    group.add(&first);
    group.add(&second_);
    for (TimeChart* chart : {&first, &second_}) {
        chart->resize(500, 240);
        chart->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(chart));
    }
    EXPECT_TRUE(QTest::qWaitFor([&] { return first.plotRect() == second_.plotRect(); }));
    EXPECT_EQ(second_.visibleRange(), first.visibleRange());

    Q_EMIT first.cursorMoved(10 * second);
    EXPECT_EQ(second_.cursor(), 10 * second);
    Q_EMIT first.cursorLeft();
    EXPECT_FALSE(second_.cursor());

    first.setVisibleRange(55 * second, 58 * second);
    EXPECT_EQ(second_.visibleRange(), (Range{55 * second, 58 * second}));
    second_.resetZoom();
    EXPECT_FALSE(first.isZoomed());
    first.undoZoom();
    EXPECT_EQ(second_.visibleRange(), (Range{55 * second, 58 * second}));
}

/// Prints what a refresh costs; the bar (design, section 8) is 10 ms a chart.
TEST(TimeChartCost, OfARefreshIsPrinted)
{
    std::mt19937 random(3);
    std::normal_distribution<double> noise(0, 1);
    for (const QSize size : {QSize(460, 260), QSize(640, 300), QSize(1200, 400)}) {
        std::vector<std::unique_ptr<TimeChart>> charts;
        for (int i = 0; i < 4; ++i) {
            charts.push_back(std::make_unique<TimeChart>());
            charts.back()->resize(size);
            charts.back()->setLive(true);
            charts.back()->show();
        }
        double setMs = 0;
        double paintMs = 0;
        constexpr int rounds = 6; // the first one also builds the series, and isn't counted
        for (int round = 0; round < rounds; ++round) {
            ChartSpec spec = latency();
            spec.series.clear();
            for (int k = 0; k < 5; ++k)
                spec.series.append(
                    line(QByteArray::number(k).constData(), k, sampled(2400 + round, second / 5, [&](int i) {
                        return (20 + i * 0.03) * (1 + k * 0.3) * std::exp(0.05 * (k + 1) * noise(random))
                            * millisecond;
                    })));
            for (const auto& chart : charts) {
                const std::clock_t start = std::clock();
                chart->setSpec(spec);
                const std::clock_t between = std::clock();
                chart->grab();
                if (round == 0)
                    continue;
                setMs += double(between - start) * 1e3 / CLOCKS_PER_SEC;
                paintMs += double(std::clock() - between) * 1e3 / CLOCKS_PER_SEC;
            }
        }
        std::cout << "refresh of a chart of 5 lines x 2400 points, " << size.width() << "x" << size.height()
                  << " pixels: " << (setMs + paintMs) / 4 / (rounds - 1) << " ms of CPU (setSpec "
                  << setMs / 4 / (rounds - 1) << " ms)\n";
    }
}
