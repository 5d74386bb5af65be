// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/windowfixture.h"

#include "panes/chartgrid.h"
#include "spawn/axisbox.h"
#include "spawn/planpane.h"
#include "spawn/poolpane.h"
#include "spawn/resultspane.h"
#include "spawn/spawnpage.h"
#include "spawn/tablepane.h"
#include "widgets/chartvalues.h"
#include "window/exportcommand.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTableView>

namespace assay::test {
namespace {

using spawnpage::SpawnPage;
using spawnpage::SpawnTableModel;

/// The spawn page of the real window with the real engine.
class SpawnPageTest : public WindowTest
{
protected:
    SpawnPage& spawnPage() { return *dynamic_cast<SpawnPage*>(window().page()); }
    SpawnTableModel& table() { return spawnPage().results()->table()->model(); }

    void beginSpawn()
    {
        for (auto* action : window().actions().addExperiment->actions()) {
            if (action->objectName() == u"edit.add.spawn") {
                action->trigger();
            }
        }
        ASSERT_TRUE(waitFor([this] {
            auto* page = dynamic_cast<SpawnPage*>(window().page());
            return page && page->experimentId() != 0;
        }));
    }

    QAction* preset(const char* name)
    {
        return spawnPage().planPane()->presets()->findChild<QAction*>(QString::fromLatin1(name));
    }

    /// The preset Quick look with few spawns and little memory.
    void useShortPlan()
    {
        auto* quick = preset("quick-look");
        ASSERT_TRUE(quick);
        quick->trigger();
        spawnPage().editor().edit(QStringLiteral("test plan"), {}, [](spawn::SpawnPlan& plan) {
            plan.work.count = 4;
            plan.rounds = 2;
            plan.memoryBytes = {0, 16 << 20};
        });
        ASSERT_EQ(spawnPage().startObstacle(), QString());
    }

    bool isEveryCellMeasured()
    {
        const auto& rows = table().rows();
        return !rows.empty()
            && std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.isMeasured(); });
    }
};

TEST_F(SpawnPageTest, RunsAPresetSavesAndReopensWithTheSameValues)
{
    beginSpawn();
    useShortPlan();
    EXPECT_THAT(spawnPage().planPane()->sentence().toStdString(), testing::HasSubstr("6 cells"));
    runToEnd();
    EXPECT_EQ(document().runs().back().state, session::RunState::Finished) << banner().toStdString();
    ASSERT_TRUE(waitFor([this] { return isEveryCellMeasured(); }));
    EXPECT_EQ(table().rowCount(), 6);
    spawnPage().results()->refresh();
    ASSERT_TRUE(waitFor([this] { return !spawnPage().charts().front().series.isEmpty(); }));
    ASSERT_TRUE(waitFor(
        [this] { return !spawnPage().results()->charts()->chart(QStringLiteral("rounds"))->isLive(); }));
    const auto rows = table().rows();
    const QString values = valuesOf(spawnPage().charts());
    const QString reading = spawnPage().results()->table()->reading()->toPlainText();
    EXPECT_THAT(values.toStdString(), testing::HasSubstr("vfork"));
    EXPECT_NE(reading, QString());

    ASSERT_TRUE(saveTo(path("spawn.assay"))) << banner().toStdString();
    vanish();
    m_window = makeWindow();
    ASSERT_TRUE(open(path("spawn.assay"))) << banner().toStdString();
    ASSERT_TRUE(waitFor([this] { return window().page() && isEveryCellMeasured(); }));
    EXPECT_EQ(table().rows(), rows);
    EXPECT_EQ(valuesOf(spawnPage().charts()), values);
    EXPECT_EQ(spawnPage().results()->table()->reading()->toPlainText(), reading);
    EXPECT_EQ(banner(), QString());
}

TEST_F(SpawnPageTest, ExportsItsChartsAsTheCommandDoes)
{
    beginSpawn();
    useShortPlan();
    runToEnd();
    ASSERT_TRUE(saveTo(path("spawn.assay"))) << banner().toStdString();
    auto written = window::runExportCommand(
        {QStringLiteral("export"), path("spawn.assay"), QStringLiteral("--chart"), QStringLiteral("all"),
            QStringLiteral("--out"), path("all.png"), QStringLiteral("--width"), QStringLiteral("800px"),
            QStringLiteral("--height"), QStringLiteral("450px"), QStringLiteral("--dpi"),
            QStringLiteral("96")},
        instruments());
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->size(), 7);
    for (const char* chart : {"rates", "memory", "percentiles", "histogram", "rounds"}) {
        const QImage image(path((std::string("all-") + chart + ".png").c_str()));
        EXPECT_EQ(image.size(), QSize(800, 450)) << chart;
        EXPECT_GT(colouredPixels(image), 30) << chart;
    }
    auto csv =
        window::runExportCommand({QStringLiteral("export"), path("spawn.assay"), QStringLiteral("--chart"),
                                     QStringLiteral("rates"), QStringLiteral("--out"), path("rates.csv")},
            instruments());
    ASSERT_TRUE(csv) << csv.error().message;
    QFile file(path("rates.csv"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll().toStdString();
    EXPECT_THAT(text, testing::HasSubstr("\nempty,"));
    EXPECT_THAT(text, testing::HasSubstr("low"));
}

TEST_F(SpawnPageTest, ShowsARunWhileItIsBeingWrittenAndStopsIt)
{
    beginSpawn();
    useShortPlan();
    spawnPage().editor().edit(QStringLiteral("long"), {}, [](spawn::SpawnPlan& plan) { plan.rounds = 500; });
    startRun();
    ASSERT_TRUE(waitFor([this] { return isEveryCellMeasured(); }));
    EXPECT_TRUE(spawnPage().results()->charts()->chart(QStringLiteral("rounds"))->isLive());
    window().actions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return !window().owner().runControl()->isActive(); }));
    ASSERT_TRUE(waitFor([this] { return document().runs().back().state == session::RunState::Stopped; }));
    EXPECT_EQ(banner(), QString()) << "stopping is no trouble";
}

