// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartfigure.h"
#include "charts/legendstrip.h"
#include "charts/timechart.h"
#include "spawn/cellnames.h"
#include "spawn/resultspane.h"
#include "spawn/spawnchartspecs.h"
#include "spawn/spawntablemodel.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>

#include <set>

namespace assay::spawnpage {
namespace {

using charts::ChartSpec;
using charts::Shape;
using spawn::Cell;
using spawn::Mechanism;

/// Fork and vfork with an empty heap and 1 GiB on 1 and 2 threads, in two rounds of made-up figures: fork
/// with 1 GiB starts a tenth.
SpawnData someRun()
{
    spawn::SpawnPlan plan;
    plan.mechanisms = {Mechanism::Fork, Mechanism::Vfork};
    plan.threads = {1, 2};
    plan.memoryBytes = {0, 1 << 30};
    spawn::SpawnTally tally(plan);
    SpawnData data;
    for (std::uint32_t round = 0; round < 2; ++round) {
        for (std::uint32_t i = 0; i < tally.cells().size(); ++i) {
            const Cell& cell = tally.cells()[i];
            const bool slow = cell.mechanism == Mechanism::Fork && cell.memoryBytes > 0;
            spawn::RoundResult result;
            result.cell = i;
            result.round = round;
            result.startNs = (round * 10 + i + 1) * nsPerSecond;
            result.spawns = slow ? 100 : 1000;
            result.lengthNs = nsPerSecond + round * 1000;
            for (auto& phase : result.phases) {
                phase.record(slow ? 10 * nsPerMs : nsPerMs);
                phase.record(slow ? 20 * nsPerMs : 2 * nsPerMs);
            }
            tally.add(result);
            data.rounds.push_back({i + 1, result.startNs, result.spawnsPerSecond()});
        }
        data.rounds.push_back({0, round * 10 * nsPerSecond, 500.0 + round});
    }
    data.summary = tally.summary();
    return data;
}

const charts::Series* seriesOf(const ChartSpec& spec, const char* id)
{
    for (const auto& series : spec.series) {
        if (series.id == QString::fromUtf8(id)) {
            return &series;
        }
    }
    return nullptr;
}

TEST(SpawnCharts, HaveIdsThatHelpAndTheCommandKnow)
{
    QStringList ids;
    for (const auto& spec : spawnCharts(someRun(), {})) {
        ids.append(spec.id);
        EXPECT_FALSE(spec.title.isEmpty());
        EXPECT_FALSE(spec.emptyText.isEmpty()) << spec.id.toStdString();
        EXPECT_FALSE(spawnChartMeaning(spec.id).isEmpty());
    }
    EXPECT_EQ(ids, spawnChartIds());
}

TEST(SpawnCharts, BarsAreGroupedByCircumstancesAndColouredByMechanism)
{
    const auto spec = ratesChart(someRun().summary);
    ASSERT_EQ(spec.series.size(), 2);
    EXPECT_EQ(spec.x.categories.size(), 4);
    EXPECT_THAT(spec.x.categories.front().toStdString(), testing::HasSubstr("empty"));
    for (const auto& series : spec.series) {
        EXPECT_EQ(series.shape, Shape::Bars);
        ASSERT_TRUE(series.low && series.high);
        EXPECT_EQ(series.points->size(), 4);
        EXPECT_EQ(series.low->size(), 4);
    }
}

TEST(SpawnCharts, LinesFollowThreadsAndMemory)
{
    const auto threads = threadsChart(someRun().summary);
    ASSERT_EQ(threads.series.size(), 4);
    EXPECT_EQ(threads.series.front().points->front().x(), 1);
    EXPECT_EQ(threads.series.front().points->back().x(), 2);
    const auto memory = memoryChart(someRun().summary);
    ASSERT_EQ(memory.series.size(), 4);
    EXPECT_EQ(memory.series.front().points->front().x(), 0);
    EXPECT_EQ(memory.series.front().points->back().x(), 1 << 30);
}

TEST(SpawnCharts, AnEmptyHeapBeginsTheLineOfEveryPageSize)
{
    spawn::SpawnPlan plan;
    plan.mechanisms = {Mechanism::Fork};
    plan.memoryBytes = {0, 1 << 30};
    plan.pages = {spawn::PageSize::Base, spawn::PageSize::Transparent};
    spawn::SpawnTally tally(plan);
    for (std::uint32_t i = 0; i < tally.cells().size(); ++i) {
        spawn::RoundResult result;
        result.cell = i;
        result.spawns = 10;
        result.lengthNs = nsPerSecond;
        tally.add(result);
    }
    ASSERT_EQ(tally.cells().size(), 3U);
    const auto spec = memoryChart(tally.summary());
    ASSERT_EQ(spec.series.size(), 2);
    for (const auto& series : spec.series) {
        EXPECT_EQ(series.points->size(), 2) << series.id.toStdString();
    }
}

/// Four mechanisms, three numbers of threads, three sizes of memory on two kinds of pages.
spawn::SpawnSummary manyCells()
{
    spawn::SpawnPlan plan;
    plan.mechanisms = {Mechanism::Fork, Mechanism::Vfork, Mechanism::PosixSpawn, Mechanism::Popen};
    plan.threads = {1, 2, 4};
    plan.memoryBytes = {0, 64 << 20, 256 << 20};
    plan.pages = {spawn::PageSize::Base, spawn::PageSize::Transparent};
    spawn::SpawnTally tally(plan);
    for (std::uint32_t i = 0; i < tally.cells().size(); ++i) {
        spawn::RoundResult result;
        result.cell = i;
        result.spawns = 10 + i;
        result.lengthNs = nsPerSecond;
        tally.add(result);
    }
    return tally.summary();
}

TEST(SpawnCharts, OfManyCellsShowEachMechanismInAColourOfItsOwn)
{
    for (const auto& spec : {threadsChart(manyCells()), memoryChart(manyCells())}) {
        std::set<int> colours;
        QStringList names;
        for (const auto& series : spec.series) {
            colours.insert(series.colour);
            names.append(series.name);
        }
        EXPECT_EQ(spec.series.size(), 8);
        EXPECT_EQ(colours.size(), 8U) << spec.id.toStdString();
        EXPECT_LE(*colours.rbegin(), 7) << "the theme has eight";
        for (const auto* mechanism : {"fork + exec", "vfork + exec", "posix_spawn", "popen()"}) {
            EXPECT_FALSE(names.filter(QString::fromLatin1(mechanism)).isEmpty()) << mechanism;
        }
        EXPECT_THAT(spec.note.toStdString(), testing::HasSubstr("the table has all"));
    }
    EXPECT_THAT(threadsChart(manyCells()).series.front().name.toStdString(), testing::HasSubstr("256 MiB"));
}

TEST(SpawnCharts, DistributionsOfManyCellsAreOfEachMechanism)
{
    const auto summary = manyCells();
    std::set<Mechanism> mechanisms;
    for (const auto index : shownByDefault(summary)) {
        mechanisms.insert(summary.cells[index].cell.mechanism);
        EXPECT_EQ(summary.cells[index].cell.threads, 1);
    }
    EXPECT_EQ(mechanisms.size(), 4U);
}

TEST(SpawnCharts, OfManyCellsNameOnlyWhatFits)
{
    const auto bars = ratesChart(manyCells());
    EXPECT_EQ(bars.x.categories.size(), 8);
    EXPECT_THAT(bars.note.toStdString(), testing::HasSubstr("8 of 15 groups"));
    const auto heat = heatChart(manyCells());
    EXPECT_EQ(heat.y.categories.size(), 16);
    EXPECT_EQ(heat.series.size(), 16);
    EXPECT_THAT(heat.note.toStdString(), testing::HasSubstr("from 10 to 69"));
}

TEST(SpawnCharts, NamesBesideAxesAreShort)
{
    const auto bars = ratesChart(manyCells());
    EXPECT_TRUE(bars.x.categories.contains(QStringLiteral("64 MiB · 4k · 1 thread")))
        << bars.x.categories.join(QLatin1Char('|')).toStdString();
    EXPECT_TRUE(heatChart(manyCells()).y.categories.contains(QStringLiteral("fork + exec · 64 MiB · 4k")));
}

TEST(SpawnCharts, NamesOfGroupsStandUprightWhereTheyAreTooWide)
{
    const auto spec = ratesChart(manyCells());
    const auto fonts = charts::ChartFonts::from(QFont());
    EXPECT_FALSE(charts::layOut(spec, {}, fonts, {QSizeF(1600, 400)}).xLabelsUpright);
    const auto narrow = charts::layOut(spec, {}, fonts, {QSizeF(440, 300)});
    EXPECT_TRUE(narrow.xLabelsUpright);
    EXPECT_GE(
        narrow.xLabels.height(), QFontMetricsF(fonts.tick).horizontalAdvance(QStringLiteral("4 threads")));
}

TEST(SpawnCharts, OfManyMechanismsEachHasALineOfItsOwnLook)
{
    spawn::SpawnPlan plan;
    plan.mechanisms = {Mechanism::Fork, Mechanism::RawClone, Mechanism::Vfork, Mechanism::PosixSpawn,
        Mechanism::CloneVm, Mechanism::BoostV1, Mechanism::BoostV2, Mechanism::System, Mechanism::Popen,
        Mechanism::ForkServer};
    plan.threads = {1, 2};
    spawn::SpawnTally tally(plan);
    for (std::uint32_t i = 0; i < tally.cells().size(); ++i) {
        spawn::RoundResult result;
        result.cell = i;
        result.spawns = 10;
        result.lengthNs = nsPerSecond;
        tally.add(result);
    }
    const auto spec = threadsChart(tally.summary());
    std::set<std::pair<int, int>> looks;
    std::set<QString> mechanisms;
    for (const auto& series : spec.series) {
        looks.insert({series.colour, series.dash});
        mechanisms.insert(series.name.section(QStringLiteral(" · "), 0, 0));
    }
    EXPECT_EQ(mechanisms.size(), 10U);
    EXPECT_EQ(looks.size(), static_cast<std::size_t>(spec.series.size()));
    EXPECT_NE(charts::Theme::day().dashPattern(0, 1), charts::Theme::day().dashPattern(0, 0));
    EXPECT_NE(charts::Theme::print().dashPattern(0, 1), charts::Theme::print().dashPattern(0, 0));
}

TEST(SpawnCharts, TheLegendSaysThatAPercentileChartEndsWithTheSlowest)
{
    charts::TimeChart chart;
    chart.setSpec(percentilesChart(someRun().summary, {0}));
    const auto* legend = chart.findChild<charts::LegendStrip*>();
    ASSERT_TRUE(legend);
    ASSERT_EQ(legend->values().size(), 1);
    EXPECT_THAT(legend->values().front().toStdString(), testing::StartsWith("slowest 2"));
}

TEST(SpawnResults, ASpeedUpNamesItsBaseline)
{
    EXPECT_EQ(ResultsPane::speedUpText(102.25, QStringLiteral("fork + exec · empty")).toStdString(),
        QLocale().toString(102.25, 'f', 1).toStdString() + " × over fork + exec · empty");
}

TEST(SpawnCharts, ARoundFarAstrayDoesNotHideTheOthers)
{
    auto data = someRun();
    EXPECT_EQ(roundsChart(data).y.scale, charts::Scale::Linear);
    data.rounds.front().spawnsPerSecond *= 26;
    EXPECT_EQ(roundsChart(data).y.scale, charts::Scale::Logarithmic);
}

TEST(SpawnCharts, TheHeatMapHasARowForEverythingButTheThreads)
{
    const auto spec = heatChart(someRun().summary);
    EXPECT_EQ(spec.x.categories, (QStringList{QStringLiteral("1"), QStringLiteral("2")}));
    EXPECT_EQ(spec.y.categories.size(), 4);
    EXPECT_EQ(spec.series.size(), 4);
    EXPECT_EQ(spec.series.back().name, spec.y.categories.back());
}

TEST(SpawnCharts, WhatCannotRunHereTakesNoRoom)
{
    auto summary = someRun().summary;
    for (auto& cell : summary.cells) {
        if (cell.cell.memoryBytes > 0) {
            cell.unavailable = "Not here.";
            cell.spawnsPerSecond = {};
        }
    }
    EXPECT_EQ(ratesChart(summary).x.categories.size(), 2);
    EXPECT_EQ(heatChart(summary).y.categories.size(), 2);
}

TEST(SpawnCharts, DistributionsAreOfTheFullestCellsOrOfThoseChosen)
{
    const auto data = someRun();
    const auto usual = percentilesChart(data.summary, {});
    ASSERT_EQ(usual.series.size(), 4) << "fork and vfork with 1 GiB, on 1 and on 2 threads";
    const auto chosen = percentilesChart(data.summary, {0});
    ASSERT_EQ(chosen.series.size(), 1);
    EXPECT_EQ(chosen.series.front().points->back().x(), 100);
    EXPECT_NEAR(chosen.series.front().points->back().y(), 2e6, 2e4);
    const auto histogram = histogramChart(data.summary, {0});
    double share = 0;
    for (const auto& point : *histogram.series.front().points) {
        share += point.y();
    }
    EXPECT_NEAR(share, 100, 1e-9);
    EXPECT_EQ(histogram.series.front().points->back().y(), 0);
}

TEST(SpawnCharts, RoundsAreRelativeToTheirCellsMedian)
{
    const auto spec = roundsChart(someRun());
    const auto* control = seriesOf(spec, "control");
    ASSERT_TRUE(control);
    ASSERT_EQ(control->points->size(), 2);
    for (const auto& series : spec.series) {
        for (const auto& point : *series.points) {
            EXPECT_NEAR(point.y(), 100, 1);
        }
    }
}

TEST(SpawnCharts, ARunWithoutFiguresHasChartsThatSayWhy)
{
    for (const auto& spec : spawnCharts({}, {})) {
        EXPECT_FALSE(spec.emptyText.isEmpty());
        for (const auto& series : spec.series) {
            EXPECT_TRUE(series.points->isEmpty());
        }
    }
}

TEST(SpawnTable, TellsFiguresSpeedUpsAndReasons)
{
    auto summary = someRun().summary;
    summary.cells.back().unavailable = "No huge pages here.";
    summary.cells.back().spawnsPerSecond = {};
    summary.cells.front().noisy = true;
    SpawnTableModel model;
    QAbstractItemModelTester tester(&model);
    model.setRows(rowsOf(summary));
    ASSERT_EQ(model.rowCount(), 8);
    const auto text = [&](int row, int column) {
        return model.data(model.index(row, column), Qt::DisplayRole).toString().toStdString();
    };
    EXPECT_THAT(text(0, SpawnTableModel::Rate), testing::EndsWith("~"));
    EXPECT_THAT(text(0, SpawnTableModel::SpeedUp), testing::StartsWith("1.00"));
    EXPECT_EQ(text(7, SpawnTableModel::Rate), "No huge pages here.");
    EXPECT_EQ(text(7, SpawnTableModel::SpeedUp), "–");
    model.setBaseline(1);
    EXPECT_NEAR(model.speedUp(0).value_or(0), 10, 0.1);
    EXPECT_FALSE(model.speedUp(7));
}

TEST(SpawnTable, AsCsvHasPlainNumbersAndTheReason)
{
    auto summary = someRun().summary;
    summary.cells.back().unavailable = "No pages, none at all.";
    summary.cells.back().spawnsPerSecond = {};
    SpawnTableModel model;
    model.setRows(rowsOf(summary));
    const auto csv = model.toCsv({7, 0}).toStdString();
    EXPECT_THAT(csv, testing::StartsWith("cell,spawns_per_s,"));
    EXPECT_THAT(csv, testing::HasSubstr("\"No pages, none at all.\""));
    EXPECT_THAT(csv, testing::HasSubstr("\nfork threads=1 memory=0,"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
    const auto lines = model.toText({0}).toStdString();
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
}

TEST(CellNames, LeaveOutWhatAllCellsShare)
{
    spawn::SpawnPlan plan;
    plan.mechanisms = {Mechanism::Fork, Mechanism::Vfork};
    plan.memoryBytes = {0};
    const auto cells = cellsOf(plan);
    EXPECT_EQ(CellNames(cells).name(cells.front()), QStringLiteral("fork + exec"));
    plan.memoryBytes = {0, 1 << 30};
    const auto more = cellsOf(plan);
    EXPECT_THAT(CellNames(more).name(more.front()).toStdString(), testing::HasSubstr("empty"));
}

} // namespace
} // namespace assay::spawnpage
