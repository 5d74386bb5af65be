// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartcsv.h"

#include "charts/charttablemodel.h"
#include "chartspecs.h"

#include <QAbstractItemModelTester>
#include <QBuffer>
#include <QTemporaryDir>

#include <gmock/gmock.h>

using namespace assay::charts;
using namespace assay::charts::testspecs;
using testing::HasSubstr;

namespace {

ChartSpec mixed()
{
    ChartSpec spec;
    spec.x = {text("Time"), Quantity::Time, Scale::Linear, {}, {}};
    spec.y = {text("Response time"), Quantity::Duration, Scale::Linear, {}, {}};
    spec.right = Axis{text("Users"), Quantity::Count, Scale::Linear, {}, {}};
    spec.series = {line("p50", 0, points({{0, 12.5e6}, {0.2e9, 0.1e6}, {0.4e9, 1e6 / 3}})),
        line("with, comma", 1, points({{0.2e9, 2e6}, {0.6e9, NAN}})),
        line("users", 2, points({{0, 1}, {0.4e9, 3}}))};
    spec.series.last().onRightAxis = true;
    return spec;
}

std::string csvOf(const ChartSpec& spec, std::optional<Range> part = {})
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    EXPECT_TRUE(writeCsv(spec, part, buffer));
    return buffer.data().toStdString();
}

class FullDevice : public QIODevice
{
protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char*, qint64) override
    {
        setErrorString(QStringLiteral("No space left on device"));
        return -1;
    }
};

} // namespace

TEST(ChartCsv, HasARowAnXAndAColumnASeries)
{
    EXPECT_EQ(csvOf(mixed()),
        "Time (s),p50 (ms),\"with, comma (ms)\",users\n"
        "0,12.5,,1\n"
        "0.2,0.1,2,\n"
        "0.4,0.3333333333333333,,3\n"
        "0.6,,,\n");
}

TEST(ChartCsv, WritesOnlyThePartThatIsAskedFor)
{
    EXPECT_EQ(
        csvOf(mixed(), Range{0.1e9, 0.3e9}), "Time (s),p50 (ms),\"with, comma (ms)\",users\n0.2,0.1,2,\n");
}

TEST(ChartCsv, DoesNotSpeakTheUsersLanguage)
{
    QLocale::setDefault(QLocale(QLocale::German));
    const std::string csv = csvOf(mixed());
    QLocale::setDefault(QLocale::c());
    EXPECT_THAT(csv, HasSubstr("0.2,0.1,2,\n"));
}

TEST(ChartCsv, GivesDotsAtOneXARowEach)
{
    ChartSpec spec;
    spec.x = {text("Users"), Quantity::Count, Scale::Linear, {}, {}};
    spec.y = {text("Throughput"), Quantity::Rate, Scale::Linear, {}, {}};
    spec.series = {line("a", 0, points({{8, 400}, {2, 100}, {8, 390}})), line("b", 1, points({{8, 1}}))};
    spec.series.first().shape = Shape::Dots;
    EXPECT_EQ(csvOf(spec), "Users,a (1/s),b (1/s)\n2,100,\n8,400,1\n8,390,\n");
}

TEST(ChartCsv, OfAnEmptyChartIsItsHeading)
{
    ChartSpec spec = mixed();
    for (Series& series : spec.series)
        series.points.reset();
    EXPECT_EQ(csvOf(spec), "Time (s),p50 (ms),\"with, comma (ms)\",users\n");
}

TEST(ChartCsv, WritesLongTablesInPieces)
{
    ChartSpec spec;
    spec.series = {line("a", 0, sampled(200'000, 1, [](int i) { return i * 0.5; }))};
    const std::string csv = csvOf(spec);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 200'001);
    EXPECT_THAT(csv, testing::EndsWith("199999,99999.5\n"));
}

TEST(ChartCsv, SaysWhyItCouldNotBeWritten)
{
    FullDevice device;
    device.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    const auto result = writeCsv(mixed(), {}, device);
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, HasSubstr("No space left on device"));
}

TEST(ChartCsv, NamesTheFileThatCouldNotBeWritten)
{
    const auto result = saveCsv(mixed(), {}, QStringLiteral("/nowhere/at/all.csv"));
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, HasSubstr("/nowhere/at/all.csv"));
}

TEST(ChartCsv, IsSavedWhole)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.csv"));
    const auto rows = saveCsv(mixed(), {}, path);
    ASSERT_TRUE(rows);
    EXPECT_EQ(*rows, 4);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().toStdString(), csvOf(mixed()));
}

TEST(TabSeparated, IsForSpreadsheets)
{
    EXPECT_EQ(tabSeparated(mixed(), Range{0, 0}).toStdString(),
        "Time (s)\tp50 (ms)\twith, comma (ms)\tusers\n0\t12.5\t\t1\n");
}

TEST(ChartTableModel, ShowsTheSameRows)
{
    ChartTableModel model(mixed());
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_EQ(model.rowCount(), 4);
    ASSERT_EQ(model.columnCount(), 4);
    EXPECT_EQ(model.headerData(1, Qt::Horizontal).toString(), QStringLiteral("p50 (ms)"));
    EXPECT_EQ(model.data(model.index(0, 1)).toString(), QStringLiteral("12.5"));
    EXPECT_EQ(model.data(model.index(1, 0), ChartTableModel::SortRole).toDouble(), 0.2);
    EXPECT_FALSE(model.data(model.index(0, 2)).isValid());
}