TEST_F(SpawnPageTest, ChecksAndListsEditThePlanAndCanBeUndone)
{
    beginSpawn();
    auto* view = spawnPage().findChild<QListView*>(QStringLiteral("axis.mechanisms"));
    ASSERT_TRUE(view);
    const auto before = spawnPage().editor().plan();
    const auto clone = view->model()->index(1, 0);
    ASSERT_EQ(clone.data(Qt::CheckStateRole).toInt(), Qt::Unchecked);
    view->setCurrentIndex(clone);
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Space);
    EXPECT_EQ(clone.data(Qt::CheckStateRole).toInt(), Qt::Checked);
    EXPECT_EQ(spawnPage().editor().plan().mechanisms.size(), before.mechanisms.size() + 1);

    auto* threads = spawnPage().findChild<QLineEdit*>(QStringLiteral("threads"));
    ASSERT_TRUE(threads);
    threads->selectAll();
    QTest::keyClicks(threads, QStringLiteral("1, 2, 4"));
    EXPECT_EQ(spawnPage().editor().plan().threads, (std::vector<std::int64_t>{1, 2, 4}));
    EXPECT_EQ(document().undoStack().count(), 2) << "typing a list is one step";

    window().actions().undo->trigger();
    EXPECT_EQ(threads->text(), QStringLiteral("1"));
    window().actions().undo->trigger();
    EXPECT_EQ(spawnPage().editor().plan(), before);
}

TEST_F(SpawnPageTest, APlanWithoutACellCannotBeStartedAndSaysWhy)
{
    beginSpawn();
    spawnPage().editor().edit(
        QStringLiteral("none"), {}, [](spawn::SpawnPlan& plan) { plan.mechanisms.clear(); });
    EXPECT_FALSE(window().actions().start->isEnabled());
    EXPECT_THAT(spawnPage().startObstacle().toStdString(), testing::HasSubstr("mechanisms"));
    window().actions().undo->trigger();
    EXPECT_TRUE(window().actions().start->isEnabled());
    spawnPage().editor().edit(
        QStringLiteral("huge"), {}, [](spawn::SpawnPlan& plan) { plan.memoryBytes = {1LL << 45}; });
    EXPECT_FALSE(window().actions().start->isEnabled());
    EXPECT_THAT(spawnPage().startObstacle().toStdString(), testing::HasSubstr("can run here"));
}

TEST_F(SpawnPageTest, TheBaselineCanBeChangedAfterTheRun)
{
    beginSpawn();
    useShortPlan();
    runToEnd();
    ASSERT_TRUE(waitFor([this] { return isEveryCellMeasured(); }));
    EXPECT_DOUBLE_EQ(table().speedUp(0).value_or(0), 1);
    spawnPage().results()->table()->baselineBox()->setCurrentIndex(2);
    EXPECT_DOUBLE_EQ(table().speedUp(2).value_or(0), 1);
    EXPECT_NEAR(
        table().speedUp(0).value_or(0), table().rows()[0].rate.value / table().rows()[2].rate.value, 1e-12);
    EXPECT_FALSE(spawnPage().editor().plan().baseline.size() > 0) << "the plan is as it was";
}

TEST_F(SpawnPageTest, ImportsWhatItExports)
{
    beginSpawn();
    preset("large-pages")->trigger();
    const auto plan = spawnPage().editor().plan();
    m_dialogs.savePath = path("plan.json");
    window().actions().exportPlan->trigger();
    window().importPlanFile(path("plan.json"));
    ASSERT_TRUE(waitFor([this] { return document().experiments().size() == 2; })) << banner().toStdString();
    EXPECT_EQ(document().experiments().back().instrument, "spawn");
    const auto read = spawn::SpawnPlan::fromText(document().experiments().back().plan, "copy");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->pages, plan.pages);
}

TEST_F(SpawnPageTest, EachPresetIsAPlanWithoutFaults)
{
    beginSpawn();
    for (auto* action : spawnPage().planPane()->presets()->actions()) {
        action->trigger();
        EXPECT_TRUE(spawnPage().editor().faults().empty()) << action->text().toStdString();
        EXPECT_THAT(spawnPage().planPane()->sentence().toStdString(), testing::HasSubstr("cell"));
    }
}

} // namespace
} // namespace assay::test
